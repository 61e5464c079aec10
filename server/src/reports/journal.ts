/**
 * The journal of a company's ledger and payouts per day, and what each invoice owes as of a day (R92). Both are computed
 * from rows that are never changed, so a repeated call for complete days gives the same file.
 */
import {
  JOURNAL_ACCOUNTS,
  type JournalAccount,
  type JournalAccounts,
} from '@quittance/contract/companies/journal-account-schemas';
import {
  addDays,
  compareDates,
  daysBetween,
  type IsoDate,
  isoDateSchema,
} from '@quittance/contract/dates';
import {
  addCents,
  type Cents,
  cents,
  centsSchema,
  maxCents,
  ZERO,
} from '@quittance/contract/money';
import {
  JOURNAL_DAYS_MAX,
  type JournalFormat,
  type JournalQuery,
} from '@quittance/contract/reports/journal-schemas';
import { invariant } from '@quittance/domain/invariant';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { findCompany } from '../companies/store.ts';
import { csvCell, csvRow, decimal } from '../kernel/csv.ts';
import type { Deps } from '../kernel/deps.ts';
import { invalidField } from '../kernel/errors.ts';
import type { Actor } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { listPayoutEntries, midnight, type PayoutEntry } from './payout-entries.ts';
import { owedRows, type Range } from './report.ts';

const centsText = z.coerce.number().pipe(centsSchema);

const accountSchema = z
  .string()
  .transform((name) => name as JournalAccount) // because the statement names only these
  .refine((name) => name in JOURNAL_ACCOUNTS);

const entryRows = z.array(
  z.object({ date: isoDateSchema, account: accountSchema, debit: centsText, credit: centsText }),
);
type Entry = z.infer<typeof entryRows>[number];

/** A waiver is posted like a payment without a processor, but no money moved (R11). */
const accountSql = (account: SQL) => sql`case
  when ${account} like 'receivable:%' then 'receivable'
  when ${account} like 'customer_credit:%' then 'customerCredit'
  when ${account} like 'disputed:%' then 'disputed'
  when ${account} like 'clearing:%' then case a.method when 'NEGOTIATION' then 'waived'
    else split_part(${account}, ':', 2) end
  when ${account} = 'fee_income' then 'feeIncome'
  when ${account} = 'credit_notes' then 'creditNotes'
  when ${account} = 'write_offs' then 'writtenOff'
  else ${account} end`;

/** A posting moves its amount to the account that is debited, from the account that is credited. */
export async function sumEntries(
  tx: Tx,
  { companyId, timeZone, from, to }: Range,
): Promise<Entry[]> {
  const { rows } = await tx.execute(sql`
    select to_char(m.at at time zone ${timeZone}, 'YYYY-MM-DD') as date, m.account,
      sum(m.debit) as debit, sum(m.credit) as credit
    from (
      select p.at, side.account, side.debit, side.credit
      from postings p
      join attempts a on a.company_id = ${companyId} and a.id = p.attempt_id
      cross join lateral (values
        (${accountSql(sql`p.destination`)}, p.amount_cents, 0::bigint),
        (${accountSql(sql`p.source`)}, 0::bigint, p.amount_cents)) side (account, debit, credit)
      where p.company_id = ${companyId} and p.at >= ${midnight(from, timeZone)}
        and p.at < ${midnight(addDays(to, 1), timeZone)}) m
    group by 1, 2 order by 1, m.account collate "C"`);
  return entryRows.parse(rows);
}

type Line = {
  date: IsoDate;
  number: string;
  description: string;
  account: JournalAccount;
  debit: Cents;
  credit: Cents;
};

const toNumber = (date: IsoDate) => `Q-${date.replaceAll('-', '')}`;

/** Debits and credits of an account are separate lines, so that each agrees with the processor's statements. */
function toLines({ date, account, debit, credit }: Entry): Line[] {
  const entry = { date, number: toNumber(date), description: 'Payments', account };
  return [
    { ...entry, debit, credit: ZERO },
    { ...entry, debit: ZERO, credit },
  ].filter((line) => line.debit > 0 || line.credit > 0);
}

const toPayoutLines = ({ date, number, description, debits }: PayoutEntry): Line[] =>
  debits.map(({ account, amountCents }) => ({
    date,
    number: `${toNumber(date)}-P${number}`,
    description,
    account,
    debit: maxCents(amountCents, ZERO),
    credit: maxCents(cents(-amountCents), ZERO),
  }));

const amount = (value: Cents) => (value === 0 ? '' : decimal(value));

/** '2026-11-15' as 11/15/2026 */
function toSlashed(date: IsoDate): string {
  const [year, month, day] = date.split('-');
  return [month, day, year].join('/');
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** '2026-11-15' as 15 Nov 2026: Xero reads numbers by the country of its user. */
function toNamedMonth(date: IsoDate): string {
  const [year, month, day] = date.split('-');
  return [day, MONTHS[Number(month) - 1], year].join(' ');
}

type Columns = { head: string; row: (line: Line, names: JournalAccounts) => string };

const FORMATS: Readonly<Record<JournalFormat, Columns>> = {
  generic: {
    head: 'Date,Journal,Account,Debit,Credit,Description\r\n',
    row: ({ date, number, description, account, debit, credit }, names) => {
      const amounts = [amount(debit), amount(credit), csvCell(description)];
      return csvRow([date, number, names[account]], amounts);
    },
  },
  quickbooks: {
    head: 'JournalNo,JournalDate,AccountName,Debits,Credits,Description,Name\r\n',
    row: ({ date, number, description, account, debit, credit }, names) => {
      const name = account === 'receivable' ? names.quickBooksCustomer : null;
      const amounts = [amount(debit), amount(credit), csvCell(description), csvCell(name)];
      return csvRow([number, toSlashed(date), names[account]], amounts);
    },
  },
  xero: {
    head: '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount\r\n',
    row: ({ date, number, description, account, debit, credit }, names) => {
      const signed = debit > 0 ? decimal(debit) : `-${decimal(credit)}`;
      const texts = [number, toNamedMonth(date), description];
      return csvRow([...texts, names[account], names.taxRate], [signed]);
    },
  },
};

export async function findCalendar(tx: Tx, { clock }: Pick<Deps, 'clock'>, { companyId }: Actor) {
  const company = await findCompany(tx, companyId);
  invariant(company, 'an actor has a company');
  return { company, today: clock.today(company.timeZone) };
}

export const toFile = (text: string) => Buffer.from(text);

export async function getJournal(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { actor, query }: { actor: Actor; query: JournalQuery },
): Promise<Uint8Array<ArrayBuffer>> {
  const { from, to, format } = query;
  const { company, today } = await findCalendar(tx, deps, actor);
  // A day that is not over would give another file later.
  if (compareDates(to, today) >= 0)
    throw invalidField('query.to', `Expected a day before ${today}.`);
  const length = daysBetween({ from, to }) + 1;
  if (length < 1 || length > JOURNAL_DAYS_MAX) {
    const days = `at most ${JOURNAL_DAYS_MAX} days before \`to\``;
    throw invalidField('query.from', `Expected \`to\` or an earlier day, ${days}.`);
  }
  const { companyId, timeZone } = company;
  const range = { companyId, timeZone, from, to };
  const lines = [
    ...(await sumEntries(tx, range)).flatMap(toLines),
    ...(await listPayoutEntries(tx, range)).flatMap(toPayoutLines),
  ].sort((one, other) => compareDates(one.date, other.date));
  const names = { ...JOURNAL_ACCOUNTS, ...company.journalAccounts };
  const { head, row } = FORMATS[format];
  return toFile(head + lines.map((line) => row(line, names)).join(''));
}

const agingRows = z.array(
  z.object({
    customer: z.string(),
    customerRef: z.string(),
    accountRef: z.string(),
    dueOn: isoDateSchema,
    owed: centsText,
  }),
);

/** The same sums as on a statement (R60), per invoice: billed, changed, settled and returned by the end of a day. */
function owedSql({ companyId, timeZone, to }: Omit<Range, 'from'>): SQL {
  const until = midnight(addDays(to, 1), timeZone);
  return sql`
    with settled as (
      select case when p.source like 'receivable:%' then p.source else p.destination end as account,
        sum(case when p.source like 'receivable:%' then p.amount_cents
          when p.source in ('returns', 'credit_notes', 'write_offs') or p.source like 'customer_credit:%'
            then -p.amount_cents else 0 end) as cents
      from postings p
      where p.company_id = ${companyId} and p.at < ${until} and p.refund_id is null
        and (p.source like 'receivable:%' or p.destination like 'receivable:%')
      group by 1),
    changed as (
      select b.invoice_id, coalesce(sum(b.amount_cents) filter (where b.kind = 'REOPENED' and b.at < ${until}), 0)
        - coalesce(sum(b.amount_cents) filter (where b.kind = 'REBILLED' and b.at >= ${until}), 0) as cents
      from billing_changes b where b.company_id = ${companyId} group by 1),
    owed as (
      select i.customer_id, i.account_ref, i.due_on,
        i.total_cents - i.paid_before_cents + coalesce(b.cents, 0) - coalesce(s.cents, 0) as cents
      from invoices i
      left join settled s on s.account = 'receivable:' || i.id
      left join changed b on b.invoice_id = i.id
      where i.company_id = ${companyId} and i.opened_on <= ${to}::date
        and (i.voided_at >= ${until} or (i.voided_at is null and i.status <> 'DRAFT')))`;
}

async function listOwed(tx: Tx, range: Omit<Range, 'from'>) {
  const { rows } = await tx.execute(sql`${owedSql(range)}
    select coalesce(c.business_name, c.first_name || ' ' || c.last_name) as customer,
      c.customer_ref as "customerRef", o.account_ref as "accountRef", o.due_on::text as "dueOn", o.cents as owed
    from owed o
    join customers c on c.company_id = ${range.companyId} and c.id = o.customer_id
    where o.cents > 0
    order by c.name_key, c.id, o.due_on, o.account_ref collate "C"`);
  return agingRows.parse(rows);
}

/** The amounts of the aging, by age as `sumOwed` returns them. */
export async function sumOwedAt(tx: Tx, range: Omit<Range, 'from'>) {
  const { rows } = await tx.execute(sql`${owedSql(range)}
    select greatest(least(ceil((${range.to}::date - o.due_on) / ${BUCKET_DAYS}::numeric), ${BUCKETS.length - 1}), 0)::int
        as bucket, count(*) as count, sum(o.cents) as amount
    from owed o where o.cents > 0 group by 1`);
  return owedRows.parse(rows);
}

const BUCKETS = ['Not due', '1-30', '31-60', '61-90', '90+'] as const;
const BUCKET_DAYS = 30;

function toBucket(overdueDays: number): (typeof BUCKETS)[number] {
  const index = Math.min(Math.ceil(overdueDays / BUCKET_DAYS), BUCKETS.length - 1);
  return BUCKETS[Math.max(index, 0)] ?? 'Not due';
}

export async function getAging(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { actor, asOf }: { actor: Actor; asOf?: IsoDate | undefined },
): Promise<Uint8Array<ArrayBuffer>> {
  const { company, today } = await findCalendar(tx, deps, actor);
  const day = asOf ?? today;
  if (compareDates(day, today) > 0)
    throw invalidField('query.asOf', `Expected ${today} or an earlier day.`);
  const { companyId, timeZone } = company;
  const owed = await listOwed(tx, { companyId, timeZone, to: day });
  const rows = owed.map(({ customer, customerRef, accountRef, dueOn, owed: cents }) => {
    const overdueDays = daysBetween({ from: dueOn, to: day });
    const age = [toBucket(overdueDays), decimal(cents)];
    return csvRow([customer, customerRef, accountRef, dueOn], age);
  });
  const total = addCents(...owed.map((row) => row.owed));
  const head = 'Customer,Customer number,Invoice,Due,Days overdue,Balance\r\n';
  return toFile(
    `${head}${rows.join('')}${csvRow(['Total', null, null, null], ['', decimal(total)])}`,
  );
}
