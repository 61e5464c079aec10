/**
 * Starts a payment plan with its first payment (product §7, plan/submit): the plan, its installments
 * and the payer's authorisation are written in the same transaction as the attempt. A plan whose
 * first payment fails is undone by settle().
 */
import { addCents } from '@quittance/contract/money';
import type { BodyOf } from '@quittance/contract/routes';
import { invariant } from '@quittance/domain/invariant';
import { moveInvoice } from '@quittance/domain/status/invoice-status';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { refuseNewBankAccounts } from '../../limits/ach-return-rate.ts';
import { insertInstallments } from '../../storage/arrangements/installments.ts';
import { insertPlan } from '../../storage/arrangements/plans.ts';
import { type InvoiceRow, updateInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { type Chosen, chooseSource } from '../charge/charge-source.ts';
import type { ChargeTerms, PaymentContext } from '../core/charge-terms.ts';
import { payableNow } from '../core/payable-now.ts';
import { type PlanTerms, planTerms, refuseOtherPlan } from '../core/plan-terms.ts';
import { refuseClosed } from '../core/refuse-closed.ts';
import { type PayCommand, refuseWhileOpen } from './begin.ts';
import { recordMandate } from './record-mandate.ts';
import { type Paid, takePayment } from './take-payment.ts';

export type StartPlanCommand = PayCommand<BodyOf<'startPlan'>>;

type Wish = { command: StartPlanCommand; context: PaymentContext };

async function agreeOnTerms(tx: Tx, deps: Deps, { command, context }: Wish): Promise<PlanTerms> {
  const { invoice, company } = context;
  if (!invoice) throw new AppError('REQUEST_NOT_FOUND');
  refuseClosed(invoice);
  await refuseWhileOpen(tx, context);
  const payable = payableNow(deps, invoice, company);
  if (!payable.isPayable) throw new AppError('ACCOUNT_NOT_PAYABLE');
  const { installments, paymentInfo } = command.body;
  const kind = paymentInfo.paymentType;
  const terms = planTerms(deps, { payable, company, kind, count: installments.length });
  refuseOtherPlan(terms, installments, payable);
  return terms;
}

type Agreed = Wish & { terms: PlanTerms; chosen: Chosen };

async function authorise(tx: Tx, deps: Deps, { command, context, terms, chosen }: Agreed) {
  const { amountCents, feeCents, installments } = terms;
  const mandateId = await recordMandate(tx, deps, {
    context,
    terms: { purpose: 'PLAN', amountCents, feeCents, installments },
    paymentInfo: command.body.paymentInfo,
    method: chosen.method,
    isMethodSaved: false,
    evidence: command.evidence,
  });
  invariant(mandateId, 'a plan has its mandate');
  return mandateId;
}

async function writePlan(
  tx: Tx,
  deps: Deps,
  { invoice, ...agreed }: Agreed & { invoice: InvoiceRow },
) {
  const { terms, chosen, context } = agreed;
  const { companyId, customerId, id: invoiceId, status, dueOn: dueDate } = invoice;
  const mandateId = await authorise(tx, deps, agreed);
  const { installments, ...figures } = terms;
  const { id: planId } = await insertPlan(tx, {
    ...figures,
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

/** Whoever comes by a link has nothing saved: their method is the invoice's alone (R18). */
function keepsAs(
  { principal }: StartPlanCommand,
  { method }: Chosen,
): ChargeTerms['savesMethodAs'] {
  if (method) return null;
  return principal.kind === 'link' ? 'attached' : 'saved';
}

async function decide(tx: Tx, deps: Deps, { command, context }: Wish): Promise<ChargeTerms> {
  const { principal, body } = command;
  const { paymentInfo } = body;
  const terms = await agreeOnTerms(tx, deps, { command, context });
  const [first] = terms.installments;
  const { invoice } = context;
  invariant(first && invoice, 'a plan has a first installment and an invoice');
  const chosen = await chooseSource(tx, deps, { principal, context, paymentInfo });
  const agreed = { command, context, terms, chosen, invoice };
  const { planId, mandateId } = await writePlan(tx, deps, agreed);
  return {
    purpose: 'PLAN',
    paymentOption: 'PAYMENT_PLAN',
    amountCents: first.principalCents,
    feeCents: first.feeCents,
    quotedCents: addCents(first.principalCents, first.feeCents),
    kind: paymentInfo.paymentType,
    initiator: 'CIT',
    series: 'installment',
    ...chosen,
    mandateId,
    savesMethodAs: keepsAs(command, chosen),
    plan: { planId, from: 1, to: 1 },
    scheduleId: null,
    occurrence: null,
  };
}

export async function startPlan(deps: Deps, command: StartPlanCommand): Promise<Paid> {
  const { body, ...who } = command;
  const { paymentInfo, installments, processor } = body;
  const { companyId } = command.principal;
  await refuseNewBankAccounts(deps, { companyId, kind: paymentInfo.paymentType });
  return takePayment(deps, {
    ...who,
    processor,
    paymentInfo,
    idempotencyInput: ['PLAN', installments, paymentInfo.paymentType, paymentInfo.pmID ?? null],
    decide: (tx, { context }) => decide(tx, deps, { command, context }),
  });
}
