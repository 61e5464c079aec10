/** What happens at the processor without the portal: challenges, settlements, returns, refunds, disputes. */
import type { ProcessorEvent } from './commands.ts';
import type { Entry } from './records.ts';
import type { SimWorld } from './world.ts';

const DAY_MS = 86_400_000;

/**
 * At a processor without webhooks, reconciliation looks up a paid debit for sixty days; a history may
 * skip a month at once. A refund is seen while its charge is in the span of a reconciliation.
 */
const RETURNED_WITHIN_MS = 25 * DAY_MS;
const REFUNDED_WITHIN_MS = 2 * DAY_MS;

function chosen(entries: readonly Entry[], pick: number): Entry | undefined {
  return entries[pick % Math.max(entries.length, 1)];
}

/** The payer passes the challenge; where a second step is needed, money moves only with that. */
function finishChallenge({ simulator }: SimWorld, entry: Entry | undefined): void {
  const { records, profile } = simulator;
  if (entry) records.move(entry, profile.hasSecondStep ? 'authenticated' : 'succeeded');
}

function settled({ simulator }: SimWorld, withinMs: number): Entry[] {
  const { records, profile, nowMs } = simulator;
  return records
    .inState('succeeded')
    .filter(({ recordedAtMs }) => profile.hasWebhooks || nowMs() - recordedAtMs < withinMs);
}

/** A bank can send a debit back before it settled, and long after. */
function returnable(world: SimWorld): Entry[] {
  const debits = settled(world, RETURNED_WITHIN_MS).filter(({ kind }) => kind === 'ach');
  return [...world.simulator.records.inState('pending'), ...debits];
}

/** An intent whose debit failed waits for another method: its browser can confirm again. */
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
  const rest = entry.amountCents - entry.refundedCents;
  const wanted = { all: rest, half: Math.ceil(entry.amountCents / 2), cent: 1 }[part];
  simulator.records.refund(entry, wanted, null);
}

/** A dispute is opened once, and decided once. Without webhooks there is none. */
function dispute(
  world: SimWorld,
  { entry: pick, how }: Extract<ProcessorEvent, { name: 'dispute' }>,
): void {
  const { records } = world.simulator;
  const cards = settled(world, 0).filter(({ kind }) => kind === 'card');
  if (how === 'open') {
    const entry = chosen(
      cards.filter(({ dispute: known, refundedCents }) => !known && refundedCents === 0),
      pick,
    );
    if (!entry) return;
    const { amountCents } = entry;
    const disputeReference = records.nextId('dp');
    records.dispute(entry, { disputeReference, state: 'open', amountCents, code: 'fraudulent' });
    return;
  }
  const entry = chosen(
    cards.filter(({ dispute: known }) => known?.state === 'open'),
    pick,
  );
  if (entry?.dispute) records.dispute(entry, { ...entry.dispute, state: how });
}

export function happenAtProcessor(world: SimWorld, event: ProcessorEvent): void {
  const { records } = world.simulator;
  switch (event.name) {
    case 'finishChallenge':
      finishChallenge(world, chosen(records.inState('challenged'), event.entry));
      return;
    case 'succeedLate': {
      const recent = records
        .inState('declined')
        .filter(
          ({ offer, recordedAtMs }) => !offer && world.simulator.nowMs() - recordedAtMs < DAY_MS,
        );
      const entry = chosen(recent, event.entry);
      if (entry) records.move(entry, 'succeeded', { isExcused: true });
      return;
    }
    case 'settleDebit': {
      const entry = chosen(records.inState('pending'), event.entry);
      if (entry) records.move(entry, 'succeeded');
      return;
    }
    case 'returnDebit': {
      const entry = chosen(returnable(world), event.entry);
      if (entry) sendBack(world, entry, event.code);
      return;
    }
    case 'refundThere':
      refundThere(world, chosen(settled(world, REFUNDED_WITHIN_MS), event.entry), event.part);
      return;
    case 'dispute':
      dispute(world, event);
  }
}
