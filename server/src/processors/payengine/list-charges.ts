/**
 * Lists PayEngine's charges, page by page until a page has nothing new: neither the page size nor the end of the
 * list is documented. Refunds are part of the charges they belong to.
 */
import type { Instant } from '@quittance/contract/dates';
import type { ListedCharge, TimeSpan } from '../processor.ts';
import type { PayengineClient } from './client.ts';
import { fromTransaction } from './from-payengine.ts';
import { invoiceRefIn } from './to-payengine.ts';
import type { Transaction } from './wire.ts';

const PAGES_MAX = 1000;

function unixSeconds(at: Instant): number {
  return Date.parse(at) / 1000;
}

function listed(transaction: Transaction, all: readonly Transaction[]): ListedCharge {
  return {
    reference: transaction.internalTransactionID ?? null,
    invoiceRef: invoiceRefIn(transaction.description),
    kind: transaction.payment_method === 'ACH' ? 'ach' : 'card',
    outcome: fromTransaction(transaction, all),
  };
}

export async function listCharges(
  { client, merchantId }: { client: PayengineClient; merchantId: string },
  { from, to }: TimeSpan,
): Promise<ListedCharge[]> {
  const span = {
    'date[from]': String(Math.floor(unixSeconds(from))),
    'date[to]': String(Math.ceil(unixSeconds(to))),
  };
  const seen = new Map<string, Transaction>();
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const rows = await client.findTransactions(merchantId, { ...span, page: String(page) });
    const isNew = rows.some(({ transactionId }) => !seen.has(transactionId));
    if (!isNew) {
      const all = [...seen.values()];
      return all.filter(({ type }) => type === 'payment').map((charge) => listed(charge, all));
    }
    for (const row of rows) seen.set(row.transactionId, row);
  }
  throw new Error(`PayEngine's list did not end after ${PAGES_MAX} pages`);
}
