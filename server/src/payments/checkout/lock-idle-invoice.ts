/** Locks a customer's invoice for a change to its plan or schedule, unless a charge is open on it. */
import { invariant } from '@quittance/domain/invariant';
import { findInvoiceByInternalRef, lockInvoice } from '../../invoices/store.ts';
import { AppError } from '../../kernel/errors.ts';
import { type CustomerPrincipal, principalName } from '../../kernel/principal.ts';
import { hasOpenAttempt } from '../../ledger/attempts.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { CustomerKey } from '../../platform/database/keys.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';

export type CancelCommand = { principal: CustomerPrincipal; internalRef: string };

export type Cancel = CustomerKey & {
  internalRef: string;
  actor: string;
  isByCompany?: true;
};

export function toCancel({ principal, internalRef }: CancelCommand): Cancel {
  const { companyId, customerId } = principal;
  return { companyId, customerId, internalRef, actor: principalName(principal) };
}

export async function lockIdleInvoice(
  tx: Tx,
  { companyId, customerId, internalRef }: Cancel,
): Promise<InvoiceRow> {
  const found = await findInvoiceByInternalRef(tx, { companyId, customerId, internalRef });
  if (!found) throw new AppError('ACCOUNT_NOT_FOUND');
  const key = { companyId, invoiceId: found.id };
  const invoice = await lockInvoice(tx, key);
  invariant(invoice, 'invoices are never deleted');
  if (await hasOpenAttempt(tx, key)) throw new AppError('ACCOUNT_IS_PROCESSING');
  return invoice;
}
