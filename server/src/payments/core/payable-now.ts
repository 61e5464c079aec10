/**
 * The server's one answer to "payable now, how much, how": the domain's rule, narrowed to what this
 * server can carry out. Screens show it and begin() enforces it.
 */
import type { FeeDetail, Payable } from '@quittance/contract/invoices';
import { type Cents, ZERO } from '@quittance/contract/money';
import { payableOf, restOfPlan } from '@quittance/domain/checkout/amounts';
import type { Deps } from '../../deps.ts';
import type { CompanyRow } from '../../storage/billing/companies.ts';
import type { InstallmentRow, InvoiceRow } from '../../storage/billing/invoices.ts';

export type PayableInvoice = Pick<
  InvoiceRow,
  'status' | 'totalCents' | 'paidCents' | 'negotiation'
> & {
  /** Of its running plan: they say what is left to pay, and whether one is being paid. */
  installments?: readonly Pick<InstallmentRow, 'status' | 'principalCents' | 'feeCents'>[];
};

function agreedFee(fee: Cents): FeeDetail {
  return { fee, feePercentage: 0, feeFixed: ZERO };
}

/** A running plan can be paid off early, by plan/pay, with the fee that was agreed on. */
function payableInPlan(payable: Payable, { installments = [] }: PayableInvoice): Payable {
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
): Payable {
  const payable = payableOf({
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
  return isInPlan ? payableInPlan(payable, invoice) : payable;
}
