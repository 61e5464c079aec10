/**
 * Payouts in the journal (R92). They are booked once, at the time when they were known to be paid and itemized, so a
 * day that is over never changes. Nothing is posted: the ledger does not depend on what a processor reports (R96).
 */
import type { JournalAccount } from '@quittance/contract/companies/journal-account-schemas';
import { addDays, type IsoDate, isoDateSchema } from '@quittance/contract/dates';
import {
  addCents,
  type Cents,
  cents,
  centsSchema,
  subtractCents,
  ZERO,
} from '@quittance/contract/money';
import { processorSchema } from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../platform/database/database.ts';
import type { Range } from './report.ts';

const centsText = z.coerce.number().pipe(centsSchema);

const bookedRows = z.array(
  z.object({
    date: isoDateSchema,
    processor: processorSchema,
    reference: z.string(),
    isReversal: z.boolean(),
    paid: centsText,
    fees: centsText,
    cleared: centsText,
  }),
);
type Booked = z.infer<typeof bookedRows>[number];

export const midnight = (day: IsoDate, timeZone: string) =>
  sql`(${day}::date::timestamp at time zone ${timeZone})`;

/** The whole amount of a payout without lines is cleared: what it contains is not known. */
async function listBooked(tx: Tx, { companyId, timeZone, from, to }: Range): Promise<Booked[]> {
  const { rows } = await tx.execute(sql`
    select to_char(e.at at time zone ${timeZone}, 'YYYY-MM-DD') as date, p.processor,
      p.processor_reference as reference, e.is_reversal as "isReversal", p.amount_cents as paid,
      p.fee_cents as fees, case when p.itemized_at is null then p.amount_cents else coalesce((
        select sum(l.gross_cents) from payout_lines l
        where l.company_id = ${companyId} and l.payout_id = p.id and l.is_ours), 0) end as cleared
    from payouts p
    cross join lateral (values (p.booked_at, false), (p.reversed_at, true)) e (at, is_reversal)
    where p.company_id = ${companyId} and e.at >= ${midnight(from, timeZone)}
      and e.at < ${midnight(addDays(to, 1), timeZone)}
    order by 1, e.is_reversal, p.created_at, p.processor_reference collate "C"`);
  return bookedRows.parse(rows);
}

export type PayoutEntry = {
  date: IsoDate;
  /** Counts the entries of its day from 1. */
  number: number;
  description: string;
  /** A negative amount is credited. */
  debits: readonly { account: JournalAccount; amountCents: Cents }[];
};

/**
 * Items that were not made here, and amounts that the processor does not explain, go to an account of their own, so
 * the clearing account holds only what was paid here.
 */
function toDebits({ processor, isReversal, paid, fees, cleared }: Booked): PayoutEntry['debits'] {
  const clearing = cents(-cleared);
  // A payout that came back is at the processor again, until the next one contains it.
  if (isReversal) {
    return [
      { account: processor, amountCents: paid },
      { account: 'bank', amountCents: cents(-paid) },
    ];
  }
  return [
    { account: 'bank', amountCents: paid },
    { account: 'processorFees', amountCents: fees },
    { account: processor, amountCents: clearing },
    { account: 'otherPayouts', amountCents: subtractCents(cleared, addCents(paid, fees)) },
  ];
}

export async function listPayoutEntries(tx: Tx, range: Range): Promise<PayoutEntry[]> {
  const booked = await listBooked(tx, range);
  const counts = new Map<IsoDate, number>();
  return booked.map((payout) => {
    const { date, reference, isReversal } = payout;
    const number = (counts.get(date) ?? 0) + 1;
    counts.set(date, number);
    return {
      date,
      number,
      description: `${isReversal ? 'Payout returned by the bank' : 'Payout'} ${reference}`,
      debits: toDebits(payout).filter(({ amountCents }) => amountCents !== ZERO),
    };
  });
}
