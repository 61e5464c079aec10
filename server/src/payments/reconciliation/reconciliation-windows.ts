/**
 * Reads both sides of a reconciliation in time windows: our attempts, and the processor's list of charges. Memory
 * is bounded by one window, regardless of the number of charges.
 */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyRow } from '../../companies/store.ts';
import { addMs } from '../../kernel/clock.ts';
import { forEachAtMost } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import { listDisputes } from '../../ledger/disputes.ts';
import {
  attemptsBetween,
  attemptsNamed,
  createdEvery,
  type ProcessorScope,
} from '../../ledger/reconciliation-rows.ts';
import type { ListedCharge, Processor, TimeSpan } from '../../processors/processor.ts';
import { type Records, referencesIn } from './find-differences.ts';

/** Maximum number of our attempts in a window, unless more were made within one millisecond. */
const WINDOW_ATTEMPTS = 5000;
/** A list may contain charges of other systems, which we cannot count. */
const WINDOW_MS_MAX = 86_400_000;
/** Lists overlap by this much, because the processor's clock differs from ours. Missed charges are looked up. */
const EDGE_MS = 60_000;

type ReconciliationScope = { company: CompanyRow; processor: Processor };

function toAccount({ companyId, processor }: CompanyRow): ProcessorScope {
  return { companyId, processor };
}

function toDays({ from, to }: TimeSpan): Instant[] {
  const days: Instant[] = [];
  for (let at = from; at < to; at = addMs(at, WINDOW_MS_MAX)) days.push(at);
  return days;
}

export async function findWindows(
  deps: Deps,
  { company, processor }: ReconciliationScope,
  { from, to }: TimeSpan,
): Promise<TimeSpan[]> {
  const account = toAccount(company);
  const days = processor.charges.list ? toDays({ from, to }) : [from];
  const full = await deps.database.inCompany(account, (tx) =>
    createdEvery(tx, account, { from, to, count: WINDOW_ATTEMPTS }),
  );
  const starts = [...new Set([...days, ...full])].sort();
  return starts.map((start, index) => ({ from: start, to: starts[index + 1] ?? to }));
}

type Listing = { charges: ListedCharge[]; unanswered: Attempt[] };

/** For a processor without a list: looks up every attempt by its reference. */
async function lookUpEach(
  { concurrency }: Deps,
  processor: Processor,
  attempts: readonly Attempt[],
): Promise<Listing> {
  const listing: Listing = { charges: [], unanswered: [] };
  await forEachAtMost(concurrency.lookups, attempts, async (attempt) => {
    const { id: reference, processorReference, method } = attempt;
    const found = await processor.charges.lookup({ reference, processorReference });
    const kind = method === 'ACH' ? 'ach' : 'card';
    if (found.kind === 'unknown') listing.unanswered.push(attempt);
    else if (found.kind !== 'not_found') {
      listing.charges.push({ reference, invoiceRef: null, kind, outcome: found });
    }
  });
  return listing;
}

export type Comparison = {
  window: TimeSpan;
  /** A clean reconciliation has already found the attempts up to this time. */
  cleanUntil: Instant | null;
  /** Newer attempts may not be in the list yet. */
  expectedUntil: Instant;
};

export type Sides = Listing & Records;

const isDisputed = ({ outcome }: ListedCharge) =>
  'disputes' in outcome && outcome.disputes !== undefined;

/**
 * Reads the processor's list first. An attempt is stored before it is charged, so every listed charge has its
 * attempt.
 */
export async function readBothSides(
  deps: Deps,
  { company, processor }: ReconciliationScope,
  { window, cleanUntil, expectedUntil }: Comparison,
): Promise<Sides> {
  const account = toAccount(company);
  const listed = await processor.charges.list?.({
    from: addMs(window.from, -EDGE_MS),
    to: addMs(window.to, EDGE_MS),
  });
  const { charges, unanswered } = listed
    ? { charges: listed, unanswered: [] }
    : await lookUpEach(
        deps,
        processor,
        await deps.database.inCompany(account, (tx) => attemptsBetween(tx, account, window)),
      );
  const { named, ours, disputes } = await deps.database.inCompany(account, async (tx) => ({
    named: await attemptsNamed(tx, account, referencesIn(charges)),
    ours: await attemptsBetween(tx, account, window),
    disputes: await listDisputes(
      tx,
      company.companyId,
      referencesIn(charges.filter(isDisputed)).ids,
    ),
  }));
  const asked = new Set(unanswered.map(({ id }) => id));
  const expected = ours.filter(
    ({ id, createdAt }) =>
      createdAt <= expectedUntil &&
      (cleanUntil === null || createdAt > cleanUntil) &&
      !asked.has(id),
  );
  return { charges, unanswered, named, disputes, expected };
}
