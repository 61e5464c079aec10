/** The amount shown on an invoice page: the amount paid, or the amount left to pay without the fee. */

import type { PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import type { Cents } from '@quittance/contract/money';
import { isPaid } from './invoice-status.ts';

export type ShownInvoice = Pick<PublicInvoice, 'status' | 'paidBalance' | 'payable'>;

export function shownCents({ status, payable, paidBalance }: ShownInvoice): Cents {
  return isPaid(status) ? paidBalance : payable.amount;
}
