/**
 * Pays one or more of the next installments of a running plan, or the whole remainder, with the plan's own method
 * (product §7, plan/pay; R13). The holder of a link may not charge that method if it is saved (R86). The payer is
 * present; charge-due.ts charges installments off-session.
 */
import type { BodyOf } from '@quittance/contract/portal-routes';
import {
  isSamePlanPayment,
  type PlanPayment,
  planPayment,
} from '@quittance/domain/checkout/plan-payment';
import { invariant } from '@quittance/domain/invariant';
import { listInstallments } from '../../arrangements/installments.ts';
import { payableNow, refuseClosed } from '../../arrangements/payable-now.ts';
import { lockLivePlan, type PlanRow } from '../../arrangements/plans.ts';
import type { InstallmentRow } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { holdMethod } from '../../methods/methods.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { MethodRow } from '../../schema/customers.ts';
import { savedSource } from '../charge/charge-source.ts';
import { type ChargeTerms, customerInitiated, type PaymentContext } from '../core/charge-terms.ts';
import { refuseSavedByLink } from '../core/link-method.ts';
import { type PaymentInstruction, refuseWhileOpen } from './begin.ts';
import { returnPath } from './return-path.ts';
import type { SubmitOutcome } from './submit-answer.ts';
import { quotedAmounts, takePayment } from './take-payment.ts';

export type PlanPaymentInstruction = PaymentInstruction<BodyOf<'payPlan'>>;

/** A plan without a usable method cannot be paid until the customer attaches one. */
async function findMethod(tx: Tx, { company }: PaymentContext, plan: PlanRow): Promise<MethodRow> {
  const { companyId, customerId, methodId } = plan;
  const method = methodId ? await holdMethod(tx, { companyId, customerId, methodId }) : null;
  if (method?.state !== 'active' || method.processor !== company.processor) {
    throw new AppError('METHOD_NOT_USABLE');
  }
  return method;
}

async function findPayablePlan(tx: Tx, context: PaymentContext): Promise<PlanRow> {
  const { invoice } = context;
  if (!invoice) throw new AppError('REQUEST_NOT_FOUND');
  refuseClosed(invoice);
  await refuseWhileOpen(tx, context);
  const { companyId, id: invoiceId } = invoice;
  const plan = await lockLivePlan(tx, { companyId, invoiceId });
  if (!plan) throw new AppError('ACCOUNT_NOT_PAYABLE');
  return plan;
}

type PlanContext = { context: PaymentContext; rows: readonly InstallmentRow[] };

/**
 * Refuses a payment whose installments or amounts differ from those the payer saw, and returns the current ones
 * (R38).
 */
function agreeOnPayment(
  deps: Deps,
  { context, rows }: PlanContext,
  { isFull, quote, installments }: BodyOf<'payPlan'>,
): PlanPayment {
  const { invoice, company } = context;
  const isList = typeof installments === 'object';
  const current = planPayment(rows, isFull, isList ? installments.length : (installments ?? 1));
  invariant(invoice && current, 'a running plan has an invoice and an unpaid installment');
  const shown = {
    installments: isList ? installments : current.installments,
    amountCents: quote?.amount ?? current.amountCents,
    feeCents: quote?.fee ?? current.feeCents,
  };
  if (isSamePlanPayment(shown, current)) return current;
  const { amountCents: amount, feeCents: fee } = current;
  throw new AppError('AMOUNT_CHANGED', {
    details: {
      payable: payableNow(deps, { ...invoice, installments: rows }, company),
      quote: { amount, fee },
      installments: current.installments,
    },
  });
}

async function decide(
  tx: Tx,
  deps: Deps,
  { instruction, context }: { instruction: PlanPaymentInstruction; context: PaymentContext },
): Promise<ChargeTerms> {
  const plan = await findPayablePlan(tx, context);
  const method = await findMethod(tx, context, plan);
  const { companyId, id: planId, mandateId } = plan;
  const rows = await listInstallments(tx, { companyId, planId });
  const payment = agreeOnPayment(deps, { context, rows }, instruction.body);
  const { amountCents, feeCents, installments } = payment;
  const { principal } = instruction;
  await refuseSavedByLink(tx, deps, { principal, method, amountCents });
  return customerInitiated({
    purpose: 'PLAN',
    paymentOption: 'PAYMENT_PLAN',
    amountCents,
    feeCents,
    kind: method.kind,
    series: 'installment',
    source: savedSource(deps, method),
    method,
    mandateId,
    savesMethodAs: null,
    plan: { planId, from: Math.min(...installments), to: Math.max(...installments) },
  });
}

export async function payPlan(
  deps: Deps,
  instruction: PlanPaymentInstruction,
): Promise<SubmitOutcome> {
  const { returnUrl, isFull, quote, installments, ...paymentInfo } = instruction.body;
  const path = returnUrl === undefined ? null : returnPath(deps.publicUrl, returnUrl);
  return takePayment(deps, instruction, {
    processor: null,
    paymentInfo,
    ...(path ? { returnPath: path } : {}),
    idempotencyInput: ['PLAN', isFull, installments ?? null, ...quotedAmounts(quote)],
    decide: (tx, { context }) => decide(tx, deps, { instruction, context }),
  });
}
