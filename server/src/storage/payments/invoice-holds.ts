/** What holds each of several invoices, in one statement: other payments, disputes, plans and scheduled payments. */
import {
  type AttemptId,
  type CompanyId,
  type InvoiceId,
  invoiceIdSchema,
} from '@quittance/contract/ids';
import { OPEN_STATES } from '@quittance/domain/status/payment-status';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../database.ts';
import { oneOf } from '../schema/columns.ts';

export type InvoiceHolds = {
  /** By another payment, alone or among others. */
  isBeingPaid: boolean;
  /** The processor holds money that was paid on it, or the payer waits for an answer to an objection. */
  isDisputed: boolean;
  hasPlan: boolean;
  hasSchedule: boolean;
};

const rowsSchema = z.array(
  z.object({
    invoiceId: invoiceIdSchema,
    isBeingPaid: z.boolean(),
    isDisputed: z.boolean(),
    hasPlan: z.boolean(),
    hasSchedule: z.boolean(),
  }),
);

type Held = { companyId: CompanyId; invoiceIds: readonly InvoiceId[]; except: AttemptId | null };

/** Once the invoices are locked; `except` is the payment that asks. */
export async function listHolds(
  tx: Tx,
  { companyId, invoiceIds, except }: Held,
): Promise<ReadonlyMap<InvoiceId, InvoiceHolds>> {
  const isStanding = sql`company_id = ${companyId} and invoice_id = i.id and state in ('LIVE', 'SUSPENDED')`;
  const { rows } = await tx.execute(sql`select i.id as "invoiceId",
      exists (select from attempts a where a.company_id = ${companyId} and a.invoice_id = i.id
        and a.state ${oneOf(OPEN_STATES)} and a.id is distinct from ${except}::uuid)
      or exists (select from attempt_parts p where p.company_id = ${companyId} and p.invoice_id = i.id
        and p.is_open and p.attempt_id is distinct from ${except}::uuid) as "isBeingPaid",
      exists (select from attempts a where a.company_id = ${companyId} and a.invoice_id = i.id
        and a.dispute_state = 'OPEN')
      or exists (select from attempt_parts p
        join attempts a on a.company_id = p.company_id and a.id = p.attempt_id
        where p.company_id = ${companyId} and p.invoice_id = i.id
          and a.dispute_state = 'OPEN')
      or exists (select from inquiries q where q.company_id = ${companyId} and q.invoice_id = i.id
        and q.kind = 'DISPUTE' and q.answered_at is null) as "isDisputed",
      exists (select from plans where ${isStanding}) as "hasPlan",
      exists (select from schedules where ${isStanding}) as "hasSchedule"
    from unnest(${sql.param([...invoiceIds])}::uuid[]) as i (id)`);
  return new Map(rowsSchema.parse(rows).map(({ invoiceId, ...holds }) => [invoiceId, holds]));
}
