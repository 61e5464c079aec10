// Finds a transaction by any of its ids, and serves POST /payments/v1/transaction-inquiry. The inquiry returns a
// list; an empty list for an unknown id is a guess.

import { InquiryBody } from '../api/bodies.ts';
import type { ReferenceTransactionDetails } from '../api/body-parts.ts';
import { parseBody, refusal } from '../api/gateway-error.ts';
import { type Call, requireOwn } from '../api/merchants.ts';
import type { PreparedOperation } from '../api/operation.ts';
import type { MerchantIds, Store, Transaction } from '../store.ts';
import { refundAnswer, transactionAnswer } from './answers.ts';

type Names = { transactionId: string; clientRequestId: string; merchantIds: MerchantIds };

function checkReference(reference: ReferenceTransactionDetails): void {
  const given = Object.values(reference).filter((value) => value !== undefined);
  if (given.length !== 1) {
    throw refusal('131', 'Exactly one reference is needed', 'referenceTransactionDetails');
  }
}

function isNamed(names: Names, orderId: string, reference: ReferenceTransactionDetails): boolean {
  const { merchantTransactionId, merchantOrderId } = names.merchantIds;
  const pairs = [
    [reference.referenceTransactionId, names.transactionId],
    [reference.referenceClientRequestId, names.clientRequestId],
    [reference.referenceMerchantTransactionId, merchantTransactionId],
    [reference.referenceMerchantOrderId, merchantOrderId],
    [reference.referenceOrderId, orderId],
  ];
  return pairs.some(([asked, own]) => asked !== undefined && asked === own);
}

function ownTransactions(store: Store, { merchant }: Call): Transaction[] {
  return store.transactions.all().filter(({ merchantId }) => merchantId === merchant.merchantId);
}

export function findCharge(
  store: Store,
  call: Call,
  reference: ReferenceTransactionDetails,
): Transaction {
  checkReference(reference);
  const charge = ownTransactions(store, call).find((candidate) =>
    isNamed(candidate, candidate.orderId, reference),
  );
  if (charge === undefined) {
    throw refusal('131', 'Missing Referenced Transaction', 'referenceTransactionDetails');
  }
  return charge;
}

function search(store: Store, call: Call, reference: ReferenceTransactionDetails) {
  return ownTransactions(store, call).flatMap((transaction) => {
    const { orderId, refunds } = transaction;
    const charge = isNamed(transaction, orderId, reference)
      ? [transactionAnswer(transaction, call.merchant)]
      : [];
    const given = refunds.filter((refund) => isNamed(refund, orderId, reference));
    return [...charge, ...given.map((refund) => refundAnswer(transaction, refund))];
  });
}

export function prepareInquiry(store: Store, call: Call): PreparedOperation {
  const body = parseBody(InquiryBody, call.body);
  requireOwn(call, body.merchantDetails, 'merchant');
  const reference = body.referenceTransactionDetails;
  checkReference(reference);
  return {
    operation: 'lookup',
    execute: () => ({ status: 201, body: search(store, call, reference) }),
  };
}
