/** Scheduled payments. An invoice can have only one that is live or suspended. */
import type { CompanyId } from '@quittance/contract/ids';
import type { Tx } from '../platform/database/database.ts';
import { type InvoiceKey, matching } from '../platform/database/keys.ts';
import { findNewestRow, findRow, writtenRow } from '../platform/database/rows.ts';
import { schedules } from '../schema/arrangements.ts';

export type Schedule = typeof schedules.$inferSelect;
export type NewSchedule = typeof schedules.$inferInsert;

type ScheduleKey = { companyId: CompanyId; scheduleId: string };

export async function insertSchedule(tx: Tx, schedule: NewSchedule): Promise<Schedule> {
  return writtenRow(tx.insert(schedules).values(schedule).returning());
}

export async function findStandingSchedule(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<Schedule | null> {
  return findRow(tx, schedules, { companyId, invoiceId, state: ['LIVE', 'SUSPENDED'] });
}

/** Lock order: invoice, then schedule. */
export async function findSchedule(
  tx: Tx,
  { companyId, scheduleId }: ScheduleKey,
): Promise<Schedule | null> {
  return findRow(tx, schedules, { companyId, id: scheduleId });
}

export async function findNewestSchedule(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<Schedule | null> {
  return findNewestRow(tx, schedules, { companyId, invoiceId });
}

export type ScheduleChange = Partial<
  Pick<
    Schedule,
    | 'state'
    | 'chargeOn'
    | 'methodId'
    | 'mandateId'
    | 'feeCents'
    | 'tries'
    | 'nextTryOn'
    | 'suspendedAt'
    | 'remindedAt'
    | 'movedFromOn'
    | 'skips'
  >
>;

export async function updateSchedule(
  tx: Tx,
  { companyId, scheduleId }: ScheduleKey,
  change: ScheduleChange,
): Promise<void> {
  await tx
    .update(schedules)
    .set(change)
    .where(matching(schedules, { companyId, id: scheduleId }));
}
