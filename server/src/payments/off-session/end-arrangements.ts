/**
 * Reminds customers of suspended arrangements, and ends every arrangement that can no longer be charged (R37):
 * suspended schedules and plans (immediately after a lost dispute, R82), and plans whose only remaining
 * installments were missed.
 */
import { compareDates, type Instant, type IsoDate } from '@quittance/contract/dates';
import { dateIn } from '@quittance/contract/local-time';
import {
  planEndsOn,
  remindOn,
  suspendedScheduleEndsOn,
} from '@quittance/domain/dunning/arrangement-end';
import { canMoveInvoice } from '@quittance/domain/status/invoice-status';
import { listInstallments } from '../../arrangements/installments.ts';
import { lockLivePlan, updatePlan } from '../../arrangements/plans.ts';
import { findStandingSchedule, updateSchedule } from '../../arrangements/schedules.ts';
import { notifySuspended } from '../../arrangements/suspend-arrangement.ts';
import {
  findSuspendedSchedules,
  findUnchargedPlans,
  type UnchargedKey,
} from '../../arrangements/uncharged.ts';
import { lockInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { isContested } from '../../ledger/holds.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { defaultPlan, giveUpSchedule } from '../dunning/end-arrangement.ts';
import { type CompanyDay, type Counts, countOne, sweepCompanies } from './sweep-companies.ts';

type Step = 'ended' | 'reminded' | 'waits';

function suspendedOn(
  { state, suspendedAt }: { state: string; suspendedAt: Instant | null },
  timeZone: string,
): IsoDate | null {
  return state === 'SUSPENDED' && suspendedAt ? dateIn(timeZone, suspendedAt) : null;
}

type Deadline = {
  endsOn: IsoDate | null;
  since: IsoDate | null;
  remindedAt: Instant | null;
  /** After a lost dispute, another method would not be charged either (R82). */
  isLost: boolean;
};

function stepOn(today: IsoDate, { endsOn, since, remindedAt, isLost }: Deadline): Step {
  if (isLost) return 'ended';
  if (endsOn && compareDates(today, endsOn) >= 0) return 'ended';
  const isReminderDue = since && !remindedAt && compareDates(today, remindOn(since)) >= 0;
  return isReminderDue ? 'reminded' : 'waits';
}

async function recordEnd(tx: Tx, { clock }: Deps, { invoice, subject }: EndCommand): Promise<void> {
  const { companyId, id: invoiceId } = invoice;
  await appendAudit(tx, {
    companyId,
    actor: 'job:end-arrangements',
    action: 'arrangement.ended',
    subject,
    detail: { invoiceId },
    at: clock.now(),
  });
}

/** While the invoice is disputed, the arrangement waits for the end of the dispute. */
async function hasLostDispute(tx: Tx, { companyId, id: invoiceId, status }: InvoiceRow) {
  return status !== 'DISPUTED' && (await isContested(tx, { companyId, invoiceId }));
}

type EndCommand = { invoice: InvoiceRow; subject: string };
type OnDay = { day: CompanyDay; invoice: InvoiceRow };

async function followSchedule(tx: Tx, deps: Deps, { day, invoice }: OnDay): Promise<Step> {
  const { companyId, id: invoiceId, accountRef, status } = invoice;
  const schedule = await findStandingSchedule(tx, { companyId, invoiceId });
  const since = schedule && suspendedOn(schedule, day.company.timeZone);
  // While the invoice is being paid or disputed, nothing is decided.
  if (!schedule || !since || !canMoveInvoice({ status, event: 'gaveUp' })) return 'waits';
  const { chargeOn, remindedAt, id: scheduleId } = schedule;
  const endsOn = suspendedScheduleEndsOn({ chargeOn, suspendedOn: since });
  const isLost = await hasLostDispute(tx, invoice);
  const step = stepOn(day.today, { endsOn, since, remindedAt, isLost });
  if (step === 'ended') {
    const words = { event: isLost ? 'contested' : 'scheduleWithoutMethod' } as const;
    await giveUpSchedule(tx, deps, { schedule, invoice, today: day.today, words });
    await recordEnd(tx, deps, { invoice, subject: `schedule:${scheduleId}` });
  }
  if (step === 'reminded') {
    await updateSchedule(tx, { companyId, scheduleId }, { remindedAt: deps.clock.now() });
    const suspended = { ...schedule, accountRef };
    const notice = { suspended, what: 'schedule', endsOn } as const;
    await notifySuspended(tx, deps, { ...notice, template: 'arrangement-reminder' });
  }
  return step;
}

async function followPlan(tx: Tx, deps: Deps, { day, invoice }: OnDay): Promise<Step> {
  const { companyId, id: invoiceId, accountRef, status } = invoice;
  const plan = await lockLivePlan(tx, { companyId, invoiceId });
  if (!plan || !canMoveInvoice({ status, event: 'planDefaulted' })) return 'waits';
  const { id: planId, remindedAt } = plan;
  const since = suspendedOn(plan, day.company.timeZone);
  const parts = await listInstallments(tx, { companyId, planId });
  const endsOn = planEndsOn({ parts, suspendedOn: since });
  const isLost = await hasLostDispute(tx, invoice);
  const step = stepOn(day.today, { endsOn, since, remindedAt, isLost });
  if (step === 'ended') {
    const unpaid = since ? 'planWithoutMethod' : 'planMissed';
    const words = { event: isLost ? 'contested' : unpaid } as const;
    await defaultPlan(tx, deps, { plan, invoice, words });
    await recordEnd(tx, deps, { invoice, subject: `plan:${planId}` });
  }
  if (step === 'reminded') {
    await updatePlan(tx, { companyId, planId }, { remindedAt: deps.clock.now() });
    const notice = { suspended: { ...plan, accountRef }, what: 'plan', endsOn } as const;
    await notifySuspended(tx, deps, { ...notice, template: 'arrangement-reminder' });
  }
  return step;
}

type Follow = typeof followPlan;

async function endFor(deps: Deps, day: CompanyDay): Promise<Counts> {
  const { companyId, chargesHeldSince } = day.company;
  if (chargesHeldSince !== null) return {};
  const { database } = deps;
  const found = await database.inCompany({ companyId }, async (tx) => ({
    schedules: await findSuspendedSchedules(tx, companyId),
    plans: await findUnchargedPlans(tx, { companyId, today: day.today }),
  }));
  let counts: Counts = {};
  const followAll = async (keys: readonly UnchargedKey[], follow: Follow) => {
    for (const key of keys) {
      const step = await database.inCompany({ companyId }, async (tx) => {
        const invoice = await lockInvoice(tx, key);
        return invoice ? follow(tx, deps, { day, invoice }) : 'waits';
      });
      if (step !== 'waits') counts = countOne(counts, step);
    }
  };
  await followAll(found.schedules, followSchedule);
  await followAll(found.plans, followPlan);
  return counts;
}

export function endArrangements(deps: Deps): Promise<Counts> {
  return sweepCompanies(deps, { name: 'end-arrangements', work: 'hasUncharged', sweep: endFor });
}
