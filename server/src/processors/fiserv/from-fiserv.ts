/**
 * Theirs → ours: Commerce Hub's states as our outcomes. A decline is an ordinary 201 here, and a
 * state we do not know is `unknown`: there is no default that guesses. Pure.
 */
import { type Cents, dollarsToCents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type {
  Declined,
  MethodSnapshot,
  NotFound,
  Outcome,
  RefundOutcome,
  SavedMethod,
  Unknown,
} from '../processor.ts';
import { Secret } from '../secret.ts';
import { DUPLICATE, meaningOf } from './response-codes.ts';
import type { ResponseDetails, SourceAnswer, Transaction } from './wire.ts';

export function unknown(reason: string): Unknown {
  return { kind: 'unknown', reason };
}

/** It stands in the receipt, and in some answers at the top. */
function detailsOf(transaction: Transaction): ResponseDetails {
  return (
    transaction.paymentReceipt?.processorResponseDetails ??
    transaction.processorResponseDetails ??
    {}
  );
}

export function referenceOf({ gatewayResponse }: Transaction): string {
  return gatewayResponse.transactionProcessingDetails.transactionId;
}

/** Every card is described in the answer; what is not described as a card is a bank account. */
function kindOf({ source }: Transaction): ChargeKind {
  return source?.card ? 'card' : 'ach';
}

/** Of an account number, which the sample answer shows whole, only the end is ever kept. */
function methodOf(source: SourceAnswer | undefined): MethodSnapshot | null {
  const last4 = (source?.card?.last4 ?? source?.check?.accountNumber)?.slice(-4) ?? '';
  if (!/^\d{4}$/.test(last4)) return null;
  return { brand: source?.card?.scheme?.toLowerCase() ?? null, last4 };
}

function numberOf(text: string | undefined): number | null {
  return text && /^\d+$/.test(text) ? Number(text) : null;
}

/** The token that came with an answer, and what charging it again will need. */
export function keptOf(transaction: Transaction): SavedMethod | null {
  const { source, networkDetails, paymentTokens = [] } = transaction;
  const made = paymentTokens.filter(({ tokenResponseCode = '000' }) => tokenResponseCode === '000');
  const token = made.find(({ tokenSource }) => tokenSource === 'TRANSARMOR');
  const snapshot = methodOf(source);
  if (!token || !snapshot) return null;
  const { schemeTransactionId } = detailsOf(transaction);
  return {
    ...snapshot,
    token: new Secret(token.tokenData),
    kind: kindOf(transaction),
    expiresMonth: numberOf(source?.card?.expirationMonth),
    expiresYear: numberOf(source?.card?.expirationYear),
    schemeReference: schemeTransactionId ?? networkDetails?.transactionIdentifier ?? null,
    processorCustomer: null,
  };
}

export function declinedWith(processorReference: string | null, code: string): Declined {
  const meaning = meaningOf(code);
  return { kind: 'declined', processorReference, code: code || 'declined', ...meaning };
}

function declined(transaction: Transaction): Declined | Unknown {
  const { responseCode = '' } = detailsOf(transaction);
  // A duplicate of what? Perhaps of this very charge, sent before and answered to nobody.
  if (responseCode === DUPLICATE) return unknown('declined as a duplicate');
  return declinedWith(referenceOf(transaction), responseCode);
}

type Booked = {
  processorReference: string;
  amountCents: Cents;
  currency: string;
  method: MethodSnapshot | null;
  kept: SavedMethod | null;
};

function bookedOf(transaction: Transaction): Booked | Unknown {
  const approved = transaction.paymentReceipt?.approvedAmount;
  const amountCents = approved ? dollarsToCents(String(approved.total)) : null;
  if (!approved || amountCents === null) return unknown(`unreadable amount ${approved?.total}`);
  return {
    processorReference: referenceOf(transaction),
    amountCents,
    currency: approved.currency,
    method: methodOf(transaction.source),
    kept: keptOf(transaction),
  };
}

const DAY_MS = 86_400_000;

/**
 * Nothing public says how Commerce Hub reports that a bank debit has settled. Most come back within
 * two banking days if at all; after five days, weekend and holiday included, silence is consent.
 */
export const DEBIT_SETTLES_AFTER_MS = 5 * DAY_MS;

function isOld({ gatewayResponse }: Transaction, nowMs: number): boolean {
  const { transactionTimestamp = '' } = gatewayResponse.transactionProcessingDetails;
  return nowMs - Date.parse(transactionTimestamp) >= DEBIT_SETTLES_AFTER_MS;
}

function captured(transaction: Transaction, nowMs: number): Outcome {
  const booked = bookedOf(transaction);
  if ('kind' in booked) return booked;
  const isFinal = kindOf(transaction) === 'card' || isOld(transaction, nowMs);
  return { kind: isFinal ? 'succeeded' : 'pending', ...booked };
}

/** The published answer to a sale says AUTHORIZED; only its capture flag tells it from a hold. */
function authorised(transaction: Transaction, nowMs: number): Outcome {
  const { captureFlag } = transaction.transactionDetails ?? {};
  const { approvalStatus } = detailsOf(transaction);
  const isCaptured = String(captureFlag) === 'true' && approvalStatus === 'APPROVED';
  return isCaptured ? captured(transaction, nowMs) : unknown('authorised and not captured');
}

function returned(transaction: Transaction): Outcome {
  const booked = bookedOf(transaction);
  if ('kind' in booked) return booked;
  return {
    kind: 'returned',
    ...booked,
    code: detailsOf(transaction).hostResponseCode ?? 'RETURNED',
  };
}

export function fromTransaction(transaction: Transaction, nowMs: number): Outcome {
  const { transactionState } = transaction.gatewayResponse;
  switch (transactionState) {
    case 'CAPTURED':
      return captured(transaction, nowMs);
    case 'AUTHORIZED':
      return authorised(transaction, nowMs);
    case 'SETTLED': {
      const booked = bookedOf(transaction);
      return 'kind' in booked ? booked : { kind: 'succeeded', ...booked };
    }
    case 'DECLINED':
      return declined(transaction);
    case 'VOIDED':
      return { ...declinedWith(referenceOf(transaction), ''), code: 'voided' };
    case 'RETURNED':
      return returned(transaction);
    default:
      return unknown(`unknown transaction state ${transactionState}`);
  }
}

function isCalled({ gatewayResponse, transactionDetails }: Transaction, reference: string) {
  const { clientRequestId } = gatewayResponse.transactionProcessingDetails;
  return clientRequestId === reference || transactionDetails?.merchantTransactionId === reference;
}

function ofType(list: readonly Transaction[], type: 'CHARGE' | 'REFUND', reference: string) {
  return list.filter(
    (entry) =>
      entry.gatewayResponse.transactionType?.startsWith(type) && isCalled(entry, reference),
  );
}

/**
 * A charge that was declined and one that was not can stand under one reference; two that were not
 * would mean money taken twice, and that is for people to look at.
 */
export function fromInquiry(
  list: readonly Transaction[],
  reference: string,
  nowMs: number,
): Outcome | NotFound {
  const charges = ofType(list, 'CHARGE', reference);
  const isTaken = (entry: Transaction) => entry.gatewayResponse.transactionState !== 'DECLINED';
  const taken = charges.filter(isTaken);
  if (taken.length > 1) return unknown(`${taken.length} charges under one reference`);
  const [charge] = taken.length === 1 ? taken : charges;
  return charge ? fromTransaction(charge, nowMs) : { kind: 'not_found' };
}

export function fromRefund(refund: Transaction): RefundOutcome {
  const { transactionState } = refund.gatewayResponse;
  switch (transactionState) {
    case 'CAPTURED':
    case 'AUTHORIZED':
    case 'SETTLED':
      return { kind: 'refunded', refundReference: referenceOf(refund) };
    case 'DECLINED': {
      const { responseMessage = 'The refund was declined.' } = detailsOf(refund);
      return { kind: 'refused', message: responseMessage };
    }
    default:
      return unknown(`unknown refund state ${transactionState}`);
  }
}

/** A refund already given under this reference, if any. */
export function givenRefund(list: readonly Transaction[], reference: string): Transaction | null {
  const refunds = ofType(list, 'REFUND', reference);
  return refunds.find((entry) => fromRefund(entry).kind === 'refunded') ?? null;
}
