/**
 * The payer's word for charges that come later (R27): rendered here, compared with what a browser
 * showed for a bank account, and kept with its evidence. What is charged under it is not decided here.
 */
import type { Instant, IsoDate } from '@quittance/contract/dates';
import { type MandateId, mandateIdSchema } from '@quittance/contract/ids';
import { addCents, type Cents, cents, REQUEST_CENTS_MAX } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import {
  MANDATE_VERSION,
  type MandateTerms,
  mandateText,
} from '@quittance/domain/checkout/mandates';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import type { Evidence } from '../processors/processor.ts';
import type { CompanyRow } from '../storage/billing/companies.ts';
import type { MethodRow } from '../storage/billing/invoices.ts';
import type { Tx } from '../storage/database.ts';
import { insertMandate } from '../storage/methods/mandates.ts';

export type Asked = {
  company: CompanyRow;
  terms: MandateTerms;
  kind: ChargeKind;
  /** Null while the method is only being typed. */
  methodLast4: string | null;
};

function consentText({ company, terms, kind, methodLast4 }: Asked): string {
  return mandateText({ ...terms, kind, companyName: company.name, methodLast4 });
}

/** The text as the payer agreed to it; for a bank account they must have been shown exactly this. */
export function agreedText(asked: Asked, shown: string | undefined): string {
  const text = consentText(asked);
  if (asked.kind === 'ach' && shown !== text) {
    throw new AppError('MANDATE_CHANGED', { details: { mandateText: text } });
  }
  return text;
}

/** What was agreed to, or no limit of its own where the amounts are not known yet. */
function capOf(terms: MandateTerms): Cents {
  if (!('amountCents' in terms)) return cents(REQUEST_CENTS_MAX);
  return addCents(terms.amountCents, terms.feeCents);
}

export type Consent = {
  method: Pick<MethodRow, 'companyId' | 'customerId' | 'id' | 'kind'>;
  terms: MandateTerms;
  text: string;
  /** The most that may be charged, where the terms themselves name no amount. */
  capCents?: Cents;
  /** Nothing may be charged under it before. */
  from: IsoDate;
  evidence: Evidence;
  at: Instant;
};

export async function recordConsent(
  tx: Tx,
  { entropy }: Pick<Deps, 'entropy'>,
  { method, terms, text, capCents = capOf(terms), from, evidence, at }: Consent,
): Promise<MandateId> {
  const id = mandateIdSchema.parse(entropy.uuid());
  await insertMandate(tx, {
    companyId: method.companyId,
    id,
    customerId: method.customerId,
    methodId: method.id,
    purpose: terms.purpose,
    kind: method.kind,
    text,
    textVersion: MANDATE_VERSION,
    capCents,
    authorisedFromOn: from,
    evidence,
    createdAt: at,
  });
  return id;
}
