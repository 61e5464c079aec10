/** Imports invoices: compares them with stored invoices, then adds and changes them. */
import type { IsoDate } from '@quittance/contract/dates';
import { changeable } from '@quittance/contract/fields';
import { formatMoney } from '@quittance/contract/format';
import type { CompanyId, ContractId, CustomerId, ProjectId } from '@quittance/contract/ids';
import { INVOICE_FIELDS } from '@quittance/contract/invoices/fields';
import type { InvoiceChange, NewInvoice } from '@quittance/contract/invoices/provider-schemas';
import type { Cents } from '@quittance/contract/money';
import { sql } from 'drizzle-orm';
import { changeInvoices } from '../../invoices/change-invoice.ts';
import { countLines } from '../../invoices/invoice-records.ts';
import { createInvoices } from '../../invoices/issue-invoice.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type NewColumns, toFieldValues } from '../../platform/database/field-columns.ts';
import { lockRows } from '../../platform/database/row-sets.ts';
import { type InvoiceRow, invoices } from '../../schema/invoices.ts';
import { addBy, changeBy, type ImportKind, type Judged } from './import-kind.ts';
import { RowRefused, toDifference } from './rows.ts';
import {
  type Counts,
  computeCount,
  differs,
  fieldsDiffer,
  fieldTypes,
  judge,
  type Share,
} from './staged-rows.ts';

export type StagedInvoice = NewColumns<typeof INVOICE_FIELDS> & {
  line: number;
  customerRef: string;
  projectRef: string | undefined;
  contractRef: string | undefined;
  totalCents: Cents;
  paidBeforeCents: Cents | undefined;
  openedOn: IsoDate;
};

const INVOICE_TYPES = {
  line: 'integer',
  customerRef: 'text',
  projectRef: 'text',
  contractRef: 'text',
  ...fieldTypes(INVOICE_FIELDS),
  totalCents: 'bigint',
  paidBeforeCents: 'bigint',
} as const satisfies Record<keyof StagedInvoice, string>;

/**
 * Matches by the company's own reference or, without one, by the invoice number. Invoices of one customer are
 * written consecutively, because they are adjacent in most indexes.
 */
async function judgeInvoices(tx: Tx, share: Share): Promise<Counts> {
  const company = sql`${share.companyId}::uuid`;
  // Materialized, because a condition with a `case` would not use an index.
  const compared = sql`with found as materialized (
      select s.*, c.id as customer_id, r.id as number_id,
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
        when t.id is null then 'added'
        when t.customer_id <> s.customer_id or t.account_ref_key <> s.account_ref_key
          or ${differs('s.project_id', 't.project_id')} or ${differs('s.contract_id', 't.contract_id')}
          then 'INVOICE_NOT_CHANGEABLE'
        when s.total_cents <> t.total_cents
          or ${differs('s.paid_before_cents', 't.paid_before_cents')} or ${fieldsDiffer(INVOICE_FIELDS)} then 'changed'
        else 'unchanged'
      end as verdict
    from found s
    left join invoices t on t.company_id = ${company} and t.id = s.target_id`;
  return judge(tx, {
    compared,
    position: sql`customer_id, line`,
    keys: ['account_ref_key', 'external_ref'],
    ...computeCount(share),
  });
}

type JudgedInvoice = Judged<StagedInvoice> & {
  customerId: CustomerId;
  projectId: ProjectId | null;
  contractId: ContractId | null;
  targetId: string;
};
const COLUMNS = {
  ...INVOICE_TYPES,
  customerId: 'uuid',
  projectId: 'uuid',
  contractId: 'uuid',
  targetId: 'uuid',
} as const;

/** Assigned, because a literal that begins with a spread took ten times as long. */
const toNewInvoice = (row: JudgedInvoice): NewInvoice =>
  Object.assign(toFieldValues(INVOICE_FIELDS, row), {
    customerId: row.customerId,
    projectId: row.projectId ?? undefined,
    contractId: row.contractId ?? undefined,
    externalRef: row.externalRef ?? undefined,
    total: row.totalCents,
    paidBefore: row.paidBeforeCents ?? undefined,
    isDraft: false,
  });

const CHANGEABLE = changeable(INVOICE_FIELDS);

type StoredInvoice = InvoiceRow & { lineCount: number };

async function lockInvoices(
  tx: Tx,
  { companyId, ids }: { companyId: CompanyId; ids: readonly string[] },
): Promise<StoredInvoice[]> {
  const rows = await lockRows(tx, invoices, { companyId, ids });
  const invoiceIds = rows.map(({ id }) => id);
  const counts = await countLines(tx, { companyId, invoiceIds });
  return rows.map((row) => ({ ...row, lineCount: counts.get(row.id) ?? 0 }));
}

/** The total alone would replace the lines, which this file does not have. */
function refuseOtherTotal({ totalCents }: JudgedInvoice, invoice: StoredInvoice): void {
  if (invoice.lineCount === 0 || totalCents === invoice.totalCents) return;
  const [given, stored] = [totalCents, invoice.totalCents].map(formatMoney);
  const lines =
    invoice.lineCount === 1
      ? `the invoice has a line of ${stored}`
      : `the ${invoice.lineCount} lines of the invoice add up to ${stored}`;
  throw new RowRefused(
    `total: ${given} is not imported, because ${lines}; import its lines instead`,
  );
}

/** Payments were made on what was left of the total. */
function refuseOtherPaid({ paidBeforeCents: given }: JudgedInvoice, invoice: StoredInvoice): void {
  const stored = invoice.paidBeforeCents;
  if (given === null || given === stored) return;
  const amounts = `is ${formatMoney(stored)} and cannot change to ${formatMoney(given)}`;
  throw new RowRefused(`paidBefore: ${amounts}; record a payment or issue a credit note`);
}

function compare(given: JudgedInvoice, invoice: StoredInvoice) {
  refuseOtherPaid(given, invoice);
  refuseOtherTotal(given, invoice);
  const stored = { ...toFieldValues(CHANGEABLE, invoice), total: invoice.totalCents };
  const values = { ...toFieldValues(CHANGEABLE, given), total: given.totalCents };
  return { ref: given.accountRef, ...toDifference<InvoiceChange>(stored, values) };
}

export const INVOICE_IMPORT: ImportKind = {
  staging: {
    types: INVOICE_TYPES,
    keys: ['accountRef', 'customerRef', 'projectRef', 'contractRef'],
    sharedBy: 'customerRef',
  },
  judge: judgeInvoices,
  add: addBy<JudgedInvoice>(COLUMNS, (tx, deps, { rows, ...batch }) =>
    createInvoices(tx, deps, { ...batch, inputs: rows.map(toNewInvoice) }),
  ),
  change: changeBy({
    columns: COLUMNS,
    lock: lockInvoices,
    compare,
    change: changeInvoices,
  }),
  takenCode: 'ACCOUNT_REF_ALREADY_USED',
  repeated: (firstLine) => `names the same invoice as line ${firstLine}`,
};
