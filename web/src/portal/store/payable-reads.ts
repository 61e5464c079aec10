/** The reads of the pages with something to pay, and the request id of each response. */
import type { RequestId } from '@quittance/contract/ids';
import type { AnswerOf } from '@quittance/contract/portal-routes';
import { isAnyOf } from '@reduxjs/toolkit';
import type { WithReads } from './read.ts';
import {
  estimateRead,
  invoiceRead,
  linkedRequestRead,
  ordersRequestRead,
  selectionRead,
} from './reads.ts';

export const isPayableAsked = isAnyOf(
  invoiceRead.isAsked,
  ordersRequestRead.isAsked,
  estimateRead.isAsked,
  linkedRequestRead.isAsked,
  selectionRead.isAsked,
);

export const isPayableAnswered = isAnyOf(
  invoiceRead.isAnswered,
  ordersRequestRead.isAnswered,
  estimateRead.isAnswered,
  linkedRequestRead.isAnswered,
  selectionRead.isAnswered,
);

type PayableRoute =
  | 'invoice'
  | 'publicInvoice'
  | 'partialRequest'
  | 'estimate'
  | 'publicRequest'
  | 'invoiceSelection';

export function toRequestId(answer: AnswerOf<PayableRoute>): RequestId | null {
  if ('requestId' in answer) return answer.requestId;
  if ('request' in answer) return answer.request.requestId;
  if ('selection' in answer) return answer.selection.requestId;
  return 'account' in answer ? answer.account.requestId : answer.estimate.requestId;
}

/** A link shows an invoice, and if there is none, the content of another request. */
export function linkedPayable(state: WithReads) {
  const read = linkedRequestRead.stateIn(state) ?? invoiceRead.stateIn(state);
  if (!read) return null;
  return { payableKey: read.key, requestId: read.answer && toRequestId(read.answer) };
}
