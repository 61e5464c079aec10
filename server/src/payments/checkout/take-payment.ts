/**
 * A payment with the payer present, from instruction to response: begin → charge → settle. Each way to pay supplies
 * its own Checkout. A single payment supplies only who may pay and how much.
 */
import { PAYMENT_TOASTS } from '@quittance/contract/errors';
import type { Cents } from '@quittance/contract/money';
import type { PaymentOption } from '@quittance/contract/vocabulary';
import { toPaymentStatus } from '@quittance/domain/status/payment-status';
import { requireProcessor } from '../../companies/require-company.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { mayPay } from '../../kernel/principal.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { chargeAndSettle } from '../charge/charge.ts';
import { chooseSource, savesMethodAs } from '../charge/charge-source.ts';
import { type ChargeTerms, customerInitiated } from '../core/charge-terms.ts';
import { withoutIntents } from '../intents/clear-intents.ts';
import { begin, type Checkout, type LockedContext, type PaymentInstruction } from './begin.ts';
import { recordMandate } from './record-mandate.ts';
import {
  answerRepeat,
  answerSubmit,
  type SubmitOutcome,
  type SubmitResult,
} from './submit-answer.ts';

function toResult({ id: paymentId, state, responseMessage }: Attempt): SubmitResult {
  const status = toPaymentStatus(state);
  return { paymentId, status, successMessage: PAYMENT_TOASTS.success, responseMessage };
}

export async function takePayment(
  deps: Deps,
  instruction: PaymentInstruction<unknown>,
  checkout: Checkout,
): Promise<SubmitOutcome> {
  const { principal, requestId } = instruction;
  if (!mayPay(principal, requestId)) throw new AppError('REQUEST_NOT_FOUND');
  const { companyId } = principal;
  const processor = await requireProcessor(deps, { companyId, shown: checkout.processor });
  const started = await withoutIntents(deps, () => begin(deps, { instruction, checkout }));
  if (started.kind === 'repeated') return answerRepeat(toResult(started.attempt));
  const { attempt, outcome } = await chargeAndSettle(deps, processor, started);
  return answerSubmit(toResult(attempt), outcome);
}

export type AgreedAmount = { amountCents: Cents; feeCents: Cents };

type SinglePayment = {
  purpose: 'FULL_AMOUNT' | 'OWN_AMOUNT' | 'PARTIAL' | 'ESTIMATE' | 'INVOICES';
  paymentOption: PaymentOption | null;
  agreeOnAmount(tx: Tx, locked: LockedContext): Promise<AgreedAmount>;
  /** The customer's credit that is applied before. */
  creditCents?: Cents | undefined;
  prepare?: Checkout['prepare'];
};

type AgreedPayment = AgreedAmount & Pick<SinglePayment, 'purpose' | 'paymentOption'>;

async function prepareTerms(
  tx: Tx,
  deps: Deps,
  parts: { instruction: PaymentInstruction; locked: LockedContext; agreed: AgreedPayment },
): Promise<ChargeTerms> {
  const { instruction, locked, agreed } = parts;
  const { context, method: held } = locked;
  const { principal, body, evidence } = instruction;
  const { paymentInfo } = body;
  const { purpose, amountCents, feeCents } = agreed;
  const choice = { principal, context, paymentInfo, amountCents };
  const chosen = await chooseSource(tx, deps, held === undefined ? choice : { ...choice, held });
  const saved = savesMethodAs({ principal, paymentInfo }, chosen);
  const date = deps.clock.today(context.company.timeZone);
  const mandateId = await recordMandate(tx, deps, {
    context,
    terms: { purpose, amountCents, feeCents, date },
    paymentInfo,
    method: chosen.method,
    isMethodSaved: saved !== null,
    evidence,
  });
  return customerInitiated({
    ...agreed,
    kind: paymentInfo.paymentType,
    series: 'single',
    ...chosen,
    mandateId,
    savesMethodAs: saved,
    plan: null,
  });
}

type Quoted = PaymentInstruction['body']['quote'];

/** A repeated submit has the same quote, or none again. */
export function quotedAmounts(quote: Quoted): [Cents | null, Cents | null] {
  return [quote?.amount ?? null, quote?.fee ?? null];
}

const isOnInvoice = (purpose: SinglePayment['purpose']) =>
  purpose === 'FULL_AMOUNT' || purpose === 'OWN_AMOUNT';

export function takeSinglePayment(
  deps: Deps,
  instruction: PaymentInstruction,
  { purpose, paymentOption, agreeOnAmount, creditCents, prepare }: SinglePayment,
): Promise<SubmitOutcome> {
  const { quote, paymentInfo, processor } = instruction.body;
  const { paymentType, pmID } = paymentInfo;
  return takePayment(deps, instruction, {
    processor,
    paymentInfo,
    ...(isOnInvoice(purpose) ? { heldMethodId: pmID ?? null } : {}),
    idempotencyInput: [purpose, ...quotedAmounts(quote), paymentType, pmID ?? null].concat(
      creditCents ?? [],
    ),
    ...(prepare ? { prepare } : {}),
    decide: async (tx, locked) => {
      const agreed = { purpose, paymentOption, ...(await agreeOnAmount(tx, locked)) };
      return prepareTerms(tx, deps, { instruction, locked, agreed });
    },
  });
}
