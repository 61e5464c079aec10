/** Invoices of an imported file: compared with those that are there, and inserted together. */
import { type IsoDate, isoDateSchema } from '@quittance/contract/dates';
import { invoiceIdSchema } from '@quittance/contract/ids';
import { type Cents, centsSchema } from '@quittance/contract/money';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { RETURNING_ANY } from '../../platform/database/rows.ts';
import { wakeAfterCommit } from '../../platform/database/transaction.ts';
import { DELIVER_EVENTS, insertEventsOfAll } from '../../platform/events/record-event.ts';
import { invoices } from '../../schema/invoices.ts';
import {
  type AddedBy,
  type Adding,
  type Counts,
  conflictClause,
  countOf,
  differs,
  isAt,
  judge,
  type Places,
  type Share,
} from './staged-rows.ts';

export type StagedInvoice = {
  line: number;
  customerRef: string;
  accountRef: string;
  externalRef: string | undefined;
  projectRef: string | undefined;
  contractRef: string | undefined;
  productName: string;
  description: string | undefined;
  poNumber: string | undefined;
  note: string | undefined;
  totalCents: Cents;
  dueOn: IsoDate;
  openedOn: IsoDate;
  /** Of a new invoice. */
  status: InvoiceStatus;
};

export const INVOICE_TYPES = {
  line: 'integer',
  customerRef: 'text',
  accountRef: 'text',
  externalRef: 'text',
  projectRef: 'text',
  contractRef: 'text',
  productName: 'text',
  description: 'text',
  poNumber: 'text',
  note: 'text',
  totalCents: 'bigint',
  dueOn: 'date',
  openedOn: 'date',
  status: 'text',
} as const satisfies Record<keyof StagedInvoice, string>;

/**
 * By the company's own reference or, without one, by the number on the invoice. Those of a customer are written one after
 * the other: in most indexes they are neighbors.
 */
export async function judgeInvoices(tx: Tx, share: Share): Promise<Counts> {
  const company = sql`${share.companyId}::uuid`;
  // Materialized: a condition with a `case` would not be looked up in an index.
  const compared = sql`with found as materialized (
      select s.*, c.id as customer_id, c.erased_at, r.id as number_id,
        p.id as project_id, p.customer_id as project_customer_id,
        k.id as contract_id, k.customer_id as contract_customer_id,
        case when s.external_ref is null then r.id else e.id end as target_id
      from staged s
      left join customers c
        on c.company_id = ${company} and c.customer_ref_key = s.customer_ref_key
      left join projects p
        on p.company_id = ${company} and p.project_ref_key = s.project_ref_key
      left join contracts k
        on k.company_id = ${company} and k.contract_ref_key = s.contract_ref_key
      left join invoices r
        on r.company_id = ${company} and r.account_ref_key = s.account_ref_key
      left join invoices e
        on e.company_id = ${company} and e.external_ref = s.external_ref
      where s.share = ${share.share}::int
    )
    select s.*, case
        when s.first_line < s.line then 'IMPORT_ROW_REPEATED'
        when s.customer_id is null then 'DEBTOR_NOT_FOUND'
        when s.project_ref is not null and s.project_customer_id is distinct from s.customer_id
          then 'PROJECT_NOT_FOUND'
        when s.contract_ref is not null and s.contract_customer_id is distinct from s.customer_id
          then 'CONTRACT_NOT_FOUND'
        when t.id is null and s.number_id is not null then 'ACCOUNT_REF_ALREADY_USED'
        when t.id is null and s.erased_at is not null then 'CUSTOMER_ERASED'
        when t.id is null then 'added'
        when t.customer_id <> s.customer_id or t.account_ref_key <> s.account_ref_key
          or ${differs('s.project_id', 't.project_id')} or ${differs('s.contract_id', 't.contract_id')}
          then 'INVOICE_NOT_CHANGEABLE'
        when s.product_name <> t.product_name or s.total_cents <> t.total_cents
          or s.due_on <> t.due_on or ${differs('s.description', 't.description')}
          or ${differs('s.po_number', 't.po_number')} or ${differs('s.note', 't.note')} then 'changed'
        else 'unchanged'
      end as verdict
    from found s
    left join invoices t on t.company_id = ${company} and t.id = s.target_id`;
  return judge(tx, {
    compared,
    position: sql`customer_id, line`,
    keys: ['account_ref_key', 'external_ref'],
    ...countOf(share),
  });
}

/**
 * The rows that `createInvoice` writes, in one statement: invoices, the requests they are paid through, audit and
 * events. Returns how many invoices.
 */
export async function insertJudgedInvoices(
  tx: Tx,
  { companyId, actor, at }: AddedBy,
  adding: Adding,
): Promise<number> {
  const company = sql`${companyId}::uuid`;
  const { rowCount } = await tx.execute(sql`with ${invoices} as (
      insert into ${invoices}
        (company_id, id, customer_id, project_id, contract_id, account_ref, external_ref, internal_ref, product_name, description,
          po_number, note, total_cents, paid_cents, due_on, opened_on, status, created_at)
      select ${company}, id, customer_id, project_id, contract_id, account_ref, external_ref, time_ordered_id()::text, product_name,
        description, po_number, note, total_cents, 0, due_on, opened_on, status, ${at}::timestamptz
      from judged where ${isAt('added', adding.places)} order by place
      ${conflictClause(adding)} returning *
    ), requested as (
      insert into requests (company_id, id, customer_id, kind, invoice_id, created_at)
      select company_id, time_ordered_id(), customer_id, 'INVOICE', id, created_at from ${invoices} ${RETURNING_ANY}
    ), audited as (
      insert into audit (company_id, actor, action, subject, detail, at)
      select company_id, ${actor}, 'invoice.issued', 'invoice:' || id,
        jsonb_build_object('totalCents', total_cents), created_at from ${invoices} ${RETURNING_ANY}
    )
    ${insertEventsOfAll({ companyId, type: 'invoice.issued', at })}`);
  wakeAfterCommit(tx, DELIVER_EVENTS);
  return rowCount ?? 0;
}

const givenSchema = z.object({
  line: z.int(),
  invoiceId: invoiceIdSchema,
  accountRef: z.string(),
  productName: z.string(),
  description: z.string().nullable(),
  poNumber: z.string().nullable(),
  note: z.string().nullable(),
  total: z.coerce.number().pipe(centsSchema),
  dueDate: isoDateSchema,
});
export type GivenInvoice = z.infer<typeof givenSchema>;

/** What a file says of invoices that were different when they were compared. */
export async function listGivenInvoices(tx: Tx, places: Places): Promise<GivenInvoice[]> {
  const { rows } = await tx.execute(sql`select line, target_id as "invoiceId",
      account_ref as "accountRef", product_name as "productName", description, po_number as "poNumber",
      note, total_cents as total, due_on::text as "dueDate"
    from judged where ${isAt('changed', places)} order by place`);
  return z.array(givenSchema).parse(rows);
}
