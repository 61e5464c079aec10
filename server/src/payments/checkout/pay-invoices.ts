/** Pays several invoices with one charge (product §7, invoices/pay; R48). All of them are paid or none. */
import type { InvoiceId } from '@quittance/contract/ids';
import { addCents, type Cents } from '@quittance/contract/money';
import { hasNoArrangement, isAmountAllowed } from '@quittance/domain/checkout/split';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { CompanyRow } from '../../storage/billing/companies.ts';
import type { InvoiceRow } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import type { PaidPart } from '../../storage/payments/attempt-parts.ts';
import { type InvoiceHolds, listHolds } from '../../storage/payments/invoice-holds.ts';
import { feeAgreed } from '../core/amount-due.ts';
import { payableNow } from '../core/payable-now.ts';
import { refuseClosed } from '../core/refuse-closed.ts';
import { type LockedContext, type PaymentInstruction, refuseWhileOpen } from './begin.ts';
import { type AgreedAmount, takeSinglePayment } from './single-payment.ts';
import type { Submitted } from './submit-answer.ts';

type Checked = { invoice: InvoiceRow; holds: InvoiceHolds | undefined; company: CompanyRow };

/** What the invoice owes now; throws where it cannot be paid with others. */
export function owedTogether(deps: Deps, { invoice, holds, company }: Checked): Cents {
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

type Owed = { invoiceId: InvoiceId; amount: Cents; owed: Cents };

/** Refuses all of them when the amount of one is not what it owes, or not allowed for a part of it. */
export function refuseOtherAmounts(amounts: readonly Owed[], company: CompanyRow): void {
  if (amounts.every(({ amount, owed }) => isAmountAllowed({ amount, owed, company }))) return;
  const invoices = amounts.map(({ invoiceId, owed }) => ({ id: invoiceId, amount: owed }));
  throw new AppError('AMOUNT_CHANGED', { details: { invoices } });
}

async function owedOn(
  tx: Tx,
  deps: Deps,
  { parts, company }: { parts: readonly PaidPart[]; company: CompanyRow },
): Promise<Owed[]> {
  const { companyId } = company;
  const invoiceIds = parts.map(({ invoice }) => invoice.id);
  const holds = await listHolds(tx, { companyId, invoiceIds, except: null });
  return parts.map(({ invoice, amountCents }) => ({
    invoiceId: invoice.id,
    amount: amountCents,
    owed: owedTogether(deps, { invoice, holds: holds.get(invoice.id), company }),
  }));
}

async function agreeOnAmount(
  tx: Tx,
  deps: Deps,
  { instruction, locked }: { instruction: PaymentInstruction; locked: LockedContext },
): Promise<AgreedAmount> {
  const { context, payable } = locked;
  const { principal, body } = instruction;
  // A link is for one request of one invoice: who holds it must not learn of the others (R4).
  if (payable.kind !== 'invoices' || principal.kind !== 'customer') {
    throw new AppError('REQUEST_NOT_FOUND');
  }
  const { parts } = payable;
  const { company } = context;
  await refuseWhileOpen(tx, context);
  refuseOtherAmounts(await owedOn(tx, deps, { parts, company }), company);
  const amountCents = addCents(...parts.map((part) => part.amountCents));
  return { amountCents, feeCents: feeAgreed(body, company, amountCents) };
}

export function payInvoices(deps: Deps, instruction: PaymentInstruction): Promise<Submitted> {
  return takeSinglePayment(deps, instruction, {
    purpose: 'INVOICES',
    paymentOption: null,
    agreeOnAmount: (tx, locked) => agreeOnAmount(tx, deps, { instruction, locked }),
  });
}
