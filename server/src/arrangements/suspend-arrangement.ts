/**
 * Suspends a scheduled payment or plan that has no method to charge, and immediately informs its customer of the
 * deadline for choosing another method (R16, R37). end-arrangements.ts sends reminders and ends the arrangement.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import { dateIn } from '@quittance/contract/local-time';
import { planEndsOn, suspendedScheduleEndsOn } from '@quittance/domain/dunning/arrangement-end';
import { invariant } from '@quittance/domain/invariant';
import { findCompany } from '../companies/store.ts';
import type { TextKey } from '../customers/mail/en/keyed-texts.ts';
import { notify } from '../customers/mail/notify.ts';
import type { Deps } from '../kernel/deps.ts';
import type { Tx } from '../platform/database/database.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { listInstallments } from './installments.ts';
import { updatePlan } from './plans.ts';
import { updateSchedule } from './schedules.ts';

type SuspendedArrangement = {
  companyId: CompanyId;
  customerId: CustomerId;
  id: string;
  accountRef: string;
  reason: TextKey;
};

async function findToday(tx: Tx, { clock }: Pick<Deps, 'clock'>, companyId: CompanyId) {
  const company = await findCompany(tx, companyId);
  invariant(company, 'an arrangement belongs to a company');
  return dateIn(company.timeZone, clock.now());
}

type SuspensionNotice = {
  template: 'arrangement-suspended' | 'arrangement-reminder';
  suspended: Omit<SuspendedArrangement, 'reason'> & { reason?: TextKey };
  what: 'schedule' | 'plan';
  endsOn: IsoDate | null;
};

export async function notifySuspended(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { template, suspended, what, endsOn }: SuspensionNotice,
): Promise<void> {
  const { companyId, customerId, accountRef: invoiceRef, reason = null } = suspended;
  const data = { arrangement: what, invoiceRef, event: reason, endsOn };
  await notify(tx, { companyId, customerId, template, data, at: clock.now() });
}

export async function suspendSchedule(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { chargeOn, ...suspended }: SuspendedArrangement & { chargeOn: IsoDate },
): Promise<void> {
  const { companyId, id: scheduleId } = suspended;
  const suspendedOn = await findToday(tx, deps, companyId);
  const change = { state: 'SUSPENDED', suspendedAt: deps.clock.now(), remindedAt: null } as const;
  await updateSchedule(tx, { companyId, scheduleId }, change);
  const event = { companyId, objectId: scheduleId, at: change.suspendedAt };
  recordEvent(tx, { ...event, type: 'schedule.suspended' });
  const endsOn = suspendedScheduleEndsOn({ chargeOn, suspendedOn });
  const notice = { suspended, what: 'schedule', endsOn } as const;
  await notifySuspended(tx, deps, { ...notice, template: 'arrangement-suspended' });
}

export async function suspendPlan(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  suspended: SuspendedArrangement,
): Promise<void> {
  const { companyId, id: planId } = suspended;
  const suspendedOn = await findToday(tx, deps, companyId);
  const change = { state: 'SUSPENDED', suspendedAt: deps.clock.now(), remindedAt: null } as const;
  await updatePlan(tx, { companyId, planId }, change);
  const event = { companyId, objectId: planId, at: change.suspendedAt };
  recordEvent(tx, { ...event, type: 'plan.suspended' });
  const endsOn = planEndsOn({
    parts: await listInstallments(tx, { companyId, planId }),
    suspendedOn,
  });
  const notice = { suspended, what: 'plan', endsOn } as const;
  await notifySuspended(tx, deps, { ...notice, template: 'arrangement-suspended' });
}
