/** Scheduled payments: one live or suspended per invoice. */
import type { CompanyId, InvoiceId } from '@quittance/contract/ids';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { schedules } from '../schema/arrangements.ts';

export type Schedule = typeof schedules.$inferSelect;
export type NewSchedule = typeof schedules.$inferInsert;

type ScheduleKey = { companyId: CompanyId; scheduleId: string };
type InvoiceKey = { companyId: CompanyId; invoiceId: InvoiceId };

export async function insertSchedule(tx: Tx, schedule: NewSchedule): Promise<Schedule> {
  const [row] = await tx.insert(schedules).values(schedule).returning();
  if (!row) throw new Error('An inserted schedule was not returned');
  return row;
}

/** Live or suspended; there is at most one. */
export async function findStandingSchedule(tx: Tx, key: InvoiceKey): Promise<Schedule | null> {
  const [row] = await tx
    .select()
    .from(schedules)
    .where(
      and(
        eq(schedules.companyId, key.companyId),
        eq(schedules.invoiceId, key.invoiceId),
        inArray(schedules.state, ['LIVE', 'SUSPENDED']),
      ),
    );
  return row ?? null;
}

/** The one the invoice had last, whatever became of it. */
export async function findNewestSchedule(tx: Tx, key: InvoiceKey): Promise<Schedule | null> {
  const [row] = await tx
    .select()
    .from(schedules)
    .where(and(eq(schedules.companyId, key.companyId), eq(schedules.invoiceId, key.invoiceId)))
    .orderBy(desc(schedules.createdAt), desc(schedules.id))
    .limit(1);
  return row ?? null;
}

export type ScheduleChange = Partial<
  Pick<Schedule, 'state' | 'methodId' | 'mandateId' | 'tries' | 'nextTryOn'>
>;

export async function updateSchedule(
  tx: Tx,
  { companyId, scheduleId }: ScheduleKey,
  change: ScheduleChange,
): Promise<void> {
  await tx
    .update(schedules)
    .set(change)
    .where(and(eq(schedules.companyId, companyId), eq(schedules.id, scheduleId)));
}
