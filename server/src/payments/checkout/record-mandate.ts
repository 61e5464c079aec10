/**
 * What a payer agrees to by paying (R27): a bank account is debited only under a text they saw, a
 * method is kept and a plan is charged only under a text we keep. The server renders it, compares it
 * with what the browser showed for a bank account, and stores it with the evidence.
 */
import { type MandateId, mandateIdSchema } from '@quittance/contract/ids';
import { addCents, type Cents } from '@quittance/contract/money';
import type { PaymentInfo } from '@quittance/contract/payments';
import {
  MANDATE_VERSION,
  type MandateTerms,
  mandateText,
} from '@quittance/domain/checkout/mandates';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Evidence } from '../../processors/processor.ts';
import type { MethodRow } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { insertMandate } from '../../storage/methods/mandates.ts';
import type { PaymentContext } from '../core/charge-terms.ts';

type AgreedTerms = Extract<MandateTerms, { amountCents: Cents }>;

export type Agreement = {
  context: PaymentContext;
  terms: AgreedTerms;
  paymentInfo: Pick<PaymentInfo, 'paymentType' | 'achMandateText'>;
  /** Null for a method typed just now. */
  method: MethodRow | null;
  isMethodSaved: boolean;
  evidence: Evidence;
};

function textFor({ context, terms, paymentInfo, method, isMethodSaved }: Agreement): string {
  return mandateText({
    ...terms,
    kind: paymentInfo.paymentType,
    companyName: context.company.name,
    methodLast4: method?.last4 ?? null,
    isMethodSaved,
  });
}

/** Null for a single card payment: its payer consents by pressing the button that names the amount. */
export async function recordMandate(
  tx: Tx,
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  agreement: Agreement,
): Promise<MandateId | null> {
  const { context, terms, paymentInfo, method, isMethodSaved, evidence } = agreement;
  const { paymentType: kind, achMandateText } = paymentInfo;
  if (kind === 'card' && !isMethodSaved && terms.purpose !== 'PLAN') return null;
  const text = textFor(agreement);
  if (kind === 'ach' && achMandateText !== text) {
    throw new AppError('MANDATE_CHANGED', { details: { mandateText: text } });
  }
  const id = mandateIdSchema.parse(entropy.uuid());
  const { companyId, customerId } = context.request;
  await insertMandate(tx, {
    companyId,
    id,
    customerId,
    methodId: method?.id ?? null,
    purpose: terms.purpose,
    kind,
    text,
    textVersion: MANDATE_VERSION,
    capCents: addCents(terms.amountCents, terms.feeCents),
    authorisedFromOn: clock.today(context.company.timeZone),
    evidence,
    createdAt: clock.now(),
  });
  return id;
}
