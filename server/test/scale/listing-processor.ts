/**
 * A processor stub that computes its list of charges from the numbers of a seeded ledger, without holding a list in
 * memory.
 */
import { type Cents, cents } from '@quittance/contract/money';
import type { ListedCharge, Outcome, Processor, TimeSpan } from '../../src/processors/processor.ts';
import type { Processors } from '../../src/processors/registry.ts';
import { computeShare, LEDGER, type Ledger, toAttemptId, toCreatedAt } from './seed-ledger.ts';

const UNUSED = async () => {
  throw new Error('only the list is used');
};

function computeTotal(number: number): Cents {
  const total = LEDGER.totalCents + LEDGER.feeCents;
  return cents(computeShare(number) === 'plan' ? total / 3 : total);
}

function toOutcome(number: number): Outcome {
  const processorReference = `ch_${number}`;
  if (computeShare(number) === 'scheduled') {
    return { kind: 'declined', processorReference, code: '05', message: 'no', class: 'soft' };
  }
  const amountCents = computeTotal(number);
  return {
    kind: 'succeeded',
    processorReference,
    amountCents,
    currency: 'USD',
    method: null,
    saved: null,
  };
}

function firstSince(ledger: Ledger, at: string): number {
  let [low, high] = [0, ledger.count];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (toCreatedAt(ledger, middle) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function toList(ledger: Ledger, { from, to }: TimeSpan): ListedCharge[] {
  const first = firstSince(ledger, from);
  const length = firstSince(ledger, to) - first;
  return Array.from({ length }, (_, offset) => {
    const number = first + offset;
    const reference = toAttemptId(number);
    return { reference, invoiceRef: `LG-${number}`, kind: 'card', outcome: toOutcome(number) };
  });
}

export type ListingProcessor = Processors & { largestList(): number; extra: ListedCharge[] };

/** Every list also contains `extra`. */
export function createListingProcessor(ledger: Ledger): ListingProcessor {
  let largest = 0;
  const extra: ListedCharge[] = [];
  const processor: Processor = {
    name: 'stripe',
    verify: UNUSED,
    charges: {
      resend: { kind: 'never' },
      charge: UNUSED,
      lookup: UNUSED,
      refund: UNUSED,
      async list(span) {
        const listed = toList(ledger, span);
        largest = Math.max(largest, listed.length);
        return [...listed, ...extra];
      },
    },
    methods: { save: UNUSED, forget: UNUSED },
  };
  const none = { overrideOf: () => null, usualScript: () => null };
  return {
    ...none,
    supports: () => true,
    create: () => processor,
    largestList: () => largest,
    extra,
  };
}
