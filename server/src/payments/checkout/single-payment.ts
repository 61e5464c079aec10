/**
 * One payment of one amount, now: the common part of paying in full, a partial request and an
 * estimate. Each of them decides who may pay how much.
 */
import type { Cents } from '@quittance/contract/money';
import type { PaymentOption } from '@quittance/contract/vocabulary';
import type { Deps } from '../../kernel/deps.ts';
import type { Tx } from '../../platform/database/database.ts';
import { chooseSource, savesMethodAs } from '../charge/charge-source.ts';
import { type ChargeTerms, customerInitiated, type PaymentContext } from '../core/charge-terms.ts';
import type { LockedContext, PaymentInstruction } from './begin.ts';
import { recordMandate } from './record-mandate.ts';
import type { Submitted } from './submit-answer.ts';
import { takePayment } from './take-payment.ts';

export type AgreedAmount = { amountCents: Cents; feeCents: Cents };

export type SinglePayment = {
  purpose: 'FULL_AMOUNT' | 'OWN_AMOUNT' | 'PARTIAL' | 'ESTIMATE' | 'INVOICES';
  paymentOption: PaymentOption | null;
  /** Refuses what is not payable, or not for the amount the payer saw. */
  agreeOnAmount(tx: Tx, locked: LockedContext): Promise<AgreedAmount>;
};

type Agreed = AgreedAmount & Pick<SinglePayment, 'purpose' | 'paymentOption'>;

async function termsOf(
  tx: Tx,
  deps: Deps,
  parts: { instruction: PaymentInstruction; context: PaymentContext; agreed: Agreed },
): Promise<ChargeTerms> {
  const { instruction, context, agreed } = parts;
  const { principal, body, evidence } = instruction;
  const { paymentInfo } = body;
  const { purpose, amountCents, feeCents } = agreed;
  const chosen = await chooseSource(tx, deps, { principal, context, paymentInfo, amountCents });
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

export function takeSinglePayment(
  deps: Deps,
  instruction: PaymentInstruction,
  { purpose, paymentOption, agreeOnAmount }: SinglePayment,
): Promise<Submitted> {
  const { quote, paymentInfo, processor } = instruction.body;
  const { paymentType, pmID } = paymentInfo;
  return takePayment(deps, instruction, {
    processor,
    paymentInfo,
    idempotencyInput: [purpose, quote.amount, quote.fee, paymentType, pmID ?? null],
    decide: async (tx, locked) => {
      const agreed = { purpose, paymentOption, ...(await agreeOnAmount(tx, locked)) };
      return termsOf(tx, deps, { instruction, context: locked.context, agreed });
    },
  });
}
