// What time does to a charge: cards settle a day later, bank debits settle or come back after two.
// That an inquiry then says SETTLED or RETURNED is invented: nothing public tells how this company
// reports bank debits after the first answer. It sends no webhooks, so a merchant has to ask.
import { Refusal } from '../../refusal.ts';
import type { ReturnCode } from '../../scenarios.ts';
import type { Store, Transaction } from '../store.ts';

const DAY_MS = 86_400_000;
const CARD_SETTLES_AFTER_MS = DAY_MS;
const ACH_SETTLES_AFTER_MS = 2 * DAY_MS;

function isOpen({ state, settled }: Transaction): boolean {
  return state === 'CAPTURED' && !settled;
}

export function planSettlement(store: Store, transaction: Transaction): void {
  if (!isOpen(transaction)) return;
  const isCard = transaction.instrument.kind === 'card';
  const afterMs = isCard ? CARD_SETTLES_AFTER_MS : ACH_SETTLES_AFTER_MS;
  store.clock.at(transaction.createdAtMs + afterMs, () => {
    const current = store.transactions.get(transaction.transactionId);
    if (current !== undefined) settleTransaction(store, current);
  });
}

function bringBack(store: Store, transaction: Transaction, returnCode: ReturnCode): Transaction {
  return store.transactions.put({ ...transaction, state: 'RETURNED', settled: false, returnCode });
}

/** Settles a charge that waits for it, and says whether there was anything to settle. */
export function settleTransaction(store: Store, transaction: Transaction): boolean {
  if (!isOpen(transaction)) return false;
  const { instrument } = transaction;
  if (instrument.kind === 'card') store.transactions.put({ ...transaction, settled: true });
  else if (instrument.returnCode !== null) bringBack(store, transaction, instrument.returnCode);
  else store.transactions.put({ ...transaction, state: 'SETTLED', settled: true });
  return true;
}

export function returnTransaction(
  store: Store,
  transaction: Transaction,
  code: ReturnCode,
): Transaction {
  if (transaction.instrument.kind !== 'bank') {
    throw new Refusal(400, 'Only bank debits are returned');
  }
  if (transaction.state !== 'CAPTURED' && transaction.state !== 'SETTLED') {
    throw new Refusal(409, 'This debit has already failed');
  }
  return bringBack(store, transaction, code);
}
