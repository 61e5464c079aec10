/**
 * Lists PayEngine's charges, page by page until a page has nothing new, because neither the page size nor the end
 * of the list is documented. Refunds are part of the charges they belong to.
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

type Merchant = { client: PayengineClient; merchantId: string };

async function readPages(
  { client, merchantId }: Merchant,
  { from, to }: TimeSpan,
): Promise<Transaction[]> {
  const span = {
    'date[from]': String(Math.floor(unixSeconds(from))),
    'date[to]': String(Math.ceil(unixSeconds(to))),
  };
  const seen = new Map<string, Transaction>();
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const rows = await client.findTransactions(merchantId, { ...span, page: String(page) });
    const isNew = rows.some(({ transactionId }) => !seen.has(transactionId));
    if (!isNew) return [...seen.values()];
    for (const row of rows) seen.set(row.transactionId, row);
  }
  throw new Error(`PayEngine's list did not end after ${PAGES_MAX} pages`);
}

function refundedEarlier(rows: readonly Transaction[]): string[] {
  const isCharge = ({ type }: Transaction) => type === 'payment';
  const charged = new Set(rows.filter(isCharge).map((row) => row.internalTransactionID));
  const refunds = rows.filter((row) => !isCharge(row) && !charged.has(row.internalTransactionID));
  return [...new Set(refunds.flatMap((row) => row.internalTransactionID ?? []))];
}

export async function listCharges(merchant: Merchant, span: TimeSpan): Promise<ListedCharge[]> {
  const rows = await readPages(merchant, span);
  for (const ids of refundedEarlier(rows)) {
    rows.push(...(await merchant.client.findTransactions(merchant.merchantId, { ids })));
  }
  const all = [...new Map(rows.map((row) => [row.transactionId, row])).values()];
  return all.filter(({ type }) => type === 'payment').map((charge) => listed(charge, all));
}
