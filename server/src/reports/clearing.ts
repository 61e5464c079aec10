/**
 * The contents of each processor's clearing account at the end of a day (R92): payments that no booked payout contains,
 * and what else is open. The items are found by the references of charges, the balance by the journal; they agree.
 */
import { JOURNAL_ACCOUNTS } from '@quittance/contract/companies/journal-account-schemas';
import {
  addDays,
  compareDates,
  type IsoDate,
  isoDate,
  isoDateSchema,
} from '@quittance/contract/dates';
import { addCents, type Cents, centsSchema, subtractCents, ZERO } from '@quittance/contract/money';
import {
  PROCESSOR_DESCRIPTIONS,
  PROCESSORS,
  type ProcessorName,
} from '@quittance/contract/processors/registry';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { csvRow, decimal } from '../kernel/csv.ts';
import type { Deps } from '../kernel/deps.ts';
import { invalidField } from '../kernel/errors.ts';
import type { Actor } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { findCalendar, sumEntries, toFile } from './journal.ts';
import { listPayoutEntries, midnight } from './payout-entries.ts';
import type { Range } from './report.ts';

const kindSchema = z.enum(['payment', 'changed', 'unknown', 'opaque', 'returned']);

const ITEMS: Readonly<Record<z.infer<typeof kindSchema>, string>> = {
  payment: 'Payment not paid out yet',
  changed: 'Payment changed after its payout',
  unknown: 'Payment paid out but not recorded here',
  opaque: 'Payout without a list of its contents',
  returned: 'Payout returned by the bank',
};

const itemRows = z.array(
  z.object({
    kind: kindSchema,
    date: isoDateSchema,
    invoice: z.string().nullable(),
    reference: z.string().nullable(),
    amount: z.coerce.number().pipe(centsSchema),
  }),
);

async function listItems(
  tx: Tx,
  { companyId, timeZone, to }: Omit<Range, 'from'>,
  processor: ProcessorName,
) {
  const until = midnight(addDays(to, 1), timeZone);
  const account = `clearing:${processor}`;
  const { rows } = await tx.execute(sql`
    with posted as (
      select a.processor_reference as reference, min(a.invoice_id::text)::uuid as invoice_id, min(p.at) as at,
        sum(case p.destination when ${account} then p.amount_cents else -p.amount_cents end) as cents
      from postings p
      join attempts a on a.company_id = ${companyId} and a.id = p.attempt_id
      where p.company_id = ${companyId} and p.at < ${until} and ${account} in (p.source, p.destination)
      group by 1),
    booked as (
      select p.id, p.processor_reference, p.booked_at, p.reversed_at, p.itemized_at is null as is_opaque,
        p.amount_cents,
        coalesce(p.reversed_at < ${until}, false) as is_reversed
      from payouts p
      where p.company_id = ${companyId} and p.processor = ${processor} and p.booked_at < ${until}),
    lines as (
      select l.charge_reference, l.item_reference, l.gross_cents, b.booked_at
      from booked b
      join payout_lines l on l.company_id = ${companyId} and l.payout_id = b.id
      where l.is_ours),
    cleared as (
      select l.charge_reference as reference, min(l.booked_at) as at, sum(l.gross_cents) as cents
      from lines l where l.charge_reference is not null group by 1),
    repaid as (
      select l.item_reference as reference, sum(l.gross_cents) as cents
      from lines l where l.charge_reference is null group by 1),
    items as (
      select case when c.reference is null then 'payment' when p.cents is null then 'unknown' else 'changed' end
          as kind,
        coalesce(p.at, c.at) as at, p.invoice_id, coalesce(p.reference, c.reference) as reference,
        coalesce(p.cents, 0) - coalesce(c.cents, 0) as cents
      from posted p full join cleared c on c.reference = p.reference
      union all
      select case when b.is_reversed then 'returned' else 'opaque' end,
        case when b.is_reversed then b.reversed_at else b.booked_at end, null, b.processor_reference,
        case when b.is_reversed then b.amount_cents else 0 end
          - case when b.is_opaque then b.amount_cents else 0 end - coalesce(r.cents, 0)
      from booked b left join repaid r on r.reference = b.processor_reference)
    select i.kind, to_char(i.at at time zone ${timeZone}, 'YYYY-MM-DD') as date, v.account_ref as invoice,
      i.reference, i.cents as amount
    from items i
    left join invoices v on v.company_id = ${companyId} and v.id = i.invoice_id
    where i.cents <> 0
    order by i.at, i.reference collate "C", i.kind`);
  return itemRows.parse(rows);
}

const FIRST_DAY = isoDate('2000-01-01');

/** Sums the clearing accounts over the whole journal. */
async function sumBalances(tx: Tx, whole: Omit<Range, 'from'>) {
  const range = { ...whole, from: FIRST_DAY };
  const balances = new Map<string, Cents>();
  const add = (account: string, amount: Cents) =>
    balances.set(account, addCents(balances.get(account) ?? ZERO, amount));
  for (const { account, debit, credit } of await sumEntries(tx, range)) {
    add(account, subtractCents(debit, credit));
  }
  for (const { debits } of await listPayoutEntries(tx, range)) {
    for (const { account, amountCents } of debits) add(account, amountCents);
  }
  return (account: string) => balances.get(account) ?? ZERO;
}

export async function getClearing(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { actor, asOf }: { actor: Actor; asOf?: IsoDate | undefined },
): Promise<Uint8Array<ArrayBuffer>> {
  const { company, today } = await findCalendar(tx, deps, actor);
  const to = asOf ?? addDays(today, -1);
  if (compareDates(to, today) >= 0)
    throw invalidField('query.asOf', `Expected a day before ${today}.`);
  const { companyId, timeZone } = company;
  const names = { ...JOURNAL_ACCOUNTS, ...company.journalAccounts };
  const balance = await sumBalances(tx, { companyId, timeZone, to });
  const parts = ['Account,Item,Date,Invoice,Reference,Amount\r\n'];
  const used = PROCESSORS.filter((name) => name === company.processor || balance(name) !== 0);
  for (const processor of used) {
    const { hasPayouts, displayName } = PROCESSOR_DESCRIPTIONS[processor];
    const row = (texts: readonly (string | null)[], amount: Cents | null) =>
      parts.push(csvRow([names[processor], ...texts], [amount === null ? '' : decimal(amount)]));
    const inJournal = ['Balance in the journal', to, null, null];
    if (!hasPayouts) {
      row(
        [`${displayName} reports no payouts: enter its deposits and fees`, null, null, null],
        null,
      );
      row(inJournal, balance(processor));
      continue;
    }
    const items = await listItems(tx, { companyId, timeZone, to }, processor);
    for (const { kind, date, invoice, reference, amount } of items) {
      row([ITEMS[kind], date, invoice, reference], amount);
    }
    const total = addCents(...items.map(({ amount }) => amount));
    row(['Total of the items', to, null, null], total);
    row(inJournal, balance(processor));
    row(['Difference', to, null, null], subtractCents(balance(processor), total));
  }
  return toFile(parts.join(''));
}
