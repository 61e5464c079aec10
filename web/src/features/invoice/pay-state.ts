/**
 * What the page offers for an invoice. Whether it can be paid is the server's decision (`payable`);
 * this only adds which of the ways to pay the page has.
 */
import type { PublicInvoice } from '@quittance/contract/invoices';
import { isPaid } from '@quittance/domain/invoice-status';

export const PAY_STATES = ['paid', 'processing', 'payable', 'unavailable', 'closed'] as const;
export type PayState = (typeof PAY_STATES)[number];

export function payState({ status, payable }: Pick<PublicInvoice, 'status' | 'payable'>): PayState {
  if (isPaid(status)) return 'paid';
  if (payable.isProcessing) return 'processing';
  if (!payable.isPayable) return 'closed';
  return payable.options.includes('PAY_IN_FULL') ? 'payable' : 'unavailable';
}
