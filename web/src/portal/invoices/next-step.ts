/** The next step of an invoice in a list: pay, view or receipt. */
import type { PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import { payState } from './pay-state.ts';

export type NextStep = 'pay' | 'view' | 'receipt';

export function nextStep(invoice: Pick<PublicInvoice, 'status' | 'payable'>): NextStep {
  const state = payState(invoice);
  if (state === 'paid') return 'receipt';
  // An arranged invoice can be paid today, but that is not its next step.
  const isArranged =
    invoice.status === 'PAYMENT_PLAN_IN_PROGRESS' || invoice.status === 'PAYMENT_EXTENSION';
  return state === 'payable' && !isArranged ? 'pay' : 'view';
}
