/**
 * Starts a payment plan with its first payment (product §7, plan/submit). The plan, its installments and the
 * payer's mandate are written in the same transaction as the attempt. settle() cancels a plan whose first payment
 * fails.
 */
import type { BodyOf } from '@quittance/contract/portal-routes';
import { invariant } from '@quittance/domain/invariant';
import { arrangeableNow, refuseClosed } from '../../arrangements/payable-now.ts';
import { type PlanTerms, planTerms, refuseChangedPlan } from '../../arrangements/plan-terms.ts';
import { writePlan } from '../../arrangements/write-plan.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { mayArrange } from '../../kernel/principal.ts';
import { refuseNewBankAccounts } from '../../ledger/ach-return-rate.ts';
import { hasLostDispute } from '../../ledger/disputes.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { MethodKey } from '../../platform/database/keys.ts';
import type { MethodRow } from '../../schema/customers.ts';
import { type ChosenSource, chooseSource } from '../charge/charge-source.ts';
import { type ChargeTerms, customerInitiated, type PaymentContext } from '../core/charge-terms.ts';
import { type PaymentInstruction, refuseWhileOpen } from './begin.ts';
import { consentEvidence, recordMandate } from './record-mandate.ts';
import type { SubmitOutcome } from './submit-answer.ts';
import { quotedAmounts, takePayment } from './take-payment.ts';

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
  const payable = await arrangeableNow(tx, deps, { invoice, company });
  if (!payable.isPayable) throw new AppError('ACCOUNT_NOT_PAYABLE');
  const { installments, paymentInfo } = instruction.body;
  const kind = paymentInfo.paymentType;
  const count = typeof installments === 'number' ? installments : installments.length;
  const terms = planTerms(deps, { payable, company, kind, count });
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
    evidence: consentEvidence(instruction),
  });
  invariant(mandateId, 'a plan has its mandate');
  return mandateId;
}

/** A method from a link is attached to the invoice and not saved for the customer (R18). */
function savedAs(
  { principal }: PlanInstruction,
  { method }: ChosenSource,
): ChargeTerms['savesMethodAs'] {
  if (method) return null;
  return principal.kind === 'link' ? 'attached' : 'saved';
}

const toKey = ({ companyId, id: methodId }: MethodRow): MethodKey => ({ companyId, methodId });

async function decide(tx: Tx, deps: Deps, request: PlanRequest): Promise<ChargeTerms> {
  const { instruction, context } = request;
  const { principal, body } = instruction;
  const { paymentInfo } = body;
  const terms = await agreeOnTerms(tx, deps, request);
  const [first] = terms.installments;
  const { invoice } = context;
  invariant(first && invoice, 'a plan has a first installment and an invoice');
  const { principalCents: amountCents } = first;
  const chosen = await chooseSource(tx, deps, { principal, context, paymentInfo, amountCents });
  // The later installments are charged off-session (R40).
  if (chosen.method && (await hasLostDispute(tx, toKey(chosen.method))))
    throw new AppError('METHOD_NOT_USABLE');
  const mandateId = await authorize(tx, deps, { ...request, terms, chosen });
  const { company } = context;
  const methodId = chosen.method?.id ?? null;
  const planId = await writePlan(tx, deps, { invoice, company, terms, mandateId, methodId });
  return customerInitiated({
    purpose: 'PLAN',
    paymentOption: 'PAYMENT_PLAN',
    amountCents,
    feeCents: first.feeCents,
    kind: paymentInfo.paymentType,
    series: 'installment',
    ...chosen,
    mandateId,
    savesMethodAs: savedAs(instruction, chosen),
    plan: { planId, from: 1, to: 1 },
  });
}

export async function startPlan(deps: Deps, instruction: PlanInstruction): Promise<SubmitOutcome> {
  const { paymentInfo, installments, quote, processor } = instruction.body;
  const { companyId } = instruction.principal;
  if (!mayArrange(instruction.principal)) throw new AppError('OPTION_NOT_AVAILABLE');
  await refuseNewBankAccounts(deps, { companyId, kind: paymentInfo.paymentType });
  return takePayment(deps, instruction, {
    processor,
    paymentInfo,
    idempotencyInput: [
      'PLAN',
      installments,
      ...quotedAmounts(quote),
      paymentInfo.paymentType,
      paymentInfo.pmID ?? null,
    ],
    decide: (tx, { context }) => decide(tx, deps, { instruction, context }),
  });
}
