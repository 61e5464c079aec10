// Settlement: cards settle after one day, bank debits settle or are returned after two. The states SETTLED and
// RETURNED in an inquiry are invented because the public documentation does not describe how bank debits are
// reported later. Fiserv sends no webhooks, so a merchant has to poll.
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

function markReturned(store: Store, transaction: Transaction, returnCode: ReturnCode): Transaction {
  return store.transactions.put({ ...transaction, state: 'RETURNED', settled: false, returnCode });
}

export function settleTransaction(store: Store, transaction: Transaction): boolean {
  if (!isOpen(transaction)) return false;
  const { instrument } = transaction;
  if (instrument.kind === 'card') store.transactions.put({ ...transaction, settled: true });
  else if (instrument.returnCode !== null) markReturned(store, transaction, instrument.returnCode);
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
  return markReturned(store, transaction, code);
}
