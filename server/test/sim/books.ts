/**
 * A processor's own books: what it really did, kept apart from everything of ours, so that no crash
 * of the portal touches it. It also writes the events it will send. It knows nothing of faults.
 */
import type { Cents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type { DeclineClass } from '@quittance/domain/dunning/declines';

export type EntryState =
  | 'challenged'
  | 'authenticated'
  | 'canceled'
  | 'declined'
  | 'pending'
  | 'succeeded'
  | 'returned';

export type Entry = {
  processorReference: string;
  /** Our attempt's id, as it was sent. */
  reference: string;
  invoiceRef: string;
  amountCents: Cents;
  kind: ChargeKind;
  savesMethod: boolean;
  state: EntryState;
  declineClass: DeclineClass;
  returnCode: string | null;
  refundedCents: number;
  bookedAtMs: number;
  /** Look-ups show it from here on. */
  visibleFromMs: number;
  /** Not our doing: a second booking of its own, another amount, a challenge finished too late. */
  isExcused: boolean;
};

/** What it tells us about an entry; `claims` is what the body says, right or wrong. */
export type SentEvent = { eventId: string; reference: string; claims: EntryState };

export type Books = ReturnType<typeof openBooks>;

export type NewEntry = Pick<
  Entry,
  'reference' | 'invoiceRef' | 'amountCents' | 'kind' | 'savesMethod' | 'state' | 'declineClass'
> & { visibleFromMs?: number; isExcused?: boolean };

const LIVE: ReadonlySet<EntryState> = new Set(['pending', 'succeeded']);

export function isLive({ state }: Entry): boolean {
  return LIVE.has(state);
}

export function openBooks(nowMs: () => number) {
  const entries: Entry[] = [];
  const unsent: SentEvent[] = [];
  let serial = 0;
  const nextId = (prefix: string) => {
    serial += 1;
    return `${prefix}_${serial}`;
  };
  const announce = ({ reference }: Entry, claims: EntryState) => {
    unsent.push({ eventId: nextId('evt'), reference, claims });
  };
  return {
    entries,
    unsent,
    nextId,
    announce,
    write(entry: NewEntry): Entry {
      const at = nowMs();
      const written = { visibleFromMs: at, isExcused: false, returnCode: null, ...entry };
      const processorReference = nextId('ch');
      const full = { ...written, processorReference, refundedCents: 0, bookedAtMs: at };
      entries.push(full);
      announce(full, full.state);
      return full;
    },
    move(entry: Entry, state: EntryState, change: Partial<Entry> = {}): void {
      Object.assign(entry, change, { state });
      announce(entry, state);
    },
    of: (reference: string) => entries.filter((entry) => entry.reference === reference),
    byName: (processorReference: string) =>
      entries.find((entry) => entry.processorReference === processorReference) ?? null,
    inState: (...states: EntryState[]) => entries.filter(({ state }) => states.includes(state)),
  };
}
