/**
 * Pays an invoice now: the whole payable amount (product §7, full/submit) or an amount chosen by the payer
 * (amount/submit; R49). A signed-in customer can use their own credit first, or alone (R117). Credit is applied in the
 * transaction that begins the payment, and stays applied whatever becomes of the charge.
 */

import type { RequestId } from '@quittance/contract/ids';
import type { Payable as PayableNow } from '@quittance/contract/invoices/portal-schemas';
import type { Cents } from '@quittance/contract/money';
import type { OwnAmountBody, PayInFullBody } from '@quittance/contract/payments/portal-schemas';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import {
  allowsOwnAmount,
  hasNoArrangement,
  isAmountAllowed,
} from '@quittance/domain/checkout/split';
import { invariant } from '@quittance/domain/invariant';
import { payableNow, refuseClosed } from '../../arrangements/payable-now.ts';
import { findInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Principal, principalName } from '../../kernel/principal.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { feeAgreed } from '../core/amount-due.ts';
import type { PaymentContext } from '../core/charge-terms.ts';
import { applyCredit } from '../settlement/settle-credit.ts';
import { lockContext, type PaymentInstruction, refuseWhileOpen } from './begin.ts';
import type { SubmitOutcome } from './submit-answer.ts';
import { type AgreedAmount, takeSinglePayment } from './take-payment.ts';

export async function payableInFull(
  tx: Tx,
  deps: Deps,
  context: PaymentContext,
): Promise<PayableNow> {
  const { invoice, company } = context;
  if (!invoice) throw new AppError('REQUEST_NOT_FOUND');
  refuseClosed(invoice);
  // A plan is paid off through plan/pay, because its fee is fixed and its installments are counted.
  if (invoice.status === 'PAYMENT_PLAN_IN_PROGRESS') throw new AppError('OPTION_NOT_AVAILABLE');
  await refuseWhileOpen(tx, context);
  const payable = payableNow(deps, invoice, company);
  if (!payable.isPayable) throw new AppError('ACCOUNT_NOT_PAYABLE');
  return payable;
}

export function amountInFull(payable: PayableNow, kind: ChargeKind): AgreedAmount {
  if (!payable.options.includes('PAY_IN_FULL')) throw new AppError('OPTION_NOT_AVAILABLE');
  if (!payable.kinds.includes(kind)) throw new AppError('METHOD_RESTRICTED');
  return { amountCents: payable.amount, feeCents: payable.fees[kind].fee };
}

async function agreeOnAmount(
  tx: Tx,
  deps: Deps,
  { instruction, context }: { instruction: PaymentInstruction; context: PaymentContext },
): Promise<AgreedAmount> {
  const { quote, paymentInfo } = instruction.body;
  const payable = await payableInFull(tx, deps, context);
  const agreed = amountInFull(payable, paymentInfo.paymentType);
  const fee = agreed.feeCents;
  if (quote && (quote.amount !== payable.amount || quote.fee !== fee)) {
    throw new AppError('AMOUNT_CHANGED', { details: { payable } });
  }
  return agreed;
}

type OwnCredit = { principal: Principal; context: PaymentContext; amountCents: Cents };

/** The invoice must be locked. Returns the context with what is left of it. */
async function applyOwnCredit(
  tx: Tx,
  deps: Deps,
  { principal, context, amountCents }: OwnCredit,
): Promise<PaymentContext> {
  const payable = await payableInFull(tx, deps, context);
  const { invoice } = context;
  const isOffered = payable.options.includes('PAY_IN_FULL') && principal.kind === 'customer';
  if (!isOffered || !invoice || !hasNoArrangement(invoice.status)) {
    throw new AppError('OPTION_NOT_AVAILABLE');
  }
  if (amountCents > payable.amount) throw new AppError('AMOUNT_CHANGED', { details: { payable } });
  const { companyId, id: invoiceId, customerId } = invoice;
  await applyCredit(tx, deps, { companyId, invoiceId, customerId, amountCents });
  await appendAudit(tx, {
    companyId,
    actor: principalName(principal),
    action: 'credit.applied',
    subject: `invoice:${invoiceId}`,
    detail: { customerId, amountCents },
    at: deps.clock.now(),
  });
  const after = await findInvoice(tx, { companyId, invoiceId });
  invariant(after, 'a locked invoice is found');
  return { ...context, invoice: after };
}

export function payInFull(
  deps: Deps,
  instruction: PaymentInstruction<PayInFullBody>,
): Promise<SubmitOutcome> {
  const { principal, body } = instruction;
  const { credit: creditCents } = body;
  const ofCredit = creditCents && {
    creditCents,
    prepare: (tx: Tx, context: PaymentContext) =>
      applyOwnCredit(tx, deps, { principal, context, amountCents: creditCents }),
  };
  return takeSinglePayment(deps, instruction, {
    ...ofCredit,
    purpose: 'FULL_AMOUNT',
    paymentOption: 'PAY_IN_FULL',
    agreeOnAmount: (tx, { context }) => agreeOnAmount(tx, deps, { instruction, context }),
  });
}

type OwnAmountInstruction = PaymentInstruction<OwnAmountBody>;

/** Accepts a part of the amount owed if the company allows it. An arrangement is always for its own amount. */
async function agreeOnOwnAmount(
  tx: Tx,
  deps: Deps,
  { instruction, context }: { instruction: OwnAmountInstruction; context: PaymentContext },
): Promise<AgreedAmount> {
  const { body } = instruction;
  const { invoice, company } = context;
  const payable = await payableInFull(tx, deps, context);
  const isOffered = allowsOwnAmount(company) && payable.options.includes('PAY_IN_FULL');
  if (!isOffered || !invoice || !hasNoArrangement(invoice.status)) {
    throw new AppError('OPTION_NOT_AVAILABLE');
  }
  const { amount } = body.quote;
  if (!isAmountAllowed({ amount, owed: payable.amount, company })) {
    throw new AppError('AMOUNT_CHANGED', { details: { payable } });
  }
  return { amountCents: amount, feeCents: feeAgreed(body, company, amount) };
}

export function payOwnAmount(
  deps: Deps,
  instruction: OwnAmountInstruction,
): Promise<SubmitOutcome> {
  return takeSinglePayment(deps, instruction, {
    purpose: 'OWN_AMOUNT',
    paymentOption: null,
    agreeOnAmount: (tx, { context }) => agreeOnOwnAmount(tx, deps, { instruction, context }),
  });
}

type CreditPayment = { principal: Principal; requestId: RequestId; amountCents: Cents };

/** A repeated call finds the invoice paid. */
export function payByCredit(
  deps: Deps,
  { principal, requestId, amountCents }: CreditPayment,
): Promise<void> {
  const { companyId, customerId } = principal;
  return deps.database.inCompany({ companyId, customerId, isByKey: true }, async (tx) => {
    const { context } = await lockContext(tx, { principal, requestId }, { isOnInvoice: true });
    await applyOwnCredit(tx, deps, { principal, context, amountCents });
  });
}
