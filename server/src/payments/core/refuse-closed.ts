/** Why an invoice takes no new payment, in the two codes the browser has words for (product §8). */
import { isPaid } from '@quittance/domain/status/invoice-status';
import { AppError } from '../../errors.ts';
import type { InvoiceRow } from '../../storage/billing/invoices.ts';

export function refuseClosed({ status }: Pick<InvoiceRow, 'status'>): void {
  if (isPaid(status)) throw new AppError('ACCOUNT_ALREADY_CLOSED');
  if (status === 'PENDING') throw new AppError('ACCOUNT_IS_PROCESSING');
}
