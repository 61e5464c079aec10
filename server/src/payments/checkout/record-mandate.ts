/**
 * The mandate of a payment (R27): required for a bank debit, a saved method, or a plan. It is stored with the
 * evidence of the payer's consent.
 */
import type { MandateId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { PaymentInfo } from '@quittance/contract/payments/portal-schemas';
import type { MandateTerms } from '@quittance/domain/checkout/mandates';
import type { Deps } from '../../kernel/deps.ts';
import { agreedText, recordConsent } from '../../methods/consent.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Evidence } from '../../processors/processor.ts';
import type { ConsentEvidence, MethodRow } from '../../schema/customers.ts';
import type { PaymentContext } from '../core/charge-terms.ts';

export type Agreement = {
  context: PaymentContext;
  terms: Extract<MandateTerms, { amountCents: Cents }>;
  paymentInfo: Pick<PaymentInfo, 'paymentType' | 'achMandateText'>;
  method: MethodRow | null;
  isMethodSaved: boolean;
  evidence: ConsentEvidence;
};

type AutoChargeSubmit = { evidence: Evidence; body: { isAutoChargeAgreed?: true | undefined } };

/** A caller without a box to tick agrees by submitting. */
export function consentEvidence({ evidence, body }: AutoChargeSubmit): ConsentEvidence {
  return body.isAutoChargeAgreed ? evidence : { ...evidence, agreedBy: 'submit' };
}

/** Returns null for a single card payment: the payer consents by pressing the button that names the amount. */
export async function recordMandate(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'entropy'>,
  { context, terms, paymentInfo, method, isMethodSaved, evidence }: Agreement,
): Promise<MandateId | null> {
  const { paymentType: kind, achMandateText } = paymentInfo;
  if (kind === 'card' && !isMethodSaved && terms.purpose !== 'PLAN') return null;
  const { company } = context;
  const { companyId, customerId } = context.request;
  const request = { company, terms, kind, methodLast4: method?.last4 ?? null, isMethodSaved };
  return recordConsent(tx, deps, {
    method: { companyId, customerId, id: method?.id ?? null, kind },
    terms,
    text: agreedText(request, achMandateText),
    from: deps.clock.today(company.timeZone),
    evidence,
    at: deps.clock.now(),
  });
}
