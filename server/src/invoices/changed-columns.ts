/** Rules for changing an invoice, shared by single changes and file imports. */
import type { IsoDate } from '@quittance/contract/dates';
import type { ErrorCode } from '@quittance/contract/errors';
import { INVOICE_FIELDS } from '@quittance/contract/invoices/fields';
import type { InvoiceChange } from '@quittance/contract/invoices/provider-schemas';
import { canMoveInvoice, moveInvoice } from '@quittance/domain/status/invoice-status';
import type { InvoicesInUse } from '../ledger/invoices-in-use.ts';
import { toChangedColumns } from '../platform/database/field-columns.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import type { InvoiceColumns } from './invoice-records.ts';
import { computeAmounts } from './issue-invoice.ts';

/** `change` is null for a void. */
export function isReduced({ totalCents }: InvoiceRow, change: InvoiceChange | null): boolean {
  return !change || (isBilledAnew(change) && computeAmounts(change).totalCents < totalCents);
}

/**
 * A partly paid invoice is reduced by a credit note (R90). Notes that gave credit are taken back before an invoice is
 * reduced or voided (R114).
 */
export function toRefusal(
  invoice: InvoiceRow,
  { beingPaid, scheduled }: InvoicesInUse,
  change: InvoiceChange | null,
): ErrorCode | null {
  const { id, status, paidCents, notedCents, voidedAt, writtenOffAt, negotiation } = invoice;
  const event = change ? 'rebilled' : 'voided';
  const isChangeable =
    canMoveInvoice({ status, event }) &&
    (paidCents + notedCents === 0 || !isReduced(invoice, change)) &&
    voidedAt === null &&
    (writtenOffAt === null || change === null || !isBilledAnew(change)) &&
    !negotiation?.isApplied;
  if (!isChangeable) return 'INVOICE_NOT_CHANGEABLE';
  if (beingPaid.has(id)) return 'ACCOUNT_IS_PROCESSING';
  return scheduled.has(id) ? 'INVOICE_NOT_CHANGEABLE' : null;
}

export const isBilledAnew = ({ total, lines }: InvoiceChange) =>
  total !== undefined || lines !== undefined;

export function needsUnused({ dueOn }: InvoiceRow, change: InvoiceChange): boolean {
  return isBilledAnew(change) || (change.dueDate !== undefined && change.dueDate !== dueOn);
}

/** A new due date can make an overdue invoice due again, and vice versa. */
function toStatus({ status, statusBefore }: InvoiceRow, dueDate: IsoDate, today: IsoDate) {
  return moveInvoice({ status, event: 'rebilled', dueDate, today, statusBefore });
}

export function changedColumns(
  invoice: InvoiceRow,
  change: InvoiceChange,
  today: IsoDate,
): InvoiceColumns {
  const dueOn = change.dueDate ?? invoice.dueOn;
  return {
    ...toChangedColumns(INVOICE_FIELDS, change),
    ...(isBilledAnew(change) ? computeAmounts(change) : {}),
    ...(needsUnused(invoice, change) ? { dueOn, status: toStatus(invoice, dueOn, today) } : {}),
  };
}
