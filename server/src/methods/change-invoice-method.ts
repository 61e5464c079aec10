/**
 * Another method for what is arranged on an invoice: its scheduled payment or its plan goes on with
 * it, under a mandate of its own, and what was suspended for want of a method lives again (R16). The
 * agreed amounts and dates stay.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { InvoiceId, MandateId, MethodId } from '@quittance/contract/ids';
import { addCents, type Cents } from '@quittance/contract/money';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { type CustomerPrincipal, principalName } from '../principal.ts';
import type { Evidence } from '../processors/processor.ts';
import { lockLivePlan, type PlanRow, updatePlan } from '../storage/arrangements/plans.ts';
import {
  findStandingSchedule,
  type Schedule,
  updateSchedule,
} from '../storage/arrangements/schedules.ts';
import type { CompanyRow } from '../storage/billing/companies.ts';
import {
  type InvoiceRow,
  lockInvoice,
  type MethodRow,
  updateInvoice,
} from '../storage/billing/invoices.ts';
import type { Tx } from '../storage/database.ts';
import { revokeMandate } from '../storage/methods/mandates.ts';
import { appendAudit } from '../storage/ops/audit.ts';
import { hasOpenAttempt } from '../storage/payments/attempts.ts';
import { useMethod } from './chargeable-method.ts';
import { agreedText, recordConsent } from './consent.ts';
import { requireLiveCompany } from './require-company.ts';

export type MethodChange = {
  principal: CustomerPrincipal;
  invoiceId: InvoiceId;
  processor: ProcessorName;
  methodId: MethodId;
  achMandateText: string | undefined;
  evidence: Evidence;
};

type Standing = { kind: 'schedule'; row: Schedule } | { kind: 'plan'; row: PlanRow };

async function findStanding(tx: Tx, invoice: InvoiceRow): Promise<Standing> {
  const key = { companyId: invoice.companyId, invoiceId: invoice.id };
  const schedule = await findStandingSchedule(tx, key);
  if (schedule) {
    // The day has come and it is being charged with the method it had.
    if (await hasOpenAttempt(tx, key)) throw new AppError('ACCOUNT_IS_PROCESSING');
    return { kind: 'schedule', row: schedule };
  }
  const plan = await lockLivePlan(tx, key);
  if (!plan) throw new AppError('NOT_FOUND');
  return { kind: 'plan', row: plan };
}

/** The day the method must still be good for. */
function neededOn(standing: Standing, today: IsoDate): IsoDate {
  const on = standing.kind === 'schedule' ? standing.row.chargeOn : today;
  return on > today ? on : today;
}

function totalOf({ row }: Standing): Cents {
  return addCents(row.amountCents, row.feeCents);
}

type Swap = { standing: Standing; method: MethodRow; mandateId: MandateId };

async function goOnWith(tx: Tx, { standing, method, mandateId }: Swap): Promise<void> {
  const { companyId, id } = standing.row;
  const change = { methodId: method.id, mandateId, state: 'LIVE' } as const;
  if (standing.kind === 'plan') await updatePlan(tx, { companyId, planId: id }, change);
  else await updateSchedule(tx, { companyId, scheduleId: id }, change);
}

async function authorise(
  tx: Tx,
  deps: Deps,
  parts: { change: MethodChange; company: CompanyRow; standing: Standing; method: MethodRow },
): Promise<MandateId> {
  const { change, company, standing, method } = parts;
  const terms = { purpose: 'CHANGE_PM' } as const;
  const asked = { company, terms, kind: method.kind, methodLast4: method.last4 };
  return recordConsent(tx, deps, {
    method,
    terms,
    text: agreedText(asked, change.achMandateText),
    capCents: totalOf(standing),
    from: deps.clock.today(company.timeZone),
    evidence: change.evidence,
    at: deps.clock.now(),
  });
}

async function swap(tx: Tx, deps: Deps, change: MethodChange): Promise<void> {
  const { principal, invoiceId, methodId } = change;
  const { companyId, customerId } = principal;
  const company = await requireLiveCompany(tx, companyId);
  if (change.processor !== company.processor) throw new AppError('INVALID_REQUEST');
  const invoice = await lockInvoice(tx, { companyId, invoiceId });
  if (!invoice || invoice.customerId !== customerId) throw new AppError('ACCOUNT_NOT_FOUND');
  const standing = await findStanding(tx, invoice);
  const own = { companyId, customerId, methodId };
  const on = neededOn(standing, deps.clock.today(company.timeZone));
  const { attachedMethodId: attachedId } = invoice;
  const method = await useMethod(tx, { own, company, on, attachedId });
  const { methodId: before, state, mandateId: oldMandateId } = standing.row;
  if (before === methodId && state === 'LIVE') return;
  const mandateId = await authorise(tx, deps, { change, company, standing, method });
  await goOnWith(tx, { standing, method, mandateId });
  await updateInvoice(tx, { companyId, invoiceId }, { attachedMethodId: methodId });
  const at = deps.clock.now();
  await revokeMandate(tx, { companyId, mandateId: oldMandateId }, at);
  await appendAudit(tx, {
    companyId,
    actor: principalName(principal),
    action: 'method.changed',
    subject: `invoice:${invoiceId}`,
    detail: { before, after: methodId, arrangement: standing.kind },
    at,
  });
}

export async function changeInvoiceMethod(deps: Deps, change: MethodChange): Promise<void> {
  const { companyId, customerId } = change.principal;
  await deps.database.inCompany({ companyId, customerId }, (tx) => swap(tx, deps, change));
}
