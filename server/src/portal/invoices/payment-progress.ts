/** Why a payment failed or came back, and by when the result of one that is under way is expected. */
import { dateIn } from '@quittance/contract/local-time';
import type { PublicTransaction } from '@quittance/contract/schemas/invoices';
import { CARD_RESULT_MINUTES, debitExpectedOn } from '@quittance/domain/checkout/debit-time';
import { DECLINE_TEXTS, RETURN_TEXTS } from '@quittance/domain/dunning/decline-texts';
import { returnClassOf } from '@quittance/domain/dunning/return-codes';
import { paymentStatusOf } from '@quittance/domain/status/payment-status';
import { addMs, type Clock } from '../../clock.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';

const MINUTE_MS = 60_000;

/** In plain words; null for a payment that neither failed nor came back, and for cash. */
export function reasonOf({ state, processor, responseCode, responseMessage }: Attempt) {
  if (processor === 'manual') return null;
  if (state === 'FAILED') return responseMessage ?? DECLINE_TEXTS.declined;
  return state === 'RETURNED' ? RETURN_TEXTS[returnClassOf(responseCode ?? '')] : null;
}

export type Viewed = { clock: Clock; timeZone: string };

export function pendingOf(attempt: Attempt, { clock, timeZone }: Viewed): Pending {
  const { state, method, createdAt } = attempt;
  if (paymentStatusOf(state) !== 'PENDING') return null;
  if (method === 'ACH') {
    const expectedOn = debitExpectedOn(dateIn(timeZone, createdAt));
    return { expectedOn, isLate: clock.today(timeZone) > expectedOn };
  }
  const expectedAt = addMs(createdAt, CARD_RESULT_MINUTES * MINUTE_MS);
  return { expectedOn: null, isLate: clock.now() > expectedAt };
}

type Pending = PublicTransaction['pending'];
