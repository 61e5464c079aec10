/** The pay state of an invoice page. The server decides whether the invoice can be paid (`payable`). */

import { addCents, type Cents } from '@quittance/contract/money';
import type { PublicInvoice } from '@quittance/contract/schemas/invoices';
import { isPaid } from '@quittance/domain/status/invoice-status';
import { invoiceTexts } from '#texts/account/invoice';

export const PAY_STATES = ['paid', 'processing', 'payable', 'unavailable', 'closed'] as const;
export type PayState = (typeof PAY_STATES)[number];

export function payState({ status, payable }: Pick<PublicInvoice, 'status' | 'payable'>): PayState {
  if (isPaid(status)) return 'paid';
  if (payable.isProcessing) return 'processing';
  if (!payable.isPayable) return 'closed';
  return payable.options.length > 0 ? 'payable' : 'unavailable';
}

type ShownInvoice = Pick<PublicInvoice, 'status' | 'paidBalance' | 'payable'>;

/** The amount of the page and its label. The remaining amount of a plan includes its agreed fee. */
export function shownAmount(invoice: ShownInvoice): { label: string; amountCents: Cents } {
  const { status, payable, paidBalance } = invoice;
  if (isPaid(status)) return { label: invoiceTexts.amount.paid, amountCents: paidBalance };
  if (status !== 'PAYMENT_PLAN_IN_PROGRESS')
    return { label: invoiceTexts.amount.due, amountCents: payable.amount };
  return {
    label: invoiceTexts.amount.left,
    amountCents: addCents(payable.amount, payable.fees.card.fee),
  };
}
