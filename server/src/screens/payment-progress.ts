/**
 * Explains why a payment failed or was returned, what the payer can do (R65), and when a result is expected (R66).
 */

import type { IsoDate } from '@quittance/contract/dates';
import { MINUTE_MS } from '@quittance/contract/durations';
import type { PaymentOutcome } from '@quittance/contract/invoices/payment-outcome';
import type { PublicTransaction } from '@quittance/contract/invoices/portal-schemas';
import { dateIn } from '@quittance/contract/local-time';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { CARD_RESULT_MINUTES, debitExpectedOn } from '@quittance/domain/checkout/debit-time';
import { toNextStep } from '@quittance/domain/dunning/next-steps';
import {
  type RecordedOutcome,
  returnCodeIn,
  toPublicReason,
  toReason,
} from '@quittance/domain/dunning/payment-reasons';
import { toPaymentStatus } from '@quittance/domain/status/payment-status';
import { addMs, type Clock } from '../kernel/clock.ts';
import { type PaymentDays, toDebitDays } from '../ledger/payment-days.ts';
import type { RefundRow } from '../ledger/refunds.ts';
import type { ShownAttempt } from './transaction-rows.ts';

export type ViewContext = { clock: Clock; timeZone: string };

/** The holder of a link is not necessarily the payer (R4). */
type Reader = 'customer' | 'link';

type ShownPayment = {
  attempt: ShownAttempt;
  invoiceStatus: InvoiceStatus | null;
  days: PaymentDays;
  reader: Reader;
};

function recorded(attempt: ShownAttempt): RecordedOutcome | null {
  const { state, method, processor, responseCode, responseMessage, disputeState } = attempt;
  if (processor === 'manual' || (state !== 'FAILED' && state !== 'RETURNED')) return null;
  // A returned payment has lost one of its disputes. Another dispute may still be open.
  const isDisputeLost = disputeState === 'LOST' || disputeState === 'OPEN';
  return { state, method, responseCode, responseMessage, isDisputeLost };
}

/** A day that has passed is not shown as the day of the next attempt. */
function retryDay({ attempt, days }: ShownPayment, today: IsoDate): IsoDate | null {
  const day = days.retries.get(attempt.id) ?? null;
  return day && day >= today ? day : null;
}

/** Returns null for a payment that neither failed nor was returned, and for cash. */
function toOutcome(shown: ShownPayment, { clock, timeZone }: ViewContext): PaymentOutcome | null {
  const outcome = recorded(shown.attempt);
  if (!outcome) return null;
  const isPublic = shown.reader === 'link';
  const reason = isPublic ? toPublicReason(outcome) : toReason(outcome);
  const retryOn = retryDay(shown, clock.today(timeZone));
  const isReturnShown = !isPublic && outcome.method === 'ACH';
  return {
    reason,
    returnCode: isReturnShown ? returnCodeIn(outcome.responseCode) : null,
    ...toNextStep(reason, { invoiceStatus: shown.invoiceStatus, retryOn }),
  };
}

function toPendingProgress(
  attempt: ShownAttempt,
  { clock, timeZone }: ViewContext,
): PublicTransaction['pending'] {
  const { state, method, createdAt } = attempt;
  if (toPaymentStatus(state) !== 'PENDING') return null;
  const isActionRequired = state === 'ACTION_REQUIRED';
  if (method === 'ACH') {
    const expectedOn = debitExpectedOn(dateIn(timeZone, createdAt));
    return { expectedOn, isLate: clock.today(timeZone) > expectedOn, isActionRequired };
  }
  const expectedAt = addMs(createdAt, CARD_RESULT_MINUTES * MINUTE_MS);
  return { expectedOn: null, isLate: clock.now() > expectedAt, isActionRequired };
}

const REFUND_STATUSES = {
  REQUESTED: { refund: 'ON_ITS_WAY', status: 'PENDING' },
  SENT: { refund: 'ON_ITS_WAY', status: 'PENDING' },
  PENDING: { refund: 'ON_ITS_WAY', status: 'PENDING' },
  SUCCEEDED: { refund: 'MADE', status: 'RETURN' },
  FAILED: { refund: 'FAILED', status: 'FAILED' },
} as const satisfies Record<RefundRow['state'], Pick<PublicTransaction, 'refund' | 'status'>>;

/** Status of a refund in a list of payments (R80). */
export function toRefundStatus({ state }: Pick<RefundRow, 'state'>) {
  return REFUND_STATUSES[state];
}

export function toProgress(
  shown: ShownPayment,
  viewed: ViewContext,
): Pick<PublicTransaction, 'pending' | 'outcome' | 'debit'> {
  const { attempt, days } = shown;
  const { clock, timeZone } = viewed;
  return {
    pending: toPendingProgress(attempt, viewed),
    outcome: toOutcome(shown, viewed),
    debit: toDebitDays(attempt, days, { timeZone, today: clock.today(timeZone) }),
  };
}
