/** Maps PayEngine's statuses to outcomes. A decline is an ordinary 200 here. An unrecognized status is `unknown`. */
import { dollarsToCents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { DECLINE_TEXTS } from '@quittance/domain/dunning/decline-texts';
import { unknown } from '../outcomes.ts';
import type {
  Booked,
  BookedRefund,
  ChargeOrder,
  ClaimedMethod,
  MethodSnapshot,
  NotFound,
  Outcome,
  RefundOutcome,
  SavedMethod,
} from '../processor.ts';
import { Secret } from '../secret.ts';
import type { AchAnswer, RefundAnswer, SaleAnswer, Transaction } from './wire.ts';

function method(last4: string | undefined, brand: string | undefined): MethodSnapshot | null {
  const digits = last4?.slice(-4);
  return digits && /^\d{4}$/.test(digits) ? { brand: brand ?? null, last4: digits } : null;
}

/** The processor always returns a token. It is used only if the payer agreed. */
type SaveMethodOrder = Pick<ChargeOrder, 'savesMethod'> & Partial<Pick<ChargeOrder, 'source'>>;

function toExpiry(expires: string | undefined) {
  const [expiresYear = null, expiresMonth = null] = expires?.split('-').map(Number) ?? [];
  return { expiresMonth, expiresYear };
}

/**
 * Responses do not include a token's expiry, holder and account type, so the values reported by the browser are
 * used.
 */
export function claimedDetails(claimed: ClaimedMethod | null | undefined) {
  return { ...toExpiry(claimed?.expires), holder: claimed?.holder ?? null, isClaimed: true };
}

function toSavedMethod(
  { savesMethod, source }: SaveMethodOrder,
  kind: ChargeKind,
  { token, used }: { token: string | undefined; used: MethodSnapshot | null },
): SavedMethod | null {
  if (!savesMethod || !token || !used) return null;
  return {
    ...used,
    token: new Secret(token),
    kind,
    ...claimedDetails(source?.kind === 'new' ? source.claimed : null),
    accountType: source?.accountType ?? null,
    schemeReference: null,
    processorCustomer: null,
  };
}

type HostReport = Transaction['host_report'];

function declined(processorReference: string, report: HostReport): Outcome {
  return {
    kind: 'declined',
    processorReference,
    code: report.returnCode ?? report.hostResponseCode ?? report.responseCode ?? 'declined',
    message: TEXTS[report.hostResponseCode ?? ''] ?? DECLINE_TEXTS.declined,
    class: SOFT_DECLINES.has(report.hostResponseCode ?? '') ? 'soft' : 'hard',
  };
}

/** These codes may succeed on a later retry. Every other code is final, including unrecognized ones. */
const SOFT_DECLINES: ReadonlySet<string> = new Set(['01', '05', '06', '51', '65']);

/** The host's messages are for terminals ("DECLINE"); these are for payers. */
const TEXTS: Readonly<Record<string, string>> = {
  '01': DECLINE_TEXTS.callIssuer,
  '05': DECLINE_TEXTS.cardDeclined,
  '06': DECLINE_TEXTS.tryAgain,
  '51': DECLINE_TEXTS.insufficientFunds,
  '54': DECLINE_TEXTS.expiredCard,
  '65': DECLINE_TEXTS.authenticationRequired,
  '83': DECLINE_TEXTS.authenticationFailed,
};

export function fromSale({ data }: SaleAnswer, saving: SaveMethodOrder): Outcome {
  const { SaleResponse: sale, TransactionID: processorReference } = data;
  switch (sale.status) {
    case 'PASS': {
      const amount = sale.processedAmount ?? sale.transactionAmount;
      const amountCents = dollarsToCents(amount ?? '');
      if (amountCents === null) return unknown(`unreadable amount ${amount}`);
      const used = method(sale.maskedCardNumber, sale.cardType);
      const saved = toSavedMethod(saving, 'card', { token: data.token, used });
      const booked = { processorReference, amountCents, currency: 'USD', method: used, saved };
      return { kind: 'succeeded', ...booked };
    }
    case 'FAIL':
      return declined(processorReference, sale);
    case 'PENDING_3DSAUTH':
      if (!data.ThreeDSData) return unknown('3-D Secure required without its data');
      return { kind: 'action_required', processorReference, threeDSData: data.ThreeDSData };
    default:
      return unknown(`unknown sale status ${sale.status}`);
  }
}

/** Returns whether an accepted charge lacks the amount, which is documented as optional. */
export function isSilent(report: {
  status: string;
  processedAmount?: string | undefined;
  transactionAmount?: string | undefined;
}): boolean {
  return report.status === 'PASS' && !report.processedAmount && !report.transactionAmount;
}

/** Returns the outcome of a sale after its challenge, or null while the payer's bank is still pending. */
export function fromChallenge(answer: SaleAnswer): Outcome | null {
  if (answer.data.SaleResponse.status === 'PENDING_3DSAUTH') return null;
  return fromSale(answer, { savesMethod: false });
}

/** An accepted bank debit is pending: the bank can still return it. */
export function fromAch({ data }: AchAnswer, saving: SaveMethodOrder): Outcome {
  const { AchResponse: ach, TransactionID: processorReference } = data;
  switch (ach.status) {
    case 'PASS': {
      const amountCents = dollarsToCents(ach.transactionAmount ?? '');
      if (amountCents === null) return unknown(`unreadable amount ${ach.transactionAmount}`);
      const used = method(data.masked_bank_account, undefined);
      const saved = toSavedMethod(saving, 'ach', { token: data.token, used });
      const booked = { processorReference, amountCents, currency: 'USD', method: used, saved };
      return { kind: 'pending', ...booked };
    }
    case 'FAIL':
      return declined(processorReference, ach);
    default:
      return unknown(`unknown ACH status ${ach.status}`);
  }
}

function isRefundOfCharge(
  charge: Transaction,
  { id, internalTransactionID, type }: Transaction,
): boolean {
  if (type !== 'refund') return false;
  if (charge.id && id) return charge.id === id;
  return charge.internalTransactionID === internalTransactionID;
}

/** A refund with any other status has not been made yet. */
const REFUND_STATES: Readonly<Record<string, BookedRefund['state']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
  cancelled: 'failed',
};

function toRefundReason({ responseMessage, returnCode }: HostReport): string {
  return returnCode ?? responseMessage ?? 'The refund was refused.';
}

function toRefunds(charge: Transaction, list: readonly Transaction[]): BookedRefund[] | null {
  const refunds = list.filter((entry) => isRefundOfCharge(charge, entry));
  const booked = refunds.flatMap(({ transactionId: refundReference, amount, status, ...entry }) => {
    const amountCents = dollarsToCents(amount);
    if (amountCents === null) return [];
    const state = REFUND_STATES[status] ?? 'pending';
    const reason = state === 'failed' ? toRefundReason(entry.host_report) : null;
    // PayEngine's refunds have no field for our reference.
    return [{ refundReference, reference: null, amountCents, state, reason }];
  });
  return booked.length === refunds.length ? booked.reverse() : null;
}

/** For money that was returned without a separate transaction. The reference is derived from the charge. */
function wholeRefund({ processorReference, amountCents }: Booked, how: string): BookedRefund {
  const refundReference = `${processorReference}:${how}`;
  return { refundReference, reference: null, amountCents, state: 'succeeded', reason: null };
}

/** A card charge that passed and was later voided: the money was returned. A voided debit was never collected. */
function canceled(transaction: Transaction, booked: Booked): Outcome {
  const { host_report: report, payment_method: paidBy } = transaction;
  if (report.status !== 'PASS' || paidBy === 'ACH') {
    return declined(booked.processorReference, report);
  }
  return { kind: 'succeeded', ...booked, refunds: [wholeRefund(booked, 'void')] };
}

function refunded(booked: Booked & { refunds: readonly BookedRefund[] }): Outcome {
  const { refunds } = booked;
  const given = refunds.length > 0 ? refunds : [wholeRefund(booked, 'refund')];
  return { kind: 'succeeded', ...booked, refunds: given };
}

export function fromTransaction(transaction: Transaction, list: readonly Transaction[]): Outcome {
  const { transactionId: processorReference, host_report: report, currency } = transaction;
  const amountCents = dollarsToCents(transaction.amount);
  if (amountCents === null) return unknown(`unreadable amount ${transaction.amount}`);
  const refunds = toRefunds(transaction, list);
  if (refunds === null) return unknown('a refund with an unreadable amount');
  const used = method(transaction.data.last_4, transaction.data.card_type);
  const booked = { processorReference, amountCents, currency, method: used, saved: null, refunds };
  switch (transaction.status) {
    case 'succeeded':
      return { kind: 'succeeded', ...booked };
    case 'refunded':
      return refunded(booked);
    case 'partialRefund':
      if (refunds.length === 0) return unknown('a partial refund without its transaction');
      return { kind: 'succeeded', ...booked };
    case 'pending':
      return { kind: 'pending', ...booked };
    case 'pending_3dsauth':
      return { kind: 'action_required', processorReference, threeDSData: null };
    case 'failed':
      // A return code proves that the debit had been accepted before.
      if (report.returnCode) return { kind: 'returned', ...booked, code: report.returnCode };
      return declined(processorReference, report);
    // One spelling is used in the search, the other in the details of a transaction.
    case 'canceled':
    case 'cancelled':
      return canceled(transaction, booked);
    default:
      return unknown(`unknown transaction status ${transaction.status}`);
  }
}

/**
 * A lookup does not return a token. The token of the order is the saved method, so that a plan keeps its method
 * even after a challenge or a lost response.
 */
export function withSavedMethod(
  found: Outcome,
  { kind, source, savesMethod }: ChargeOrder,
): Outcome {
  if (found.kind !== 'succeeded' && found.kind !== 'pending') return found;
  const token = source.kind === 'new' ? source.token.reveal() : undefined;
  const used = found.method;
  return { ...found, saved: toSavedMethod({ savesMethod, source }, kind, { token, used }) };
}

/**
 * Two charges under one reference are `unknown` and need manual review, because money may have been taken twice.
 */
export function fromLookup(list: readonly Transaction[], reference: string): Outcome | NotFound {
  const ours = list.filter(
    (entry) => entry.type === 'payment' && entry.internalTransactionID === reference,
  );
  const [charge, ...more] = ours;
  if (!charge) return { kind: 'not_found' };
  if (more.length > 0) return unknown(`${ours.length} charges under one reference`);
  return fromTransaction(charge, list);
}

/** A successful refund to a bank account is only accepted at first, like a debit. */
export function fromRefund({ data }: RefundAnswer, kind: ChargeKind): RefundOutcome {
  const { TransactionID: refundReference, ReturnResponse: report } = data;
  const { status } = report;
  switch (status) {
    case 'PASS':
      return { kind: kind === 'ach' ? 'pending' : 'refunded', refundReference };
    case 'PENDING':
      return { kind: 'pending', refundReference };
    case 'FAIL':
      return { kind: 'refused', refundReference, message: toRefundReason(report) };
    default:
      return unknown(`unknown refund status ${status}`);
  }
}
