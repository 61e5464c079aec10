/**
 * The open payable: an invoice, a partial request, an accepted estimate or several invoices, reduced to the data a
 * payment needs. It is matched by the request's id; responses about other payables do not change it.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type {
  Invoice,
  Payable as PayableTerms,
  PublicInvoice,
} from '@quittance/contract/invoices/portal-schemas';
import type { MethodLine } from '@quittance/contract/methods/portal-schemas';
import type { Estimate, PartialRequest } from '@quittance/contract/projects/portal-schemas';
import type { InvoiceSelection } from '@quittance/contract/requests/invoice-selection';
import { isPaid } from '@quittance/domain/status/invoice-status';
import { createSelector } from '@reduxjs/toolkit';
import { payableTexts } from '#texts/payment/payable';
import {
  estimateRead,
  type LinkedRequest,
  linkedRequestRead,
  selectInvoice,
  selectionRead,
  selectOrdersRequest,
} from './reads.ts';
import type { RootState } from './root.ts';

type AnyInvoice = Invoice | PublicInvoice;

type CommonPayable = PayableTerms & {
  title: string;
  today: IsoDate;
  isPaid: boolean;
  attachedPaymentMethod: MethodLine | null;
  paymentScheduledAt: IsoDate | null;
};

export type Payable =
  | (CommonPayable & { kind: 'invoice'; invoice: AnyInvoice })
  | (CommonPayable & { kind: 'partial' | 'estimate' | 'invoices' });

export type PayableKind = Payable['kind'];

/** Orders and estimates are paid at once and in full, so they never have scheduled payments. */
const NOT_SCHEDULED = { attachedPaymentMethod: null, paymentScheduledAt: null } as const;

function ofInvoice(invoice: AnyInvoice): Payable {
  const { accountRef: title, today, attachedPaymentMethod, paymentScheduledAt } = invoice;
  return {
    ...invoice.payable,
    kind: 'invoice',
    invoice,
    title,
    today,
    isPaid: isPaid(invoice.status),
    attachedPaymentMethod,
    paymentScheduledAt,
  };
}

function ofOrders({ payable, today, isPaid: hasPaid }: PartialRequest): Payable {
  const title = payableTexts.partial;
  return { ...payable, kind: 'partial', title, today, isPaid: hasPaid, ...NOT_SCHEDULED };
}

function ofSelection({ payable, today, isPaid: hasPaid }: InvoiceSelection): Payable {
  const title = payableTexts.invoices;
  return { ...payable, kind: 'invoices', title, today, isPaid: hasPaid, ...NOT_SCHEDULED };
}

function ofEstimate({ estimateRef, payable, today, total, paidBalance }: Estimate): Payable | null {
  if (!payable) return null;
  const title = payableTexts.estimate(estimateRef);
  const hasPaid = paidBalance >= total;
  return { ...payable, kind: 'estimate', title, today, isPaid: hasPaid, ...NOT_SCHEDULED };
}

function ofLink({ estimate, payable, today, isPaid: hasPaid }: LinkedRequest): Payable {
  const kind = estimate ? 'estimate' : 'partial';
  const title = estimate ? payableTexts.estimate(estimate.estimateRef) : payableTexts.partial;
  return { ...payable, kind, title, today, isPaid: hasPaid, ...NOT_SCHEDULED };
}

export const selectPayable = createSelector(
  [
    (state: RootState) => state.request.requestId,
    selectInvoice,
    selectOrdersRequest,
    (state: RootState) => estimateRead.answerIn(state)?.estimate ?? null,
    linkedRequestRead.answerIn,
    (state: RootState) => selectionRead.answerIn(state)?.selection ?? null,
  ],
  // biome-ignore lint/complexity/useMaxParams: createSelector passes one argument per input
  (requestId, invoice, orders, estimate, linked, selection): Payable | null => {
    if (!requestId) return null;
    if (invoice?.requestId === requestId) return ofInvoice(invoice);
    if (orders?.requestId === requestId) return ofOrders(orders);
    if (estimate?.requestId === requestId) return ofEstimate(estimate);
    if (selection?.requestId === requestId) return ofSelection(selection);
    return linked?.requestId === requestId ? ofLink(linked) : null;
  },
);
