/**
 * One payment of one amount, now: what paying in full, a partial request and an estimate have in
 * common once it is clear how much is owed. Who may pay what is decided by each of them.
 */
import { addCents, type Cents } from '@quittance/contract/money';
import type { FullSubmitBody } from '@quittance/contract/payments';
import type { PaymentOption } from '@quittance/contract/vocabulary';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../storage/database.ts';
import { chooseSource, savesMethodAs } from '../charge/charge-source.ts';
import type { ChargeTerms, PaymentContext } from '../core/charge-terms.ts';
import type { PayCommand } from './begin.ts';
import { recordMandate } from './record-mandate.ts';

export type SinglePayment = {
  command: PayCommand<FullSubmitBody>;
  context: PaymentContext;
  purpose: 'FULL_AMOUNT' | 'PARTIAL' | 'ESTIMATE';
  paymentOption: PaymentOption | null;
  amountCents: Cents;
  feeCents: Cents;
};

export async function singlePaymentTerms(
  tx: Tx,
  deps: Deps,
  { command, context, purpose, paymentOption, amountCents, feeCents }: SinglePayment,
): Promise<ChargeTerms> {
  const { principal, body, evidence } = command;
  const { paymentInfo } = body;
  const chosen = await chooseSource(tx, deps, { principal, context, paymentInfo });
  const kept = savesMethodAs({ principal, paymentInfo }, chosen);
  const date = deps.clock.today(context.company.timeZone);
  const mandateId = await recordMandate(tx, deps, {
    context,
    terms: { purpose, amountCents, feeCents, date },
    paymentInfo,
    method: chosen.method,
    isMethodSaved: kept !== null,
    evidence,
  });
  return {
    purpose,
    paymentOption,
    amountCents,
    feeCents,
    quotedCents: addCents(amountCents, feeCents),
    kind: paymentInfo.paymentType,
    initiator: 'CIT',
    series: 'single',
    ...chosen,
    mandateId,
    savesMethodAs: kept,
    plan: null,
    scheduleId: null,
    occurrence: null,
  };
}

/** What is hashed under the payer's key. */
export function idempotencyInputOf(
  purpose: SinglePayment['purpose'],
  { quote, paymentInfo }: FullSubmitBody,
): readonly unknown[] {
  const { paymentType, pmID } = paymentInfo;
  return [purpose, quote.amount, quote.fee, paymentType, pmID ?? null];
}
