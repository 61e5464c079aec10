/** Lines of invoices of an imported file, compared invoice by invoice with those that are there. */
import { invoiceIdSchema } from '@quittance/contract/ids';
import { type Cents, centsSchema } from '@quittance/contract/money';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { type Counts, isAt, judge, type Places, type Share } from './staged-rows.ts';

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

export const LINE_TYPES = {
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

/** All lines of an invoice are judged together. */
export async function judgeLines(tx: Tx, { companyId, share, rows }: Share): Promise<Counts> {
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

const givenSchema = z.object({
  line: z.int(),
  invoiceId: invoiceIdSchema,
  accountRef: z.string(),
  storedCount: z.int(),
  lines: z.array(
    z.object({ text: z.string(), quantity: z.int(), unitPrice: centsSchema, tax: centsSchema }),
  ),
});
export type GivenLines = z.infer<typeof givenSchema>;

export async function listGivenLines(tx: Tx, places: Places): Promise<GivenLines[]> {
  const { rows } = await tx.execute(sql`select line, target_id as "invoiceId",
      account_ref as "accountRef", lines, coalesce(jsonb_array_length(stored), 0) as "storedCount"
    from judged where ${isAt('changed', places)} order by place`);
  return z.array(givenSchema).parse(rows);
}
