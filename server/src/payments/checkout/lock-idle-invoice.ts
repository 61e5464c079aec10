/** Locks a customer's own invoice for a change of its plan or schedule, unless a charge is open on it. */
import { invariant } from '@quittance/domain/invariant';
import { AppError } from '../../errors.ts';
import type { CustomerPrincipal } from '../../principal.ts';
import {
  findInvoiceByInternalRef,
  type InvoiceRow,
  lockInvoice,
} from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { hasOpenAttempt } from '../../storage/payments/attempts.ts';

export type CancelCommand = { principal: CustomerPrincipal; internalRef: string };

export async function lockIdleInvoice(
  tx: Tx,
  { principal, internalRef }: CancelCommand,
): Promise<InvoiceRow> {
  const { companyId, customerId } = principal;
  const found = await findInvoiceByInternalRef(tx, { companyId, customerId, internalRef });
  if (!found) throw new AppError('ACCOUNT_NOT_FOUND');
  const key = { companyId, invoiceId: found.id };
  const invoice = await lockInvoice(tx, key);
  invariant(invoice, 'invoices are never deleted');
  if (await hasOpenAttempt(tx, key)) throw new AppError('ACCOUNT_IS_PROCESSING');
  return invoice;
}
