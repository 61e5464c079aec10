/**
 * The processor's records of the charges it made. They are separate from the portal's database, so a crash of the
 * portal cannot change them. Also queues the events to send. Faults are applied elsewhere.
 */
import { type Cents, cents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type { DeclineClass } from '@quittance/domain/dunning/declines';
import type { BookedDispute, BookedRefund } from '../../src/processors/processor.ts';

export type EntryState =
  | 'offered'
  | 'challenged'
  | 'authenticated'
  | 'canceled'
  | 'declined'
  | 'pending'
  | 'succeeded'
  | 'returned';

/** `cameBack`: the refund failed after it was made. */
export type RecordedRefund = BookedRefund & { madeAtMs: number; cameBack?: boolean };

export type Entry = {
  processorReference: string;
  reference: string;
  invoiceRef: string;
  amountCents: Cents;
  kind: ChargeKind;
  savesMethod: boolean;
  state: EntryState;
  declineClass: DeclineClass;
  returnCode: string | null;
  /** Oldest first. Refunds without our reference were made in the dashboard. */
  refunds: readonly RecordedRefund[];
  /** Oldest first. Two may be open at once. */
  disputes: readonly BookedDispute[];
  recordedAtMs: number;
  /** Lookups return the entry from this time on. */
  visibleFromMs: number;
  /** Set for an intent: the version of its quote, and whether its returned debit can be confirmed again. */
  offer: { quote: number; isOpenAgain: boolean } | null;
  /** A processor error that the proof accepts: a duplicate, another amount, a late success. */
  isExcused: boolean;
  /** A person refunded the charge in the dashboard, because no payment was found for it. */
  isGivenBack?: boolean;
};

const CONFIRMABLE: readonly EntryState[] = ['offered', 'declined', 'challenged'];

export function canConfirm({ offer, state }: Entry): boolean {
  if (!offer) return false;
  return state === 'returned' ? offer.isOpenAgain : CONFIRMABLE.includes(state);
}

/** An event about an entry. `claims` is the content of its body, correct or not. */
export type SentEvent = {
  eventId: string;
  reference: string;
  claims: EntryState | 'refunded' | 'disputed';
};

const sumRefunds = (refunds: readonly BookedRefund[]) =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);

export function toRefundedCents({ refunds }: Pick<Entry, 'refunds'>): number {
  return sumRefunds(refunds.filter(({ state }) => state === 'succeeded'));
}

/** Sums the refunds that failed after they were made, so the payer had the money only temporarily. */
export function sumReturnedCents({ refunds }: Pick<Entry, 'refunds'>): number {
  return sumRefunds(refunds.filter(({ cameBack }) => cameBack));
}

export function computeRemaining({
  amountCents,
  refunds,
}: Pick<Entry, 'amountCents' | 'refunds'>): number {
  return amountCents - sumRefunds(refunds.filter(({ state }) => state !== 'failed'));
}

type WantedRefund = {
  wantedCents: number;
  reference: string | null;
  state: 'pending' | 'succeeded';
};

export type ProcessorRecords = ReturnType<typeof openRecords>;

export type NewEntry = Pick<
  Entry,
  'reference' | 'invoiceRef' | 'amountCents' | 'kind' | 'savesMethod' | 'state' | 'declineClass'
> & { visibleFromMs?: number; isExcused?: boolean; offer?: Entry['offer'] };

export function openRecords(nowMs: () => number) {
  const entries: Entry[] = [];
  const unsent: SentEvent[] = [];
  let serial = 0;
  const nextId = (prefix: string) => {
    serial += 1;
    return `${prefix}_${serial}`;
  };
  const announce = ({ reference }: Entry, claims: SentEvent['claims']) => {
    unsent.push({ eventId: nextId('evt'), reference, claims });
  };
  return {
    entries,
    unsent,
    nextId,
    announce,
    write(entry: NewEntry): Entry {
      const at = nowMs();
      const nothingSpecial = { visibleFromMs: at, isExcused: false, returnCode: null, offer: null };
      const written = { ...nothingSpecial, ...entry };
      const processorReference = nextId('ch');
      const nothingAfter = { refunds: [], disputes: [] };
      const full = { ...written, ...nothingAfter, processorReference, recordedAtMs: at };
      entries.push(full);
      announce(full, full.state);
      return full;
    },
    move(entry: Entry, state: EntryState, change: Partial<Entry> = {}): void {
      Object.assign(entry, change, { state });
      announce(entry, state);
    },
    refund(entry: Entry, { wantedCents, reference, state }: WantedRefund): RecordedRefund | null {
      const amountCents = cents(Math.min(wantedCents, computeRemaining(entry)));
      if (amountCents < 1) return null;
      const refundReference = nextId('re');
      const made = { refundReference, reference, amountCents, reason: null, madeAtMs: nowMs() };
      const refund: RecordedRefund = { ...made, state };
      entry.refunds = [...entry.refunds, refund];
      announce(entry, 'refunded');
      return refund;
    },
    endRefund(entry: Entry, refund: RecordedRefund, state: 'succeeded' | 'failed'): void {
      const cameBack = state === 'failed' && refund.state === 'succeeded';
      const reason = state === 'failed' ? 'declined' : null;
      const ended = { ...refund, state, reason, cameBack };
      entry.refunds = entry.refunds.map((each) => (each === refund ? ended : each));
      announce(entry, 'refunded');
    },
    dispute(entry: Entry, dispute: BookedDispute): void {
      const isOther = (known: BookedDispute) => known.disputeReference !== dispute.disputeReference;
      entry.disputes = [...entry.disputes.filter(isOther), dispute];
      announce(entry, 'disputed');
    },
    of: (reference: string) => entries.filter((entry) => entry.reference === reference),
    byName: (processorReference: string) =>
      entries.find((entry) => entry.processorReference === processorReference) ?? null,
    inState: (...states: EntryState[]) => entries.filter(({ state }) => states.includes(state)),
  };
}
