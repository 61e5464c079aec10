/** Invoices that a file changes: locked, looked at and updated together. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, type Column, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { matching } from '../../platform/database/keys.ts';
import { RETURNING_ANY } from '../../platform/database/rows.ts';
import { wakeAfterCommit } from '../../platform/database/transaction.ts';
import { DELIVER_EVENTS, insertEventsOfAll } from '../../platform/events/record-event.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { invoiceLines, invoices } from '../../schema/invoices.ts';

const isOneOf = (column: Column, ids: readonly string[]) =>
  sql`${column} = any(${sql.param([...ids])}::uuid[])`;

export type ChangedInvoice = Pick<
  InvoiceRow,
  | 'id'
  | 'productName'
  | 'description'
  | 'poNumber'
  | 'note'
  | 'totalCents'
  | 'taxCents'
  | 'dueOn'
  | 'status'
> & {
  /** What the audit trail says was changed. */
  fields: readonly string[];
  isBilledAnew: boolean;
};

export type ChangedBy = { companyId: CompanyId; actor: string; at: Instant };

/** The rows that `changeInvoice` writes. An invoice that is billed anew by its total has no lines. */
export async function updateInvoicesTogether(
  tx: Tx,
  { companyId, actor, at }: ChangedBy,
  changed: readonly ChangedInvoice[],
): Promise<void> {
  if (changed.length === 0) return;
  const company = sql`${companyId}::uuid`;
  await tx.execute(sql`with changes as materialized (
      select * from json_to_recordset(${JSON.stringify(changed)}::json) as change (id uuid,
        "productName" text, description text, "poNumber" text, note text, "totalCents" bigint,
        "taxCents" bigint, "dueOn" date, status text, fields jsonb)
    ), ${invoices} as (
      update ${invoices} set product_name = changes."productName", description = changes.description,
        po_number = changes."poNumber", note = changes.note, total_cents = changes."totalCents",
        tax_cents = changes."taxCents", due_on = changes."dueOn", status = changes.status,
        version = ${invoices.version} + 1
      from changes where ${invoices.companyId} = ${company} and ${invoices.id} = changes.id
      returning ${invoices}.*
    ), audited as (
      insert into audit (company_id, actor, action, subject, detail, at)
      select ${invoices.companyId}, ${actor}, 'invoice.changed', 'invoice:' || ${invoices.id},
        jsonb_build_object('fields', changes.fields, 'totalCents', ${invoices.totalCents}),
        ${at}::timestamptz
      from ${invoices} join changes on changes.id = ${invoices.id} ${RETURNING_ANY}
    )
    ${insertEventsOfAll({ companyId, type: 'invoice.changed', at }, sql`${invoices.status} <> 'DRAFT'`)}`);
  const billedAnew = changed.filter(({ isBilledAnew }) => isBilledAnew).map(({ id }) => id);
  await tx
    .delete(invoiceLines)
    .where(and(matching(invoiceLines, { companyId }), isOneOf(invoiceLines.invoiceId, billedAnew)));
  wakeAfterCommit(tx, DELIVER_EVENTS);
}

export type AddedLine = typeof invoiceLines.$inferSelect;

/** Of invoices whose earlier lines are deleted. */
export async function insertLinesTogether(tx: Tx, lines: readonly AddedLine[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.execute(sql`insert into ${invoiceLines} (company_id, customer_id, invoice_id, position, text,
      quantity, unit_price_cents, amount_cents, tax_cents)
    select "companyId", "customerId", "invoiceId", position, text, quantity, "unitPriceCents",
      "amountCents", "taxCents"
    from json_to_recordset(${JSON.stringify(lines)}::json) as given ("companyId" uuid,
      "customerId" uuid, "invoiceId" uuid, position integer, text text, quantity bigint,
      "unitPriceCents" bigint, "amountCents" bigint, "taxCents" bigint) ${RETURNING_ANY}`);
}
