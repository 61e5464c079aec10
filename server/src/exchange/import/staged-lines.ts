/** Imports invoice lines: compares them invoice by invoice with the stored lines, then replaces them. */
import { formatMoney } from '@quittance/contract/format';
import { invoiceChangeSchema } from '@quittance/contract/invoices/provider-schemas';
import type { Cents } from '@quittance/contract/money';
import { sumOfLines, toQuantity } from '@quittance/domain/billing/invoice-lines';
import { sql } from 'drizzle-orm';
import { changeInvoices } from '../../invoices/change-invoice.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Tx } from '../../platform/database/database.ts';
import { lockRows } from '../../platform/database/row-sets.ts';
import { type InvoiceRow, invoices } from '../../schema/invoices.ts';
import { changeBy, type ImportKind } from './import-kind.ts';
import { type Change, toDifference } from './rows.ts';
import { type Counts, judge, type Share } from './staged-rows.ts';

export type StagedLine = {
  line: number;
  accountRef: string;
  position: number;
  text: string;
  /** In thousandths. */
  quantity: number;
  unitPriceCents: Cents;
  taxCents: Cents;
};

const LINE_TYPES = {
  line: 'integer',
  accountRef: 'text',
  position: 'integer',
  text: 'text',
  quantity: 'bigint',
  unitPriceCents: 'bigint',
  taxCents: 'bigint',
} as const satisfies Record<keyof StagedLine, string>;

const asJson = (table: string) =>
  sql.raw(`jsonb_agg(jsonb_build_object('text', ${table}.text, 'quantity', ${table}.quantity,
    'unitPrice', ${table}.unit_price_cents, 'tax', ${table}.tax_cents) order by ${table}.position)`);

async function judgeLines(tx: Tx, { companyId, share, rows }: Share): Promise<Counts> {
  const company = sql`${companyId}::uuid`;
  const compared = sql`with given as materialized (
      select account_ref_key, min(line) as line, min(account_ref) as account_ref,
        count(*) as count, count(distinct position) as positions, ${asJson('s')} as lines
      from staged s where share = ${share}::int group by account_ref_key
    ), found as materialized (
      select given.*, t.id as target_id, (select ${asJson('l')} from invoice_lines l
        where l.company_id = ${company} and l.invoice_id = t.id) as stored
      from given
      left join invoices t
        on t.company_id = ${company} and t.account_ref_key = given.account_ref_key
    )
    select found.*, line as first_line, case
        when target_id is null then 'ACCOUNT_NOT_FOUND'
        when positions < count then 'IMPORT_ROW_REPEATED'
        when lines = stored then 'unchanged'
        else 'changed'
      end as verdict
    from found`;
  const count = sql`(select count(distinct account_ref_key) from staged
    where share = ${share}::int)::int`;
  return judge(tx, { compared, position: sql`line`, rows, count });
}

/** The quantity is in thousandths. */
type JudgedLine = { text: string; quantity: number; unitPrice: Cents; tax: Cents };

type JudgedLines = {
  line: number;
  accountRef: string;
  targetId: string;
  lines: JudgedLine[];
  stored: JudgedLine[] | null;
};

function toText(line: JudgedLine | undefined): string {
  if (!line) return '';
  const tax = line.tax === 0 ? '' : `, tax ${formatMoney(line.tax)}`;
  return `${line.text}: ${toQuantity(line.quantity)} × ${formatMoney(line.unitPrice)}${tax}`;
}

const LINES_SHOWN = 20;

/** By position. An invoice may have hundreds of lines, so the first ones are shown and the others counted. */
function toChanged(given: readonly JudgedLine[], stored: readonly JudgedLine[]): Change['fields'] {
  const longer = given.length > stored.length ? given : stored;
  const changed = longer
    .map(
      (_, index) => [`line ${index + 1}`, [toText(stored[index]), toText(given[index])]] as const,
    )
    .filter(([, [before, after]]) => before !== after)
    .map(([name, texts]): [string, string[]] => [name, [...texts]]);
  const left = changed.length - LINES_SHOWN;
  const more: [string, string[]][] = left > 0 ? [['more lines', ['', String(left)]]] : [];
  return Object.fromEntries([...changed.slice(0, LINES_SHOWN), ...more]);
}

function compare({ accountRef: ref, lines: given, stored }: JudgedLines, invoice: InvoiceRow) {
  const lines = given.map((one) => ({ ...one, quantity: toQuantity(one.quantity) }));
  const change = invoiceChangeSchema.safeParse({ lines });
  if (!change.success) throw new AppError('INVALID_REQUEST');
  const total = { total: sumOfLines(lines).totalCents };
  const shown = {
    ...toDifference({ total: invoice.totalCents }, total).shown,
    ...toChanged(given, stored ?? []),
  };
  return { ref, change: change.data, shown };
}

/** The imported lines replace all lines of an invoice, and its total is computed from them. */
export const LINE_IMPORT: ImportKind = {
  staging: { types: LINE_TYPES, keys: ['accountRef'], sharedBy: 'accountRef' },
  judge: judgeLines,
  add: null,
  change: changeBy({
    columns: {
      line: 'integer',
      accountRef: 'text',
      targetId: 'uuid',
      lines: 'jsonb',
      stored: 'jsonb',
    },
    lock: (tx, of) => lockRows(tx, invoices, of),
    compare,
    change: changeInvoices,
  }),
  takenCode: 'INVOICE_NOT_CHANGEABLE',
  repeated: (firstLine) => `the invoice of line ${firstLine} has two lines with the same position`,
};
