/** Writes mandates, with the text that the portal shows to payers. */

import type { Instant } from '@quittance/contract/dates';
import { type MandateId, mandateIdSchema } from '@quittance/contract/ids';
import { dateIn } from '@quittance/contract/local-time';
import { addCents, type Cents, cents, REQUEST_CENTS_MAX } from '@quittance/contract/money';
import {
  MANDATE_VERSION,
  type MandateTerms,
  mandateText,
} from '@quittance/domain/checkout/mandates';
import { WORDS } from '@quittance/domain/texts/words';
import type { ConsentEvidence } from '@quittance/server/schema/customers';
import type { MethodInsert } from './demo-rows.ts';
import type { SeedContext } from './seed-context.ts';

/** The IP address is from the range reserved for documentation (RFC 5737). */
export const DEMO_EVIDENCE: ConsentEvidence = {
  ipAddress: '203.0.113.24',
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36',
};

export type DemoConsent = { terms: MandateTerms; method: MethodInsert; at: Instant };

export function writeMandate(context: SeedContext, { terms, method, at }: DemoConsent): MandateId {
  const id = mandateIdSchema.parse(context.entropy.uuid());
  const { companyId, customerId, kind, last4 } = method;
  const { company } = context;
  context.rows.mandates.push({
    companyId,
    id,
    customerId,
    methodId: method.id,
    purpose: terms.purpose,
    kind,
    text: mandateText(
      {
        ...terms,
        kind,
        company,
        methodLast4: last4,
      },
      WORDS.en,
    ),
    textVersion: MANDATE_VERSION,
    capCents: computeCap(terms),
    authorizedFromOn: dateIn(company.timeZone, at),
    evidence: DEMO_EVIDENCE,
    createdAt: at,
  });
  return id;
}

/** Returns the agreed total. Auto-pay amounts are not known in advance, so auto-pay gets the maximum. */
function computeCap(terms: MandateTerms): Cents {
  if (!('amountCents' in terms)) return cents(REQUEST_CENTS_MAX);
  return addCents(terms.amountCents, terms.feeCents);
}
