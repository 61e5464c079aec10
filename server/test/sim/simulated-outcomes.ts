/** The simulator's responses about an entry of its records. */
import type { ChargeOrder, Declined, Outcome } from '../../src/processors/processor.ts';
import type { Entry, EntryState } from './records.ts';
import { toSavedMethod } from './simulated-methods.ts';

function declined({ processorReference, declineClass }: Entry): Declined {
  const code = declineClass === 'hard' ? 'stolen_card' : 'insufficient_funds';
  const message = 'Your card was declined.';
  return { kind: 'declined', processorReference, code, message, class: declineClass };
}

function toBooked(entry: Entry) {
  const { processorReference, amountCents, savesMethod, refunds, disputes } = entry;
  return {
    processorReference,
    amountCents,
    currency: 'USD',
    method: { brand: entry.kind === 'card' ? 'visa' : null, last4: '4242' },
    saved: savesMethod ? toSavedMethod(entry) : null,
    refunds,
    ...(disputes.length > 0 ? { disputes } : {}),
  };
}

export function toOutcome(entry: Entry): Outcome {
  const { processorReference, state } = entry;
  switch (state) {
    case 'offered':
      return { kind: 'unknown', reason: 'an intent without a payment attempt' };
    case 'challenged':
    case 'authenticated':
      return { kind: 'action_required', processorReference, threeDSData: 'challenge' };
    case 'canceled':
    case 'declined':
      return declined(entry);
    case 'pending':
      return { kind: 'pending', ...toBooked(entry) };
    case 'succeeded':
      return { kind: 'succeeded', ...toBooked(entry) };
    case 'returned':
      return { kind: 'returned', code: entry.returnCode ?? 'R01', ...toBooked(entry) };
  }
}

/** The response of an account that does not have the payer's method. */
export const NO_SUCH_METHOD: Declined = {
  kind: 'declined',
  processorReference: null,
  code: 'resource_missing',
  message: 'No such payment method.',
  class: 'hard',
  isMissing: true,
};

/** A bank debit is accepted first and settles days later. */
export function bookedState({ kind }: Pick<ChargeOrder, 'kind'>): EntryState {
  return kind === 'ach' ? 'pending' : 'succeeded';
}
