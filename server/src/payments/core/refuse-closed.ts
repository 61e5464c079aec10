/** Refuses a payment of an invoice that is paid or processing (product §8). */
import { isPaid } from '@quittance/domain/status/invoice-status';
import { AppError } from '../../errors.ts';
import type { InvoiceRow } from '../../storage/billing/invoices.ts';

export function refuseClosed({ status }: Pick<InvoiceRow, 'status'>): void {
  if (isPaid(status)) throw new AppError('ACCOUNT_ALREADY_CLOSED');
  if (status === 'PENDING') throw new AppError('ACCOUNT_IS_PROCESSING');
}
