/**
 * Marks an invoice as disputed by its payer (R40). The invoice cannot be paid or charged until the dispute is
 * resolved. An open payment must finish first, because its outcome determines the amount that can be disputed.
 */
import { canMoveInvoice, isPaid, moveInvoice } from '@quittance/domain/status/invoice-status';
import type { CompanyRow } from '../../companies/store.ts';
import { updateInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { hasOpenAttempt } from '../../ledger/attempts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';

type DisputeTarget = { invoice: InvoiceRow; company: Pick<CompanyRow, 'timeZone'> };

/** The invoice must be locked. */
export async function markDisputed(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { invoice, company }: DisputeTarget,
): Promise<InvoiceRow> {
  const { companyId, id: invoiceId, status, statusBefore, dueOn: dueDate } = invoice;
  const key = { companyId, invoiceId };
  if (status === 'DISPUTED') throw new AppError('PREVIOUS_DISPUTE_IS_NOT_ANSWERED');
  if (await hasOpenAttempt(tx, key)) throw new AppError('ACCOUNT_IS_PROCESSING');
  if (isPaid(status) || !canMoveInvoice({ status, event: 'disputed' })) {
    throw new AppError('INVOICE_NOT_CHANGEABLE');
  }
  const today = clock.today(company.timeZone);
  const disputed = moveInvoice({ status, event: 'disputed', dueDate, today, statusBefore });
  const at = clock.now();
  const change = { status: disputed, statusBefore: status, updatedAt: at };
  const row = await updateInvoice(tx, key, change);
  recordEvent(tx, { companyId, objectId: invoiceId, type: 'invoice.disputed', at });
  return row;
}
