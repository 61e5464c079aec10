/**
 * Reads the lines of a customer's statement (ADR 0090) in chronological order: invoices on the day they were
 * opened, later changes to their billed amounts, and ledger postings. A page is read through the indexes of the
 * three tables, without reading the lines before it. Every table is compared directly with the company id, not with
 * another table's column, so that Citus sends the statement unchanged to one server.
 */
import type { IsoDate } from '@quittance/contract/dates';
import { isoDateSchema } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { type Cents, cents, centsSchema } from '@quittance/contract/money';
import { statementKindSchema } from '@quittance/contract/statements/statement';
import { methodTypeSchema } from '@quittance/contract/vocabulary';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../platform/database/database.ts';
import type { CustomerKey } from '../platform/database/keys.ts';

export type StatementRange = CustomerKey & { timeZone: string; from: IsoDate; to: IsoDate };

export const placeSchema = z.tuple([z.string().max(40), z.int(), z.string().max(40)]);
export type StatementPlace = z.infer<typeof placeSchema>;

const centsText = z.coerce.number().pipe(centsSchema);

/**
 * Dates and amounts are parsed separately: for thousands of lines, a schema for each value would take most of the
 * time.
 */
const lineSchema = z.object({
  at: z.string(),
  rank: z.int(),
  tie: z.string(),
  on: z.string(),
  kind: statementKindSchema,
  reference: z.string().nullable(),
  title: z.string().nullable(),
  method: methodTypeSchema.nullable(),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  number: z.string().nullable(),
  charge: z.string(),
  credit: z.string(),
  held: z.string().nullable(),
});

type Amounts = { on: IsoDate; charge: Cents; credit: Cents; held: Cents | null };
export type StatementRow = Omit<z.infer<typeof lineSchema>, keyof Amounts> & Amounts;

const parseAmount = (text: string) => cents(Number(text));

function toLines(rows: unknown): StatementRow[] {
  const days = new Map<string, IsoDate>();
  const parseDay = (text: string): IsoDate => {
    const day = days.get(text) ?? isoDateSchema.parse(text);
    days.set(text, day);
    return day;
  };
  return z
    .array(lineSchema)
    .parse(rows)
    .map(({ on, charge, credit, held, ...line }) => ({
      ...line,
      on: parseDay(on),
      charge: parseAmount(charge),
      credit: parseAmount(credit),
      held: held === null ? null : parseAmount(held),
    }));
}

const [INVOICE_RANK, CHANGE_RANK, POSTING_RANK] = [0, 1, 2];

/** Paying an order or estimate also bills it, so it does not change the balance. */
const IS_BILLED_BY_PAYMENT = sql.raw(`(p.source like 'receivable:order:%'
  or p.source like 'receivable:estimate:%' or p.destination like 'receivable:order:%'
  or p.destination like 'receivable:estimate:%')`);

const IS_IN =
  sql.raw(`(p.destination like 'clearing:%' or p.destination in ('credit_notes', 'write_offs'))
  and p.source not like 'disputed:%' and p.refund_id is null`);
/** Applied credit settles an invoice and uses up what the customer had: the balance stays the same (R90). */
const IS_APPLIED = sql.raw(
  `p.source like 'receivable:%' and p.destination like 'customer_credit:%'`,
);
/** A credit note was voided, or a write-off withdrawn: what it settled is owed again. */
const IS_TAKEN_BACK = sql.raw(`p.source in ('credit_notes', 'write_offs')`);
/** R80: the amount of a failed refund is owed to the customer again. */
const IS_FAILED_REFUND = sql.raw(`p.destination like 'clearing:%' and p.refund_id is not null`);
const IS_REFUND = sql.raw(`p.source like 'clearing:%' and (p.destination like 'receivable:%'
  or p.destination = 'fee_income' or p.destination like 'customer_credit:%')`);
const IS_RETURN = sql.raw(`p.source = 'returns' and p.refund_id is null`);

/** Money that was returned twice (R42): the amount that a return or refund leaves in the account `returns`. */
const excessSql = (
  companyId: CompanyId,
) => sql`case when p.source like 'clearing:%' and p.destination = 'returns' then
  p.amount_cents - coalesce((select sum(part.amount_cents) from postings part
    where part.company_id = ${companyId} and part.attempt_id = p.attempt_id
      and part.source = 'returns' and part.refund_id is null and part.at = p.at), 0) else 0 end`;

const chargeSql = (companyId: CompanyId) => sql`case
  when ${IS_IN} then case when p.source = 'fee_income' or ${IS_BILLED_BY_PAYMENT}
    then p.amount_cents else 0 end
  when ${IS_FAILED_REFUND} then case when p.source like 'customer_credit:%'
    then 0 else p.amount_cents end
  when ${IS_REFUND} or ${IS_RETURN} or ${IS_APPLIED} or ${IS_TAKEN_BACK} then p.amount_cents
  else ${excessSql(companyId)} end`;

/** A refund leaves the debt settled (ADR 0038): the amount is paid back and credited. */
const creditSql = (companyId: CompanyId) => sql`case
  when ${IS_IN} or ${IS_FAILED_REFUND} or ${IS_APPLIED} then p.amount_cents
  when p.destination = 'fee_income' or ${IS_BILLED_BY_PAYMENT} then p.amount_cents
  when ${IS_REFUND} and p.destination like 'receivable:%' then p.amount_cents
  when ${IS_REFUND} or ${IS_RETURN} or ${IS_TAKEN_BACK} then 0
  else ${excessSql(companyId)} end`;

const KIND = sql`case
  when ${IS_IN} then case
    when p.source = 'fee_income' then 'FEE'
    when a.method = 'CREDIT_NOTE' then case when p.source like 'customer_credit:%'
      then 'CREDIT' else 'CREDIT_NOTE' end
    when p.source like 'customer_credit:%' then 'OVERPAYMENT'
    when p.destination = 'write_offs' then 'WRITE_OFF'
    when a.type = 'COMPENSATION' then 'WAIVER' else 'PAYMENT' end
  when ${IS_APPLIED} then 'CREDIT_APPLIED'
  when p.source = 'credit_notes' then 'CREDIT_NOTE_VOIDED'
  when p.source = 'write_offs' then 'WRITE_OFF_WITHDRAWN'
  when ${IS_FAILED_REFUND} then 'REFUND_FAILED'
  when ${IS_RETURN} then case
    when p.destination = 'fee_income' then 'FEE_RETURN'
    when p.destination like 'customer_credit:%' then 'OVERPAYMENT_RETURN'
    when a.type = 'COMPENSATION' then 'WAIVER_WITHDRAWN' else 'RETURN' end
  when p.source like 'disputed:%' then 'DISPUTE_CLOSED'
  when p.destination like 'disputed:%' then 'DISPUTE_OPENED'
  when p.destination = 'fee_income' then 'FEE_REFUND'
  when a.method = 'CREDIT_NOTE' then 'CREDIT_REFUND'
  when p.destination like 'customer_credit:%' then 'OVERPAYMENT_REFUND'
  when p.destination = 'returns' then 'REVIEW'
  else 'REFUND' end`;

/** A payer still owes what the company gave up as uncollectible. */
const isShown = (companyId: CompanyId) => sql`not (p.source like 'clearing:%'
  and p.destination = 'returns' and ${excessSql(companyId)} = 0)
  and not ('write_offs' in (p.source, p.destination) and exists (select from attempts given
    where given.company_id = ${companyId} and given.id = p.attempt_id and given.method = 'UNCOLLECTIBLE'))`;

/** Voiding turns an invoice into a draft again, which payers no longer see, including in statements. */
const IS_ISSUED = sql.raw(`i.status <> 'DRAFT'`);

/** The amount as issued. Later changes are separate lines. */
const billedBy = (companyId: CompanyId) => sql`i.total_cents - coalesce((select sum(c.amount_cents)
  from billing_changes c
  where c.company_id = ${companyId} and c.invoice_id = i.id and c.kind = 'REBILLED'), 0)`;

const startSql = (day: SQL, timeZone: string) =>
  sql`((${day})::date::timestamp at time zone ${timeZone})`;

type Span = { since: SQL; until: SQL };

function toInstants({ from, to, timeZone }: StatementRange): Span {
  return {
    since: startSql(sql`${from}`, timeZone),
    until: startSql(sql`${to}::date + 1`, timeZone),
  };
}

const isOwn = (alias: string, { companyId, customerId }: CustomerKey) =>
  sql`${sql.raw(alias)}.company_id = ${companyId} and ${sql.raw(alias)}.customer_id = ${customerId}`;

const TIME = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;
const AT_TEXT = sql.raw(`to_char(at at time zone 'UTC', ${TIME}) as at`);

type PageOf = { range: StatementRange; after: StatementPlace | null; limit: number };

/** The outer query filters by the whole position. These two conditions only bound the index range. */
const notBefore = (column: string, after: StatementPlace | null) =>
  after ? sql`and ${sql.raw(column)} >= ${after[0]}::timestamptz` : sql``;

function isAfter(rank: number, tie: SQL, { at, after }: { at: SQL; after: StatementPlace | null }) {
  if (!after) return sql``;
  return sql`and (${at}, ${rank}::int, ${tie} collate "C")
    > (${after[0]}::timestamptz, ${after[1]}::int, ${after[2]}::text collate "C")`;
}

function invoicesSql({ range, after, limit }: PageOf): SQL {
  const { from, to, timeZone } = range;
  const at = startSql(sql`i.opened_on`, timeZone);
  const day = sql`(${after?.[0] ?? null}::timestamptz at time zone ${timeZone})::date`;
  return sql`(select ${at} as at, ${INVOICE_RANK}::int as rank, i.id::text as tie, 'INVOICE' as kind,
      i.account_ref as reference, i.product_name as title, null::text as method,
      null::text as brand, null::text as last4, null::text as number,
      ${billedBy(range.companyId)} as charge, i.paid_before_cents as credit,
      null::bigint as held
    from invoices i
    where ${isOwn('i', range)} and ${IS_ISSUED} and i.opened_on between ${from} and ${to}
      ${after ? sql`and i.opened_on >= ${day}` : sql``}
      ${isAfter(INVOICE_RANK, sql`i.id::text`, { at, after })}
    order by i.opened_on, i.id limit ${limit})`;
}

function changesSql({ range, after, limit }: PageOf): SQL {
  const { since, until } = toInstants(range);
  return sql`(select c.at, ${CHANGE_RANK}::int as rank, c.id::text as tie, c.kind,
      i.account_ref as reference, i.product_name as title, null::text as method,
      null::text as brand, null::text as last4, null::text as number,
      greatest(c.amount_cents, 0) as charge,
      greatest(-c.amount_cents, 0) as credit, null::bigint as held
    from billing_changes c
      join invoices i on i.company_id = ${range.companyId} and i.id = c.invoice_id
    where ${isOwn('c', range)} and ${IS_ISSUED} and c.at >= ${since} and c.at < ${until}
      ${notBefore('c.at', after)}
      ${isAfter(CHANGE_RANK, sql`c.id::text`, { at: sql`c.at`, after })}
    order by c.at, c.id limit ${limit})`;
}

const RECEIVABLE_OF = sql.raw(`case when p.source like 'receivable:%' then p.source
  when p.destination like 'receivable:%' then p.destination end`);
const UUID_LENGTH = 36;
/**
 * Account names are distinguished by length, because the three kinds differ in length. A pattern match would take
 * two thirds of the statement's time.
 */
const idIn = (prefix: string) =>
  sql`case when length(${RECEIVABLE_OF}) = ${sql.raw(String(prefix.length + UUID_LENGTH))}
    then right(${RECEIVABLE_OF}, ${sql.raw(String(UUID_LENGTH))})::uuid end`;
const TIE = sql`lpad(p.id::text, 20, '0')`;

/**
 * The ids are computed before the other tables are joined, because row-level security keeps functions out of index
 * conditions.
 */
function postingsSql({ range, after, limit }: PageOf): SQL {
  const { companyId } = range;
  const { since, until } = toInstants(range);
  return sql`(select p.at, ${POSTING_RANK}::int as rank, ${TIE} as tie, ${KIND} as kind,
      coalesce(i.account_ref, o.order_ref, e.estimate_ref,
        case when p.account is null then ai.account_ref end) as reference,
      i.product_name as title, a.method, a.method_brand as brand, a.method_last4 as last4,
      a.reference as number,
      ${chargeSql(companyId)} as charge, ${creditSql(companyId)} as credit,
      case when p.source like 'disputed:%' or p.destination like 'disputed:%'
        then p.amount_cents end as held
    from (select p.*, ${RECEIVABLE_OF} as account, ${idIn('receivable:')} as invoice_id,
          ${idIn('receivable:order:')} as order_id, ${idIn('receivable:estimate:')} as estimate_id
        from postings p
        where ${isOwn('p', range)} and p.at >= ${since} and p.at < ${until}
          ${notBefore('p.at', after)}
          and ${isShown(companyId)} ${isAfter(POSTING_RANK, TIE, { at: sql`p.at`, after })}
        order by p.at, p.id limit ${limit}) p
      join attempts a on a.company_id = ${companyId} and a.id = p.attempt_id
      left join invoices i on i.company_id = ${companyId} and i.id = p.invoice_id
      left join invoices ai on ai.company_id = ${companyId} and ai.id = a.invoice_id
      left join orders o on o.company_id = ${companyId} and o.id = p.order_id
      left join estimates e on e.company_id = ${companyId} and e.id = p.estimate_id)`;
}

export async function listStatementLines(tx: Tx, page: PageOf): Promise<StatementRow[]> {
  const { timeZone } = page.range;
  const { rows } = await tx.execute(sql`
    select ${AT_TEXT}, rank, tie, (at at time zone ${timeZone})::date::text as "on", kind, reference,
      title, method, brand, last4, number, charge::text, credit::text, held::text
    from (${invoicesSql(page)} union all ${changesSql(page)} union all ${postingsSql(page)}) line
    order by line.at, rank, tie collate "C" limit ${page.limit}`);
  return toLines(rows);
}

const sumsSchema = z.object({
  opening: centsText,
  charges: centsText,
  credits: centsText,
  lines: z.coerce.number().int(),
});
export type StatementSums = z.infer<typeof sumsSchema>;

export async function sumStatement(tx: Tx, range: StatementRange): Promise<StatementSums> {
  const { since, until } = toInstants(range);
  const { companyId, from, to } = range;
  const { rows } = await tx.execute(sql`
    select coalesce(sum(charge - credit) filter (where not is_inside), 0)::text as opening,
      coalesce(sum(charge) filter (where is_inside), 0)::text as charges,
      coalesce(sum(credit) filter (where is_inside), 0)::text as credits,
      count(*) filter (where is_inside)::text as lines
    from (
      select ${billedBy(companyId)} as charge, i.paid_before_cents as credit, i.opened_on >= ${from} as is_inside
        from invoices i where ${isOwn('i', range)} and ${IS_ISSUED} and i.opened_on <= ${to}
      union all
      select greatest(c.amount_cents, 0), greatest(-c.amount_cents, 0), c.at >= ${since}
        from billing_changes c
          join invoices i on i.company_id = ${companyId} and i.id = c.invoice_id
        where ${isOwn('c', range)} and c.at < ${until} and ${IS_ISSUED}
      union all
      select ${chargeSql(companyId)}, ${creditSql(companyId)}, p.at >= ${since}
        from postings p where ${isOwn('p', range)} and p.at < ${until}
          and ${isShown(companyId)}
    ) line`);
  return sumsSchema.parse(rows[0]);
}
