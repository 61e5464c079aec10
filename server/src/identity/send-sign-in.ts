/**
 * Handles a request for a sign-in mail: finds the matching customers, creates a token and a code for each,
 * and queues the mail. A request that matches no customer has no visible effect.
 */

import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { isSameReference } from '@quittance/contract/references';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import { CONTACT_PROBATION_MS } from '../customers/contact-value.ts';
import { notify, sealForMail } from '../customers/mail/notify.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { appendAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isWithinMailLimit } from '../platform/limits/limit-mail.ts';
import { hashToken, mintCompanyToken } from '../platform/sealing/secret-token.ts';
import {
  findSignInContactsByEmail,
  findSignInContactsByPhone,
  findSignInContactsByReference,
  type Search,
  type SignInContact,
} from './contacts-for-sign-in.ts';
import { hashCode, mintCode } from './sign-in-code.ts';
import { insertSignInToken } from './sign-in-tokens.ts';

export const SIGN_IN_MS = 10 * 60_000;

/** The browser that asked, and its request. */
export const REQUESTER = { nonceHash: z.string(), requestId: z.string() } as const;

export const signInRequestSchema = z.object({
  typed: z.object({ text: z.string(), named: z.string().nullable() }),
  ...REQUESTER,
});
export type SignInRequest = z.infer<typeof signInRequestSchema>;

type MailDeps = Pick<Deps, 'clock' | 'entropy' | 'sealer' | 'limits' | 'log'>;

export function searchAt(companyId: CompanyId, now: Instant): Search {
  return { companyId, verifiedBefore: addMs(now, -CONTACT_PROBATION_MS) };
}

async function waysTo(tx: Tx, search: Search, text: string): Promise<SignInContact[]> {
  if (text === '') return [];
  if (text.includes('@')) return findSignInContactsByEmail(tx, { ...search, email: text });
  const byReference = await findSignInContactsByReference(tx, { ...search, reference: text });
  if (byReference.length > 0) return byReference;
  const phone = parsePhoneNumberFromString(text, 'US');
  return phone?.isValid() ? findSignInContactsByPhone(tx, { ...search, phone: phone.number }) : [];
}

/** One mail per customer; where the page named one of the customers, only to that one. */
function recipients(ways: readonly SignInContact[], named: string | null): SignInContact[] {
  const first = new Map<string, SignInContact>();
  for (const way of ways) if (!first.has(way.customerId)) first.set(way.customerId, way);
  const all = [...first.values()];
  const isNamed = ({ customerId, customerRef }: SignInContact) =>
    named !== null && [customerId, customerRef].some((each) => isSameReference(each, named));
  const chosen = all.filter(isNamed);
  return chosen.length > 0 ? chosen : all;
}

export async function mailSignInLink(
  tx: Tx,
  deps: MailDeps,
  to: SignInContact & { companyId: CompanyId; nonceHash: string; requestId: string },
): Promise<void> {
  const { companyId, customerId, contactId, nonceHash, requestId: mailRequestId } = to;
  if (!(await isWithinMailLimit(tx, deps, to))) return;
  const id = deps.entropy.uuid();
  const token = mintCompanyToken(deps.entropy.bytes, companyId);
  const code = mintCode(deps.entropy.bytes);
  const at = deps.clock.now();
  await insertSignInToken(tx, {
    companyId,
    id,
    customerId,
    contactId,
    tokenHash: hashToken(token),
    codeHash: hashCode(id, code),
    nonceHash,
    mailRequestId,
    createdAt: at,
    expiresAt: addMs(at, SIGN_IN_MS),
  });
  const secretSealed = sealForMail(deps.sealer, { companyId, customerId }, { token, code });
  const template = 'sign-in';
  await notify(tx, { companyId, customerId, template, data: {}, secretSealed, contactId, at });
  const actor = `customer:${customerId}`;
  const entry = { companyId, actor, action: 'sign_in_mailed', subject: id, detail: {}, at };
  await appendAudit(tx, entry);
}

export async function sendSignIn(
  tx: Tx,
  deps: MailDeps,
  { companyId, request }: { companyId: CompanyId; request: SignInRequest },
): Promise<void> {
  const { typed, nonceHash, requestId } = request;
  const ways = await waysTo(tx, searchAt(companyId, deps.clock.now()), typed.text.trim());
  for (const way of recipients(ways, typed.named)) {
    await mailSignInLink(tx, deps, { ...way, companyId, nonceHash, requestId });
  }
}
