/**
 * What is paid: an invoice, chosen orders, or an accepted estimate, in the shape that paying needs. The
 * one that is open is the one whose request is; an answer about another one changes nothing here.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { Invoice, Payable, PublicInvoice } from '@quittance/contract/invoices';
import type { MethodLine } from '@quittance/contract/methods';
import type { Estimate, PartialRequest } from '@quittance/contract/projects';
import { isPaid } from '@quittance/domain/status/invoice-status';
import { createSelector } from '@reduxjs/toolkit';
import { payableTexts } from '#texts/payment/payable';
import type { LinkedRequest } from '../account/linked-request.ts';
import type { RootState } from '../store/root.ts';

type AnyInvoice = Invoice | PublicInvoice;

type Payee = {
  /** What the payer knows it by. */
  title: string;
  payable: Payable;
  today: IsoDate;
  isPaid: boolean;
  attachedPaymentMethod: MethodLine | null;
  paymentScheduledAt: IsoDate | null;
};

export type Subject =
  | (Payee & { kind: 'invoice'; invoice: AnyInvoice })
  | (Payee & { kind: 'partial' | 'estimate' });

export type SubjectKind = Subject['kind'];

/** Orders and estimates are paid at once and whole: nothing is ever arranged for them. */
const NOTHING_ARRANGED = { attachedPaymentMethod: null, paymentScheduledAt: null } as const;

function ofInvoice(invoice: AnyInvoice): Subject {
  const { accountRef, payable, today, attachedPaymentMethod, paymentScheduledAt } = invoice;
  const arranged = { attachedPaymentMethod, paymentScheduledAt };
  const isDone = isPaid(invoice.status);
  return {
    kind: 'invoice',
    title: accountRef,
    payable,
    today,
    isPaid: isDone,
    ...arranged,
    invoice,
  };
}

function ofOrders({ payable, today, isPaid: isDone }: PartialRequest): Subject {
  const title = payableTexts.partial;
  return { kind: 'partial', title, payable, today, isPaid: isDone, ...NOTHING_ARRANGED };
}

/** Nothing can be paid on an offer. */
function ofEstimate({ estimateRef, payable, today, total, paidBalance }: Estimate): Subject | null {
  if (!payable) return null;
  const title = payableTexts.estimate(estimateRef);
  const isDone = paidBalance >= total;
  return { kind: 'estimate', title, payable, today, isPaid: isDone, ...NOTHING_ARRANGED };
}

function ofLink({ estimate, payable, today, isPaid: isDone }: LinkedRequest): Subject {
  const kind = estimate ? 'estimate' : 'partial';
  const title = estimate ? payableTexts.estimate(estimate.estimateRef) : payableTexts.partial;
  return { kind, title, payable, today, isPaid: isDone, ...NOTHING_ARRANGED };
}

export const selectSubject = createSelector(
  [
    (state: RootState) => state.request.requestId,
    (state: RootState) => state.invoices.selectedInvoice,
    (state: RootState) => state.orders.ordersRequest,
    (state: RootState) => state.projects.estimate,
    (state: RootState) => state.linkedRequest.request,
  ],
  (requestId, invoice, orders, estimate, linked): Subject | null => {
    if (!requestId) return null;
    if (invoice?.requestId === requestId) return ofInvoice(invoice);
    if (orders?.requestId === requestId) return ofOrders(orders);
    if (estimate?.requestId === requestId) return ofEstimate(estimate);
    return linked?.requestId === requestId ? ofLink(linked) : null;
  },
);
