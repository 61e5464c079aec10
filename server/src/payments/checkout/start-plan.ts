/**
 * Starts a payment plan with its first payment (product §7, plan/submit): the plan, its installments
 * and the payer's mandate are written in the same transaction as the attempt. settle() cancels a plan
 * whose first payment fails.
 */
import type { BodyOf } from '@quittance/contract/routes';
import { invariant } from '@quittance/domain/invariant';
import { moveInvoice } from '@quittance/domain/status/invoice-status';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { refuseNewBankAccounts } from '../../limits/ach-return-rate.ts';
import { insertInstallments } from '../../storage/arrangements/installments.ts';
import { insertPlan } from '../../storage/arrangements/plans.ts';
import { type InvoiceRow, type MethodRow, updateInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import type { MethodKey } from '../../storage/keys.ts';
import { hasLostDispute } from '../../storage/payments/disputes.ts';
import { type ChosenSource, chooseSource } from '../charge/charge-source.ts';
import { type ChargeTerms, customerInitiated, type PaymentContext } from '../core/charge-terms.ts';
import { payableNow } from '../core/payable-now.ts';
import { type PlanTerms, planTerms, refuseChangedPlan } from '../core/plan-terms.ts';
import { refuseClosed } from '../core/refuse-closed.ts';
import { type PaymentInstruction, refuseWhileOpen } from './begin.ts';
import { recordMandate } from './record-mandate.ts';
import type { Submitted } from './submit-answer.ts';
import { takePayment } from './take-payment.ts';

export type PlanInstruction = PaymentInstruction<BodyOf<'startPlan'>>;

type PlanRequest = { instruction: PlanInstruction; context: PaymentContext };

async function agreeOnTerms(
  tx: Tx,
  deps: Deps,
  { instruction, context }: PlanRequest,
): Promise<PlanTerms> {
  const { invoice, company } = context;
  if (!invoice) throw new AppError('REQUEST_NOT_FOUND');
  refuseClosed(invoice);
  await refuseWhileOpen(tx, context);
  const payable = payableNow(deps, invoice, company);
  if (!payable.isPayable) throw new AppError('ACCOUNT_NOT_PAYABLE');
  const { installments, paymentInfo } = instruction.body;
  const kind = paymentInfo.paymentType;
  const terms = planTerms(deps, { payable, company, kind, count: installments.length });
  refuseChangedPlan(terms, instruction.body, payable);
  return terms;
}

type AgreedPlan = PlanRequest & { terms: PlanTerms; chosen: ChosenSource };

async function authorize(tx: Tx, deps: Deps, { instruction, context, terms, chosen }: AgreedPlan) {
  const { amountCents, feeCents, installments } = terms;
  const mandateId = await recordMandate(tx, deps, {
    context,
    terms: { purpose: 'PLAN', amountCents, feeCents, installments },
    paymentInfo: instruction.body.paymentInfo,
    method: chosen.method,
    isMethodSaved: false,
    evidence: instruction.evidence,
  });
  invariant(mandateId, 'a plan has its mandate');
  return mandateId;
}

async function writePlan(
  tx: Tx,
  deps: Deps,
  { invoice, ...agreed }: AgreedPlan & { invoice: InvoiceRow },
) {
  const { terms, chosen, context } = agreed;
  const { companyId, customerId, id: invoiceId, status, dueOn: dueDate } = invoice;
  const mandateId = await authorize(tx, deps, agreed);
  const { installments, ...amounts } = terms;
  const { id: planId } = await insertPlan(tx, {
    ...amounts,
    companyId,
    id: deps.entropy.uuid(),
    customerId,
    invoiceId,
    mandateId,
    methodId: chosen.method?.id ?? null,
    count: installments.length,
    state: 'LIVE',
    createdAt: deps.clock.now(),
  });
  const rows = installments.map((part) => ({
    ...part,
    companyId,
    planId,
    status: 'OPEN' as const,
  }));
  await insertInstallments(tx, rows);
  const today = deps.clock.today(context.company.timeZone);
  const move = { status, event: 'planStarted', dueDate, today, statusBefore: null } as const;
  await updateInvoice(tx, { companyId, invoiceId }, { status: moveInvoice(move) });
  return { planId, mandateId };
}

/** A method from a link is attached to the invoice and not saved for the customer (R18). */
function savedAs(
  { principal }: PlanInstruction,
  { method }: ChosenSource,
): ChargeTerms['savesMethodAs'] {
  if (method) return null;
  return principal.kind === 'link' ? 'attached' : 'saved';
}

const keyOf = ({ companyId, id: methodId }: MethodRow): MethodKey => ({ companyId, methodId });

async function decide(tx: Tx, deps: Deps, request: PlanRequest): Promise<ChargeTerms> {
  const { instruction, context } = request;
  const { principal, body } = instruction;
  const { paymentInfo } = body;
  const terms = await agreeOnTerms(tx, deps, request);
  const [first] = terms.installments;
  const { invoice } = context;
  invariant(first && invoice, 'a plan has a first installment and an invoice');
  const chosen = await chooseSource(tx, deps, { principal, context, paymentInfo });
  // The later installments are charged without the payer (R40).
  if (chosen.method && (await hasLostDispute(tx, keyOf(chosen.method))))
    throw new AppError('METHOD_NOT_USABLE');
  const { planId, mandateId } = await writePlan(tx, deps, { ...request, terms, chosen, invoice });
  return customerInitiated({
    purpose: 'PLAN',
    paymentOption: 'PAYMENT_PLAN',
    amountCents: first.principalCents,
    feeCents: first.feeCents,
    kind: paymentInfo.paymentType,
    series: 'installment',
    ...chosen,
    mandateId,
    savesMethodAs: savedAs(instruction, chosen),
    plan: { planId, from: 1, to: 1 },
  });
}

export async function startPlan(deps: Deps, instruction: PlanInstruction): Promise<Submitted> {
  const { paymentInfo, installments, quote, processor } = instruction.body;
  const { companyId } = instruction.principal;
  await refuseNewBankAccounts(deps, { companyId, kind: paymentInfo.paymentType });
  return takePayment(deps, instruction, {
    processor,
    paymentInfo,
    idempotencyInput: [
      'PLAN',
      installments,
      quote.amount,
      quote.fee,
      paymentInfo.paymentType,
      paymentInfo.pmID ?? null,
    ],
    decide: (tx, { context }) => decide(tx, deps, { instruction, context }),
  });
}
