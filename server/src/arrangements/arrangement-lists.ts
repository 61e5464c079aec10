/** A company's plans and scheduled payments, newest first, and the remainder of each plan. */
import { type IsoDate, isoDateSchema } from '@quittance/contract/dates';
import type { CreatedRange } from '@quittance/contract/http/pages-and-problems';
import type { CompanyId, CustomerId, InvoiceId } from '@quittance/contract/ids';
import { type Cents, centsSchema } from '@quittance/contract/money';
import { and, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../platform/database/database.ts';
import { isAnyId, matching } from '../platform/database/keys.ts';
import { isAfterCursor, isCreatedIn, type Page, readPage } from '../platform/database/pages.ts';
import { installments, plans, schedules } from '../schema/arrangements.ts';

export type ScheduleRow = typeof schedules.$inferSelect;
export type PlanRow = typeof plans.$inferSelect;

type Filter<State> = CreatedRange & {
  companyId: CompanyId;
  customerId?: CustomerId | undefined;
  invoiceId?: InvoiceId | undefined;
  state?: State | readonly State[] | undefined;
};

const given = <State>({ companyId, customerId, invoiceId, state }: Filter<State>) => ({
  companyId,
  ...(customerId ? { customerId } : {}),
  ...(invoiceId ? { invoiceId } : {}),
  ...(state ? { state } : {}),
});

export async function listScheduleRows(
  tx: Tx,
  { filter, page }: { filter: Filter<ScheduleRow['state']>; page: Page },
): Promise<ScheduleRow[]> {
  const isWanted = and(
    matching(schedules, given(filter)),
    isCreatedIn(schedules, filter),
    isAfterCursor(schedules, page.after),
  );
  return readPage(tx, schedules, { isWanted, limit: page.limit });
}

export async function listPlanRows(
  tx: Tx,
  { filter, page }: { filter: Filter<PlanRow['state']>; page: Page },
): Promise<PlanRow[]> {
  const isWanted = and(
    matching(plans, given(filter)),
    isCreatedIn(plans, filter),
    isAfterCursor(plans, page.after),
  );
  return readPage(tx, plans, { isWanted, limit: page.limit });
}

export type PlanRest = { remainingCents: Cents; nextOn: IsoDate | null; paidCount: number };

const restSchema = z.array(
  z.object({
    planId: z.string(),
    remainingCents: z.coerce.number().pipe(centsSchema),
    nextOn: isoDateSchema.nullable(),
    paidCount: z.coerce.number().int(),
  }),
);

export async function restsOfPlans(
  tx: Tx,
  companyId: CompanyId,
  planIds: readonly string[],
): Promise<ReadonlyMap<string, PlanRest>> {
  if (planIds.length === 0) return new Map();
  const { status, costCents, attemptOn, planId } = installments;
  const { rows } = await tx.execute(sql`
    select ${planId} as "planId",
      coalesce(sum(${costCents}) filter (where ${status} in ('OPEN', 'FAILED', 'PENDING')), 0) as "remainingCents",
      to_char(min(${attemptOn}) filter (where ${status} in ('OPEN', 'FAILED')), 'YYYY-MM-DD') as "nextOn",
      count(*) filter (where ${status} = 'SUCCESS') as "paidCount"
    from ${installments}
    where ${matching(installments, { companyId })} and ${isAnyId(planId, planIds)}
    group by ${planId}`);
  return new Map(restSchema.parse(rows).map(({ planId: id, ...rest }) => [id, rest]));
}
