/**
 * The amount owed on each of several invoices that can be paid together (R48). Screens and payments share this
 * rule.
 */
import type { InvoiceId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import { hasNoArrangement, isAmountAllowed } from '@quittance/domain/checkout/split';
import { payableNow, refuseClosed } from '../arrangements/payable-now.ts';
import type { CompanyRow } from '../companies/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { InvoiceHolds } from '../ledger/holds.ts';
import type { InvoiceRow } from '../schema/invoices.ts';

type PayableInvoice = { invoice: InvoiceRow; holds: InvoiceHolds | undefined; company: CompanyRow };

/** Throws if the invoice cannot be paid together with others. */
export function owedTogether(deps: Deps, { invoice, holds, company }: PayableInvoice): Cents {
  refuseClosed(invoice);
  if (holds?.isBeingPaid) throw new AppError('ACCOUNT_IS_PROCESSING');
  if (!hasNoArrangement(invoice.status) || holds?.hasPlan || holds?.hasSchedule) {
    throw new AppError('OPTION_NOT_AVAILABLE');
  }
  const payable = payableNow(deps, invoice, company);
  const isPayable = payable.isPayable && payable.options.includes('PAY_IN_FULL');
  if (!isPayable || invoice.voidedAt !== null) throw new AppError('ACCOUNT_NOT_PAYABLE');
  return payable.amount;
}

export type OwedAmount = { invoiceId: InvoiceId; amount: Cents; owed: Cents };

/** Refuses the whole selection if one amount is neither the amount owed nor an allowed part of it. */
export function refuseOtherAmounts(amounts: readonly OwedAmount[], company: CompanyRow): void {
  if (amounts.every(({ amount, owed }) => isAmountAllowed({ amount, owed, company }))) return;
  const invoices = amounts.map(({ invoiceId, owed }) => ({ id: invoiceId, amount: owed }));
  throw new AppError('AMOUNT_CHANGED', { details: { invoices } });
}
