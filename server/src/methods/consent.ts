/**
 * Mandates for later charges (R27). The server renders the text, compares it with the text that the browser showed
 * for a bank account, and stores it with the evidence.
 */
import type { Instant, IsoDate } from '@quittance/contract/dates';
import {
  type CompanyId,
  type CustomerId,
  type MandateId,
  type MethodId,
  mandateIdSchema,
} from '@quittance/contract/ids';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@quittance/contract/language';
import { addCents, type Cents, cents, REQUEST_CENTS_MAX } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import {
  isPaidNow,
  MANDATE_VERSION,
  type MandateTerms,
  mandateText,
} from '@quittance/domain/checkout/mandates';
import { WORDS } from '@quittance/domain/texts/words';
import type { CompanyRow } from '../companies/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { Tx } from '../platform/database/database.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import type { ConsentEvidence, MethodRow } from '../schema/customers.ts';
import { insertMandate } from './mandates.ts';

export type MandateRequest = {
  company: CompanyRow;
  terms: MandateTerms;
  kind: ChargeKind;
  methodLast4: string | null;
  isMethodSaved?: boolean;
};

export function consentText(language: Language, request: MandateRequest): string {
  const { company, terms, kind, methodLast4, isMethodSaved = false } = request;
  return mandateText({ ...terms, kind, company, methodLast4, isMethodSaved }, WORDS[language]);
}

/**
 * Returns the text that the payer agreed to, in the language in which the browser showed it (R50). For a bank
 * account, the shown text must match exactly. If no shown text matches for another kind of method, the English text
 * applies.
 */
export function agreedText(request: MandateRequest, shown: string | undefined): string {
  const agreed = LANGUAGES.map((language) => consentText(language, request)).find(
    (text) => text === shown,
  );
  const text = agreed ?? consentText(DEFAULT_LANGUAGE, request);
  if (request.kind === 'ach' && agreed === undefined) {
    throw new AppError('MANDATE_CHANGED', { details: { mandateText: text } });
  }
  return text;
}

function computeCap(terms: MandateTerms): Cents {
  if (!('amountCents' in terms)) return cents(REQUEST_CENTS_MAX);
  return addCents(terms.amountCents, terms.feeCents);
}

export type Consent = {
  method: {
    companyId: CompanyId;
    customerId: CustomerId;
    id: MethodId | null;
    kind: ChargeKind;
  };
  terms: MandateTerms;
  text: string;
  capCents?: Cents;
  from: IsoDate;
  evidence: ConsentEvidence;
  at: Instant;
};

export async function recordConsent(
  tx: Tx,
  { entropy }: Pick<Deps, 'entropy'>,
  { method, terms, text, capCents = computeCap(terms), from, evidence, at }: Consent,
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
    authorizedFromOn: from,
    evidence,
    createdAt: at,
  });
  // A single payment made by the payer has its own events.
  if (!isPaidNow(terms.purpose)) {
    recordEvent(tx, { companyId: method.companyId, type: 'consent.given', objectId: id, at });
  }
  return id;
}

export type MethodAuthorization = Pick<Consent, 'terms' | 'capCents' | 'evidence'> & {
  company: CompanyRow;
  method: MethodRow;
  achMandateText: string | undefined;
};

export function authorizeMethod(
  tx: Tx,
  deps: Pick<Deps, 'entropy' | 'clock'>,
  { company, method, achMandateText, ...consent }: MethodAuthorization,
): Promise<MandateId> {
  const { kind, last4: methodLast4 } = method;
  const request = { company, terms: consent.terms, kind, methodLast4 };
  return recordConsent(tx, deps, {
    ...consent,
    method,
    text: agreedText(request, achMandateText),
    from: deps.clock.today(company.timeZone),
    at: deps.clock.now(),
  });
}
