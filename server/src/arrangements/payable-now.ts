/**
 * Determines which amounts are currently payable and in which ways: the domain rule, limited to the processors that
 * this server supports. Screens show the result and begin() enforces it.
 */

import type { Payable as PayableNow } from '@quittance/contract/invoices/portal-schemas';
import type { FeeDetail } from '@quittance/contract/methods/portal-schemas';
import { type Cents, ZERO } from '@quittance/contract/money';
import { restOfPlan, toPayable } from '@quittance/domain/checkout/amounts';
import { isPaid } from '@quittance/domain/status/invoice-status';
import type { CompanyRow } from '../companies/store.ts';
import type { InstallmentRow } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { isContested } from '../ledger/holds.ts';
import type { Tx } from '../platform/database/database.ts';
import type { InvoiceRow } from '../schema/invoices.ts';

export type PayableInvoice = Pick<
  InvoiceRow,
  'status' | 'totalCents' | 'paidCents' | 'negotiation'
> & {
  installments?: readonly Pick<InstallmentRow, 'status' | 'principalCents' | 'feeCents'>[];
  /** A contested invoice is not charged without its payer, so nothing can be arranged for later (R82). */
  isContested?: boolean;
};

function agreedFee(fee: Cents): FeeDetail {
  return { fee, feePercentage: 0, feeFixed: ZERO };
}

/** A running plan can be paid off early through plan/pay, with its agreed fee. */
function payableInPlan(payable: PayableNow, { installments = [] }: PayableInvoice): PayableNow {
  const { amountCents, feeCents } = restOfPlan(installments);
  const isProcessing = installments.some(({ status }) => status === 'PENDING');
  const isPayable = payable.isPayable && !isProcessing;
  return {
    ...payable,
    isProcessing,
    isPayable,
    options: isPayable ? payable.options : [],
    amount: amountCents,
    fees: { card: agreedFee(feeCents), ach: agreedFee(feeCents) },
  };
}

export function payableNow(
  { processors }: Pick<Deps, 'processors'>,
  invoice: PayableInvoice,
  company: CompanyRow,
): PayableNow {
  const payable = toPayable({
    status: invoice.status,
    totalCents: invoice.totalCents,
    paidCents: invoice.paidCents,
    negotiation: invoice.negotiation,
    company,
  });
  if (!processors.supports(company.processor)) {
    return { ...payable, isPayable: false, options: [] };
  }
  const isInPlan = invoice.status === 'PAYMENT_PLAN_IN_PROGRESS' && invoice.installments;
  if (isInPlan) return payableInPlan(payable, invoice);
  return invoice.isContested ? payableAtOnce(payable) : payable;
}

function payableAtOnce(payable: PayableNow): PayableNow {
  const options = payable.options.filter((option) => option === 'PAY_IN_FULL');
  return { ...payable, isPayable: options.length > 0, options };
}

/** Like `payableNow`, for arrangements made for later. Runs under the invoice lock. */
export async function arrangeableNow(
  tx: Tx,
  deps: Pick<Deps, 'processors'>,
  { invoice, company }: { invoice: InvoiceRow; company: CompanyRow },
): Promise<PayableNow> {
  const { companyId, id: invoiceId } = invoice;
  const contested = await isContested(tx, { companyId, invoiceId });
  return payableNow(deps, { ...invoice, isContested: contested }, company);
}

/** Refuses a payment of an invoice that is paid or processing (product §8). */
export function refuseClosed({ status }: Pick<InvoiceRow, 'status'>): void {
  if (isPaid(status)) throw new AppError('ACCOUNT_ALREADY_CLOSED');
  if (status === 'PENDING') throw new AppError('ACCOUNT_IS_PROCESSING');
}
