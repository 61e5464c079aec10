/**
 * Theirs → ours: PayEngine's statuses as our outcomes. A decline is an ordinary 200 here, and a
 * status we do not know is `unknown`: there is no default that guesses. Pure.
 */
import { dollarsToCents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { DECLINE_TEXTS } from '@quittance/domain/dunning/decline-texts';
import type {
  ChargeOrder,
  MethodSnapshot,
  NotFound,
  Outcome,
  RefundOutcome,
  SavedMethod,
  Unknown,
} from '../processor.ts';
import { Secret } from '../secret.ts';
import type { AchAnswer, RefundAnswer, SaleAnswer, Transaction } from './wire.ts';

function unknown(reason: string): Unknown {
  return { kind: 'unknown', reason };
}

function method(last4: string | undefined, brand: string | undefined): MethodSnapshot | null {
  const digits = last4?.slice(-4);
  return digits && /^\d{4}$/.test(digits) ? { brand: brand ?? null, last4: digits } : null;
}

/** Kept only when it was asked for: the processor answers with a token either way. */
type Keeping = { savesMethod: boolean };

function keptMethod(
  { savesMethod }: Keeping,
  kind: ChargeKind,
  { token, used }: { token: string | undefined; used: MethodSnapshot | null },
): SavedMethod | null {
  if (!savesMethod || !token || !used) return null;
  return {
    ...used,
    token: new Secret(token),
    kind,
    expiresMonth: null,
    expiresYear: null,
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

/** Worth another try on another day; every other code, and any we do not know, is final. */
const SOFT_DECLINES: ReadonlySet<string> = new Set(['01', '05', '06', '51', '65']);

/** The host's words are for terminals ("DECLINE"); these say the same to a person. */
const TEXTS: Readonly<Record<string, string>> = {
  '01': DECLINE_TEXTS.callIssuer,
  '05': DECLINE_TEXTS.cardDeclined,
  '06': 'Your bank could not process this payment. Please try again.',
  '51': DECLINE_TEXTS.insufficientFunds,
  '54': DECLINE_TEXTS.expiredCard,
  '65': DECLINE_TEXTS.authenticationRequired,
  '83': DECLINE_TEXTS.authenticationFailed,
};

export function fromSale({ data }: SaleAnswer, keeping: Keeping): Outcome {
  const { SaleResponse: sale, TransactionID: processorReference } = data;
  switch (sale.status) {
    case 'PASS': {
      const amountCents = dollarsToCents(sale.processedAmount);
      if (amountCents === null) return unknown(`unreadable amount ${sale.processedAmount}`);
      const used = method(sale.maskedCardNumber, sale.cardType);
      const kept = keptMethod(keeping, 'card', { token: data.token, used });
      const booked = { processorReference, amountCents, currency: 'USD', method: used, kept };
      return { kind: 'succeeded', ...booked };
    }
    case 'FAIL':
      return declined(processorReference, sale);
    case 'PENDING_3DSAUTH':
      if (!data.ThreeDSData) return unknown('3-D Secure asked for without its data');
      return { kind: 'action_required', processorReference, threeDSData: data.ThreeDSData };
    default:
      return unknown(`unknown sale status ${sale.status}`);
  }
}

/** An accepted bank debit is on its way, not paid: the bank can still send it back. */
export function fromAch({ data }: AchAnswer, keeping: Keeping): Outcome {
  const { AchResponse: ach, TransactionID: processorReference } = data;
  switch (ach.status) {
    case 'PASS': {
      const amountCents = dollarsToCents(ach.transactionAmount);
      if (amountCents === null) return unknown(`unreadable amount ${ach.transactionAmount}`);
      const used = method(data.masked_bank_account, undefined);
      const kept = keptMethod(keeping, 'ach', { token: data.token, used });
      const booked = { processorReference, amountCents, currency: 'USD', method: used, kept };
      return { kind: 'pending', ...booked };
    }
    case 'FAIL':
      return declined(processorReference, ach);
    default:
      return unknown(`unknown ACH status ${ach.status}`);
  }
}

export function fromTransaction(transaction: Transaction): Outcome {
  const { transactionId: processorReference, host_report: report, currency } = transaction;
  const amountCents = dollarsToCents(transaction.amount);
  if (amountCents === null) return unknown(`unreadable amount ${transaction.amount}`);
  const used = method(transaction.data.last_4, transaction.data.card_type);
  const booked = { processorReference, amountCents, currency, method: used, kept: null };
  switch (transaction.status) {
    case 'succeeded':
      return { kind: 'succeeded', ...booked };
    case 'pending':
      return { kind: 'pending', ...booked };
    case 'pending_3dsauth':
      return { kind: 'action_required', processorReference, threeDSData: null };
    case 'failed':
      // A bank's return code says that the debit had been accepted, whether we saw that or not.
      if (report.returnCode) return { kind: 'returned', ...booked, code: report.returnCode };
      return declined(processorReference, report);
    case 'cancelled':
      return declined(processorReference, report);
    default:
      return unknown(`unknown transaction status ${transaction.status}`);
  }
}

/**
 * A look-up names no token. The one that was sent is the kept method, and the order still has it: so
 * neither a challenge nor a lost answer costs the payer the method of their plan.
 */
export function withSavedMethod(
  found: Outcome,
  { kind, source, savesMethod }: ChargeOrder,
): Outcome {
  if (found.kind !== 'succeeded' && found.kind !== 'pending') return found;
  const token = source.kind === 'new' ? source.token.reveal() : undefined;
  return { ...found, kept: keptMethod({ savesMethod }, kind, { token, used: found.method }) };
}

/**
 * Two charges under one reference would mean money taken twice; that is for people to look at, so
 * it stays unknown instead of being read as one success.
 */
export function fromLookup(list: readonly Transaction[], reference: string): Outcome | NotFound {
  const ours = list.filter(
    (entry) => entry.type === 'payment' && entry.internalTransactionID === reference,
  );
  const [charge, ...more] = ours;
  if (!charge) return { kind: 'not_found' };
  if (more.length > 0) return unknown(`${ours.length} charges under one reference`);
  return fromTransaction(charge);
}

export function fromRefund({ data }: RefundAnswer): RefundOutcome {
  const { status, responseMessage } = data.ReturnResponse;
  switch (status) {
    case 'PASS':
      return { kind: 'refunded', refundReference: data.TransactionID };
    case 'FAIL':
      return { kind: 'refused', message: responseMessage ?? 'The refund was refused.' };
    default:
      return unknown(`unknown refund status ${status}`);
  }
}
