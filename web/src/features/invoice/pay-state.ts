/**
 * What the page offers for an invoice. Whether it can be paid is the server's decision (`payable`);
 * this only adds what the browser knows: whether it has the company's processor at all.
 */
import type { Company } from '@quittance/contract/company';
import type { PublicInvoice } from '@quittance/contract/invoices';
import { isOutstanding, isPaid } from '@quittance/domain/invoice-status';

export const PAY_STATES = ['paid', 'processing', 'payable', 'unavailable', 'closed'] as const;
export type PayState = (typeof PAY_STATES)[number];

type PayQuestion = {
  invoice: Pick<PublicInvoice, 'status' | 'payable'>;
  company: Pick<Company, 'processor'>;
  canPayWith: (processor: Company['processor']) => boolean;
};

export function payState({ invoice, company, canPayWith }: PayQuestion): PayState {
  const { status, payable } = invoice;
  if (isPaid(status)) return 'paid';
  if (payable.isProcessing) return 'processing';
  // Said before anything else: no answer of the server could make this browser take the payment.
  if (isOutstanding(status) && !canPayWith(company.processor)) return 'unavailable';
  if (!payable.isPayable) return 'closed';
  const isOffered = payable.options.includes('PAY_IN_FULL') && payable.kinds.includes('card');
  return isOffered ? 'payable' : 'unavailable';
}
