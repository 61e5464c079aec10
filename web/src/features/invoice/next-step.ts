/** What a customer does next about an invoice in a list: pay it, look at it, or fetch what was paid. */
import type { PublicInvoice } from '@quittance/contract/invoices';
import { payState } from './pay-state.ts';

export type NextStep = 'pay' | 'view' | 'receipt';

export function nextStep(invoice: Pick<PublicInvoice, 'status' | 'payable'>): NextStep {
  const state = payState(invoice);
  if (state === 'paid') return 'receipt';
  // What is agreed for a later day can be paid today too, but that is not the next step.
  const isArranged =
    invoice.status === 'PAYMENT_PLAN_IN_PROGRESS' || invoice.status === 'PAYMENT_EXTENSION';
  return state === 'payable' && !isArranged ? 'pay' : 'view';
}
