/** Maps Commerce Hub's states to outcomes. A decline is an ordinary 201 here. An unrecognized state is `unknown`. */
import { DAY_MS } from '@quittance/contract/durations';
import { dollarsToCents, ZERO } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { unknown } from '../outcomes.ts';
import type {
  Booked,
  BookedRefund,
  Declined,
  Outcome,
  RefundOutcome,
  SavedMethod,
  Unknown,
} from '../processor.ts';
import { Secret } from '../secret.ts';
import { DUPLICATE, PENDING, toMeaning } from './response-codes.ts';
import { writeFirstCharge } from './scheme-reference.ts';
import type { ResponseDetails, SourceAnswer, Transaction } from './wire.ts';

/** The details are part of the receipt or, in some responses, of the transaction itself. */
function toDetails(transaction: Transaction): ResponseDetails {
  return (
    transaction.paymentReceipt?.processorResponseDetails ??
    transaction.processorResponseDetails ??
    {}
  );
}

function toReference({ gatewayResponse }: Transaction): string {
  return gatewayResponse.transactionProcessingDetails.transactionId;
}

/** Card responses always describe the card, so a source without one is a bank account. */
function toKind({ source }: Transaction): ChargeKind {
  return source?.card ? 'card' : 'ach';
}

/** Responses may contain the whole account number. Only the last four digits are used. */
function toMethod(source: SourceAnswer | undefined): Booked['method'] {
  const last4 = (source?.card?.last4 ?? source?.check?.accountNumber)?.slice(-4) ?? '';
  if (!/^\d{4}$/.test(last4)) return null;
  const [expiresMonth, expiresYear] = [
    parseNumber(source?.card?.expirationMonth),
    parseNumber(source?.card?.expirationYear),
  ];
  const expires = expiresMonth && expiresYear ? { expiresMonth, expiresYear } : {};
  return { brand: source?.card?.scheme?.toLowerCase() ?? null, last4, ...expires };
}

function parseNumber(text: string | undefined): number | null {
  return text && /^\d+$/.test(text) ? Number(text) : null;
}

/** Prefers the documented field. Some responses contain only the scheme's transaction id. */
function toSchemeReference(transaction: Transaction): string | null {
  const { storedCredentials, networkDetails, paymentReceipt, source } = transaction;
  const reference =
    storedCredentials?.schemeReferenceTransactionId ??
    toDetails(transaction).schemeTransactionId ??
    networkDetails?.transactionIdentifier;
  if (!reference) return null;
  const approved = paymentReceipt?.approvedAmount;
  const amountCents = approved ? dollarsToCents(String(approved.total)) : null;
  return writeFirstCharge({ reference, scheme: source?.card?.scheme ?? null, amountCents });
}

/** Combines the last digits with the bank or, for a card, the expiry date. */
function computeFingerprint(source: SourceAnswer | undefined): string | null {
  const { routingNumber, accountNumber } = source?.check ?? {};
  return routingNumber && accountNumber ? `${routingNumber} ${accountNumber.slice(-4)}` : null;
}

export function toSavedMethod(transaction: Transaction): SavedMethod | null {
  const { source, paymentTokens = [] } = transaction;
  const made = paymentTokens.filter(({ tokenResponseCode = '000' }) => tokenResponseCode === '000');
  const token = made.find(({ tokenSource }) => tokenSource === 'TRANSARMOR');
  const snapshot = toMethod(source);
  if (!token || !snapshot) return null;
  return {
    ...snapshot,
    token: new Secret(token.tokenData),
    kind: toKind(transaction),
    expiresMonth: parseNumber(source?.card?.expirationMonth),
    expiresYear: parseNumber(source?.card?.expirationYear),
    schemeReference: toSchemeReference(transaction),
    processorCustomer: null,
    fingerprint: computeFingerprint(source),
  };
}

export function declinedWith(processorReference: string | null, code: string): Declined {
  const meaning = toMeaning(code);
  return { kind: 'declined', processorReference, code: code || 'declined', ...meaning };
}

function declined(transaction: Transaction): Declined | Unknown {
  const { responseCode = '' } = toDetails(transaction);
  // The duplicate may be this charge, if its first response was lost.
  if (responseCode === DUPLICATE) return unknown('declined as a duplicate');
  return declinedWith(toReference(transaction), responseCode);
}

function toBooked(transaction: Transaction): Booked | Unknown {
  const approved = transaction.paymentReceipt?.approvedAmount;
  const amountCents = approved ? dollarsToCents(String(approved.total)) : null;
  if (!approved || amountCents === null) return unknown(`unreadable amount ${approved?.total}`);
  return {
    processorReference: toReference(transaction),
    amountCents,
    currency: approved.currency,
    method: toMethod(transaction.source),
    saved: toSavedMethod(transaction),
  };
}

/**
 * The public documentation does not specify how Commerce Hub reports a settled bank debit. Most returns arrive
 * within two banking days, so a debit counts as settled after five days.
 */
export const DEBIT_SETTLES_AFTER_MS = 5 * DAY_MS;

function isOld({ gatewayResponse }: Transaction, nowMs: number): boolean {
  const { transactionTimestamp = '' } = gatewayResponse.transactionProcessingDetails;
  return nowMs - Date.parse(transactionTimestamp) >= DEBIT_SETTLES_AFTER_MS;
}

function captured(transaction: Transaction, nowMs: number): Outcome {
  const booked = toBooked(transaction);
  if ('kind' in booked) return booked;
  const isFinal = toKind(transaction) === 'card' || isOld(transaction, nowMs);
  return { kind: isFinal ? 'succeeded' : 'pending', ...booked };
}

/** The published response to a sale is AUTHORIZED. Only the capture flag distinguishes it from a hold. */
function authorized(transaction: Transaction, nowMs: number): Outcome {
  const { captureFlag } = transaction.transactionDetails ?? {};
  const { approvalStatus } = toDetails(transaction);
  const isCaptured = String(captureFlag) === 'true' && approvalStatus === 'APPROVED';
  return isCaptured ? captured(transaction, nowMs) : unknown('authorized and not captured');
}

function returned(transaction: Transaction): Outcome {
  const booked = toBooked(transaction);
  if ('kind' in booked) return booked;
  return {
    kind: 'returned',
    ...booked,
    code: toDetails(transaction).hostResponseCode ?? 'RETURNED',
  };
}

/** A card charge that was approved and later voided: the money was returned. A voided debit was never collected. */
function voided(transaction: Transaction): Outcome {
  const booked = toBooked(transaction);
  if ('kind' in booked || toKind(transaction) === 'ach') {
    return { ...declinedWith(toReference(transaction), ''), code: 'voided' };
  }
  const { processorReference, amountCents } = booked;
  const refundReference = `${processorReference}:void`;
  const made = { state: 'succeeded', reason: null } as const;
  const refund = { refundReference, reference: null, amountCents, ...made };
  return { kind: 'succeeded', ...booked, refunds: [refund] };
}

export function fromTransaction(transaction: Transaction, nowMs: number): Outcome {
  const { transactionState } = transaction.gatewayResponse;
  switch (transactionState) {
    case 'CAPTURED':
      return captured(transaction, nowMs);
    case 'AUTHORIZED':
      return authorized(transaction, nowMs);
    case 'SETTLED': {
      const booked = toBooked(transaction);
      return 'kind' in booked ? booked : { kind: 'succeeded', ...booked };
    }
    case 'DECLINED':
      return declined(transaction);
    case 'VOIDED':
      return voided(transaction);
    case 'RETURNED':
      return returned(transaction);
    default:
      return unknown(`unknown transaction state ${transactionState}`);
  }
}

function hasReference({ gatewayResponse, transactionDetails }: Transaction, reference: string) {
  const { clientRequestId } = gatewayResponse.transactionProcessingDetails;
  return clientRequestId === reference || transactionDetails?.merchantTransactionId === reference;
}

function transactionsOfType(
  list: readonly Transaction[],
  type: 'CHARGE' | 'REFUND',
  reference: string,
) {
  return list.filter(
    (entry) =>
      entry.gatewayResponse.transactionType?.startsWith(type) && hasReference(entry, reference),
  );
}

/**
 * One reference can have declined charges and one successful charge. Two successful charges are `unknown` and need
 * manual review.
 */
export function chargeIn(
  list: readonly Transaction[],
  reference: string,
): Transaction | Unknown | null {
  const charges = transactionsOfType(list, 'CHARGE', reference);
  const isTaken = (entry: Transaction) => entry.gatewayResponse.transactionState !== 'DECLINED';
  const taken = charges.filter(isTaken);
  if (taken.length > 1) return unknown(`${taken.length} charges under one reference`);
  const [charge = null] = taken.length === 1 ? taken : charges;
  return charge;
}

export function fromRefund(refund: Transaction): RefundOutcome {
  const { transactionState } = refund.gatewayResponse;
  const { responseCode, responseMessage: message = 'The refund was declined.' } = toDetails(refund);
  const refundReference = toReference(refund);
  switch (transactionState) {
    case 'CAPTURED':
    case 'AUTHORIZED':
    case 'SETTLED':
      return { kind: responseCode === PENDING ? 'pending' : 'refunded', refundReference };
    case 'PENDING':
    case 'WAITING':
      return { kind: 'pending', refundReference };
    case 'DECLINED':
    case 'RETURNED':
    case 'VOIDED':
      return { kind: 'refused', refundReference, message };
    default:
      return unknown(`unknown refund state ${transactionState}`);
  }
}

/** Returns null if the state is inconclusive. */
function toRefundState(refund: Transaction): Pick<BookedRefund, 'state' | 'reason'> | null {
  const outcome = fromRefund(refund);
  switch (outcome.kind) {
    case 'refunded':
      return { state: 'succeeded', reason: null };
    case 'pending':
      return { state: 'pending', reason: null };
    case 'refused':
      return { state: 'failed', reason: outcome.message };
    default:
      return null;
  }
}

/** Returns the refunds among the transactions of one order. Refunds made here carry our refund id. */
export function refundsIn(order: readonly Transaction[], reference: string): BookedRefund[] {
  const refunds = order.filter((entry) =>
    entry.gatewayResponse.transactionType?.startsWith('REFUND'),
  );
  const at = ({ gatewayResponse }: Transaction) =>
    gatewayResponse.transactionProcessingDetails.transactionTimestamp ?? '';
  return refunds
    .toSorted((one, other) => at(one).localeCompare(at(other)))
    .flatMap((entry) => {
      const booked = toBooked(entry);
      const known = toRefundState(entry);
      const isReadable = !('kind' in booked);
      // A declined refund has no amount.
      if (!known || (!isReadable && known.state !== 'failed')) return [];
      const { merchantTransactionId = null } = entry.transactionDetails ?? {};
      const own = merchantTransactionId === reference ? null : merchantTransactionId;
      const amountCents = isReadable ? booked.amountCents : ZERO;
      return [{ refundReference: toReference(entry), reference: own, amountCents, ...known }];
    });
}

/** Returns the refund that already exists under this reference, in any state, so that it is not made again. */
export function existingRefund(
  list: readonly Transaction[],
  reference: string,
): RefundOutcome | null {
  const outcomes = transactionsOfType(list, 'REFUND', reference).map(fromRefund);
  const isMade = ({ kind }: RefundOutcome) => kind === 'refunded' || kind === 'pending';
  return outcomes.find(isMade) ?? outcomes[0] ?? null;
}
