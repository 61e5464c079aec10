/** Events at the processor that the portal does not cause: challenges, settlements, returns, refunds, disputes. */
import { DAY_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import type { BookedDispute } from '../../src/processors/processor.ts';
import type { ProcessorEvent } from './commands.ts';
import { uninstrumented } from './process.ts';
import { computeRemaining, type Entry, type RecordedRefund } from './records.ts';
import type { SimWorld } from './world.ts';

/**
 * At a processor without webhooks, reconciliation looks up a paid debit for sixty days, and a history may skip a
 * month at once.
 */
const RETURNED_WITHIN_MS = 25 * DAY_MS;
/**
 * A refund or a late success is detected while the charge is in the span of a reconciliation: three days, less the
 * one since the last reconciliation. Without webhooks the portal cannot detect later ones.
 */
const COMPARED_WITHIN_MS = 2 * DAY_MS;

type Ages = (entry: Entry) => number;

const MADE = 'select id, created_at as "madeAt" from attempts';

/**
 * Returns the age of each charge as reconciliation sees it. A list contains the charges that the processor recorded
 * in the span. Without a list, reconciliation looks up the attempts made in the span, and a stalled process may
 * have sent one of them days later.
 */
async function agesIn({ simulator, database }: SimWorld): Promise<Ages> {
  const { profile, nowMs } = simulator;
  if (profile.hasList) return ({ recordedAtMs }) => nowMs() - recordedAtMs;
  const { rows } = await uninstrumented(() =>
    database.pool.query<{ id: string; madeAt: string }>({ name: 'made', text: MADE }),
  );
  const made = new Map(rows.map(({ id, madeAt }) => [id, Date.parse(madeAt)]));
  return ({ reference, recordedAtMs }) => nowMs() - (made.get(reference) ?? recordedAtMs);
}

function chosen(entries: readonly Entry[], pick: number): Entry | undefined {
  return entries[pick % Math.max(entries.length, 1)];
}

/** The payer passes the challenge. If a second step is needed, money moves only with that step. */
function finishChallenge({ simulator }: SimWorld, entry: Entry | undefined): void {
  const { records, profile } = simulator;
  if (entry) records.move(entry, profile.hasSecondStep ? 'authenticated' : 'succeeded');
}

type Within = { ages: Ages; withinMs: number };

function settled({ simulator }: SimWorld, { ages, withinMs }: Within): Entry[] {
  const { records, profile } = simulator;
  return records
    .inState('succeeded')
    .filter((entry) => profile.hasWebhooks || ages(entry) < withinMs);
}

/** A bank can return a debit before it settles, or long after. */
function returnable(world: SimWorld, ages: Ages): Entry[] {
  const within = { ages, withinMs: RETURNED_WITHIN_MS };
  const debits = settled(world, within).filter(({ kind }) => kind === 'ach');
  return [...world.simulator.records.inState('pending'), ...debits];
}

/**
 * The processor declined the charge but later records it as paid. A charge that its browser can confirm again is
 * not a decline.
 */
function succeedLate({ simulator: { records } }: SimWorld, pick: number, ages: Ages): void {
  const recent = records
    .inState('declined')
    .filter((entry) => !entry.offer && ages(entry) < COMPARED_WITHIN_MS);
  const entry = chosen(recent, pick);
  if (entry) records.move(entry, 'succeeded', { isExcused: true });
}

/** An intent whose debit failed waits for another method, and its browser can confirm again. */
function sendBack({ simulator: { records } }: SimWorld, entry: Entry, returnCode: string): void {
  const { offer, state } = entry;
  const isOpenAgain = state === 'pending';
  records.move(entry, 'returned', { returnCode, offer: offer && { ...offer, isOpenAgain } });
}

function refundThere(
  { simulator }: SimWorld,
  entry: Entry | undefined,
  part: 'all' | 'half' | 'cent',
): void {
  if (!entry) return;
  const half = Math.ceil(entry.amountCents / 2);
  const wantedCents = { all: computeRemaining(entry), half, cent: 1 }[part];
  simulator.records.refund(entry, { wantedCents, reference: null, state: 'succeeded' });
}

/**
 * A pending refund ends, or the bank returns one that was made. Without its event, a refund is looked up at
 * intervals of at most five days in its first weeks.
 */
function endRefund(
  { simulator: { records, nowMs } }: SimWorld,
  { entry: pick, how }: Extract<ProcessorEvent, { name: 'endRefund' }>,
): void {
  const isRecent = ({ madeAtMs }: RecordedRefund) => nowMs() - madeAtMs < RETURNED_WITHIN_MS;
  const canEnd = (refund: RecordedRefund) =>
    refund.state === 'pending' ||
    (how === 'failed' && refund.state === 'succeeded' && isRecent(refund));
  const ends = records.entries.flatMap((entry) =>
    entry.refunds.filter(canEnd).map((refund) => ({ entry, refund })),
  );
  const chosenEnd = ends[pick % Math.max(ends.length, 1)];
  if (chosenEnd) records.endRefund(chosenEnd.entry, chosenEnd.refund, how);
}

/** One third, so that two partial disputes do not cover the whole charge. */
const DISPUTED_PARTS = 3;

function disputable({ amountCents, refunds, disputes }: Entry, how: 'open' | 'part'): number {
  const part = Math.floor(amountCents / DISPUTED_PARTS);
  if (refunds.length > 0) return 0;
  if (how === 'open') return disputes.length === 0 ? amountCents : 0;
  const isInParts = disputes.every((known) => known.amountCents === part);
  return isInParts && disputes.length < 2 ? part : 0;
}

/** A dispute is opened once and decided once. Without webhooks there are no disputes. */
function dispute(
  world: SimWorld,
  { entry: pick, how }: Extract<ProcessorEvent, { name: 'dispute' }>,
): void {
  const { records } = world.simulator;
  if (!world.simulator.profile.hasWebhooks) return;
  const cards = records.inState('succeeded').filter(({ kind }) => kind === 'card');
  if (how === 'open' || how === 'part') {
    const entry = chosen(
      cards.filter((card) => disputable(card, how) > 0),
      pick,
    );
    if (!entry) return;
    const amountCents = cents(disputable(entry, how));
    const disputeReference = records.nextId('dp');
    records.dispute(entry, { disputeReference, state: 'open', amountCents, code: 'fraudulent' });
    return;
  }
  const isOpen = ({ state }: BookedDispute) => state === 'open';
  const entry = chosen(
    cards.filter(({ disputes }) => disputes.some(isOpen)),
    pick,
  );
  const open = entry?.disputes.find(isOpen);
  if (entry && open) records.dispute(entry, { ...open, state: how });
}

export async function happenAtProcessor(world: SimWorld, event: ProcessorEvent): Promise<void> {
  const { records } = world.simulator;
  const ages = await agesIn(world);
  switch (event.name) {
    case 'finishChallenge':
      finishChallenge(world, chosen(records.inState('challenged'), event.entry));
      return;
    case 'succeedLate':
      succeedLate(world, event.entry, ages);
      return;
    case 'settleDebit': {
      const entry = chosen(records.inState('pending'), event.entry);
      if (entry) records.move(entry, 'succeeded');
      return;
    }
    case 'returnDebit': {
      const entry = chosen(returnable(world, ages), event.entry);
      if (entry) sendBack(world, entry, event.code);
      return;
    }
    case 'refundThere': {
      const refundable = settled(world, { ages, withinMs: COMPARED_WITHIN_MS });
      refundThere(world, chosen(refundable, event.entry), event.part);
      return;
    }
    case 'endRefund':
      endRefund(world, event);
      return;
    case 'dispute':
      dispute(world, event);
  }
}
