/**
 * One company's books against its processor's, both ways: what we took and what they say they took.
 * Whatever differs is told to a person (`fatal` in the log) and counted; whatever can be put right by
 * asking goes through settle(). Where a processor has no list, only attempts of ours can be asked for,
 * and a charge that nobody here knows of stays unseen.
 */
import type { Instant } from '@quittance/contract/dates';
import { addMs } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import type { ListedCharge, Processor } from '../../processors/processor.ts';
import type { CompanyRow } from '../../storage/billing/companies.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';
import {
  attemptsNamed,
  attemptsSince,
  insertReconciliation,
  oldestUndecided,
  type Reconciliation,
  reconciledUntil,
} from '../../storage/payments/reconciliations.ts';
import { compare, type Difference, type Finding, namesIn } from './reconcile-compare.ts';
import { recordOrphan } from './reconcile-orphan.ts';
import { resolveAttempt } from './resolve.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export const SPAN_MS = 3 * DAY_MS;
/** An undecided attempt stretches the span, but not for ever. */
const SPAN_MS_MAX = 60 * DAY_MS;
/** Their clock is not ours, and what was charged a moment ago may not be listed yet. */
const SLACK_MS = 10 * MINUTE_MS;

export type BooksOf = { company: CompanyRow; processor: Processor };

type Span = { from: Instant; to: Instant };

/** Everything that can still change its mind is within the span. */
async function spanFor(deps: Deps, { companyId, processor }: CompanyRow): Promise<Span> {
  const to = deps.clock.now();
  const oldest = await deps.database.inCompany({ companyId }, (tx) =>
    oldestUndecided(tx, { companyId, processor }),
  );
  const wanted = [addMs(to, -SPAN_MS), ...(oldest ? [addMs(oldest, -SLACK_MS)] : [])].sort();
  const [earliest = to] = wanted;
  const limit = addMs(to, -SPAN_MS_MAX);
  return { from: earliest < limit ? limit : earliest, to };
}

type Lines = { charges: ListedCharge[]; unanswered: Attempt[] };

/** Without a list, every attempt is asked for by its reference. */
async function askForEach(processor: Processor, attempts: readonly Attempt[]): Promise<Lines> {
  const lines: Lines = { charges: [], unanswered: [] };
  for (const attempt of attempts) {
    const { id: reference, processorReference, method } = attempt;
    const found = await processor.charges.lookup({ reference, processorReference });
    const kind = method === 'ACH' ? 'ach' : 'card';
    if (found.kind === 'unknown') lines.unanswered.push(attempt);
    else if (found.kind !== 'not_found') {
      lines.charges.push({ reference, invoiceRef: null, kind, outcome: found });
    }
  }
  return lines;
}

type Sides = Lines & { named: Attempt[]; expected: Attempt[] };

/** Theirs first: an attempt is written before it is charged, so whatever they list we then know. */
async function readBothSides(deps: Deps, { company, processor }: BooksOf, span: Span) {
  const books = { companyId: company.companyId, processor: company.processor };
  const ours = () => deps.database.inCompany(books, (tx) => attemptsSince(tx, books, span.from));
  const listed = await processor.charges.list?.({ from: span.from, to: addMs(span.to, SLACK_MS) });
  const { charges, unanswered } = listed
    ? { charges: listed, unanswered: [] }
    : await askForEach(processor, await ours());
  const { cleanUntil } = await deps.database.inCompany(books, (tx) => reconciledUntil(tx, books));
  const named = await deps.database.inCompany(books, (tx) =>
    attemptsNamed(tx, books, namesIn(charges)),
  );
  const asked = new Set(unanswered.map(({ id }) => id));
  const youngest = addMs(span.to, -SLACK_MS);
  // What a comparison without differences has covered was found there once.
  const expected = (await ours()).filter(
    ({ id, createdAt }) =>
      createdAt <= youngest && (cleanUntil === null || createdAt > cleanUntil) && !asked.has(id),
  );
  return { charges, unanswered, named, expected } satisfies Sides;
}

const WORDS: Readonly<Record<Difference, string>> = {
  orphan: 'a charge was found at the processor that we knew nothing of; it is now an attempt',
  unplaced: 'a charge at the processor carries our reference and belongs to nothing we know',
  doubled: 'money was taken more than once under one reference',
  other_amount: 'the processor took another amount than we booked',
  late_success: 'a payment we had given up as failed was charged',
  regained: 'money we had given up as returned is with the processor again',
  missing: 'a payment we booked as paid is not in the books of the processor',
  unanswered: 'a payment could not be compared',
};

/** The list may be late or cut by a clock: absent is what the processor does not find by name. */
async function isMissing({ processor }: BooksOf, attempt: Attempt): Promise<Difference | null> {
  const { id: reference, processorReference } = attempt;
  const found = await processor.charges.lookup({ reference, processorReference });
  if (found.kind === 'unknown') return 'unanswered';
  return found.kind === 'not_found' || found.kind === 'declined' ? 'missing' : null;
}

/** Puts right what can be; the difference that remains to be told, if any. */
async function actOn(deps: Deps, books: BooksOf, finding: Finding): Promise<Difference | null> {
  const { companyId } = books.company;
  switch (finding.kind) {
    case 'orphan': {
      const { company } = books;
      return (await recordOrphan(deps, { company, charge: finding.charge }))
        ? 'orphan'
        : 'unplaced';
    }
    case 'news':
    case 'late_success':
      await resolveAttempt(deps, { companyId, attemptId: finding.attempt.id }, 'reconciler');
      return finding.kind === 'news' ? null : finding.kind;
    case 'absent':
      return isMissing(books, finding.attempt);
    case 'doubled':
    case 'other_amount':
    case 'regained':
      return finding.kind;
  }
}

function subjectOf(finding: Finding) {
  switch (finding.kind) {
    case 'orphan': {
      const { reference, invoiceRef, outcome } = finding.charge;
      return { reference, invoiceRef, outcome: outcome.kind };
    }
    case 'doubled':
      return { reference: finding.reference, count: finding.count };
    case 'other_amount':
      return { reference: finding.attempt.id, amountCents: finding.amountCents };
    default:
      return { reference: finding.attempt.id };
  }
}

async function differenceIn(deps: Deps, books: BooksOf, finding: Finding) {
  try {
    return await actOn(deps, books, finding);
  } catch (error) {
    deps.log.error(
      { event: 'reconciliation.correction_failed', ...subjectOf(finding), err: error },
      'a difference could not be corrected',
    );
    return 'unanswered';
  }
}

function count(differences: readonly Difference[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const each of differences) counts[each] = (counts[each] ?? 0) + 1;
  return counts;
}

/** @throws when the processor's list cannot be had: then nothing was compared, and nothing is noted */
export async function reconcileCompany(deps: Deps, books: BooksOf): Promise<Reconciliation> {
  const { companyId, processor } = books.company;
  const span = await spanFor(deps, books.company);
  const sides = await readBothSides(deps, books, span);
  const differences: Difference[] = [];
  for (const finding of compare(sides)) {
    const difference = await differenceIn(deps, books, finding);
    if (!difference) continue;
    differences.push(difference);
    deps.log.fatal(
      { event: 'reconciliation.difference', companyId, difference, ...subjectOf(finding) },
      WORDS[difference],
    );
  }
  for (const { id: reference } of sides.unanswered) {
    differences.push('unanswered');
    deps.log.error(
      { event: 'reconciliation.lookup_failed', companyId, reference },
      WORDS.unanswered,
    );
  }
  const row = {
    companyId,
    id: deps.entropy.uuid(),
    processor,
    coversFrom: span.from,
    coversTo: span.to,
    finishedAt: deps.clock.now(),
    differences: count(differences),
    isClean: differences.length === 0,
  };
  await deps.database.inCompany({ companyId }, (tx) => insertReconciliation(tx, row));
  return row;
}
