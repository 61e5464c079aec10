/** Terms of an intent's mandate: it authorizes the offered charge, or all charges of a plan (R27, R44). */
import type { IsoDate } from '@quittance/contract/dates';
import type { Cents } from '@quittance/contract/money';
import type { MandateTerms } from '@quittance/domain/checkout/mandates';
import { invariant } from '@quittance/domain/invariant';
import type { IntentQuote } from '../../ledger/intents.ts';

type Offer = Pick<IntentQuote, 'purpose' | 'plan' | 'amountCents' | 'feeCents'>;

export function toMandateTerms(
  { purpose, plan, amountCents, feeCents }: Offer,
  date: IsoDate,
): Extract<MandateTerms, { amountCents: Cents }> {
  if (purpose !== 'PLAN') return { purpose, amountCents, feeCents, date };
  invariant(plan, 'a payment on a plan has its terms');
  const { installments } = plan;
  return { purpose, amountCents: plan.amountCents, feeCents: plan.feeCents, installments };
}
