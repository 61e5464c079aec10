/**
 * Answers the wishes for sign-in mails: finds the customers that are meant, makes each a token and a
 * code, and asks for the mail. A wish that means nobody ends here, without a trace outside.
 */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import { addMs } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { mayMail } from '../limits/limit-mail.ts';
import { notify, sealForMail } from '../mail/notify.ts';
import {
  findSignInContactsByEmail,
  findSignInContactsByPhone,
  findSignInContactsByReference,
  type Search,
  type SignInContact,
} from '../storage/access/contacts-for-sign-in.ts';
import { insertSignInToken } from '../storage/access/sign-in-tokens.ts';
import type { Tx } from '../storage/database.ts';
import { appendAudit } from '../storage/ops/audit.ts';
import { hashToken, mintToken } from './secret-token.ts';
import { hashCode, mintCode } from './sign-in-code.ts';

export const SIGN_IN_MS = 10 * 60_000;
/** A new address cannot open the door at once: its owner may not be the customer. */
export const CONTACT_PROBATION_MS = 24 * 60 * 60_000;

export const signInWishSchema = z.object({
  typed: z.object({ text: z.string(), named: z.string().nullable() }),
  nonceHash: z.string(),
});
export type SignInWish = z.infer<typeof signInWishSchema>;

type MailDeps = Pick<Deps, 'clock' | 'entropy' | 'sealer' | 'limits'>;

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

/** One mail per customer; and where the page named one of them, only to that one. */
function meant(ways: readonly SignInContact[], named: string | null): SignInContact[] {
  const first = new Map<string, SignInContact>();
  for (const way of ways) if (!first.has(way.customerId)) first.set(way.customerId, way);
  const all = [...first.values()];
  const chosen = all.filter((way) => way.customerId === named || way.customerRef === named);
  return chosen.length > 0 ? chosen : all;
}

export async function mailWayIn(
  tx: Tx,
  deps: MailDeps,
  to: SignInContact & { companyId: CompanyId; nonceHash: string },
): Promise<void> {
  const { companyId, customerId, contactId, nonceHash } = to;
  if (!(await mayMail(tx, deps, to))) return;
  const id = deps.entropy.uuid();
  const token = mintToken(deps.entropy.bytes);
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
  { companyId, wish }: { companyId: CompanyId; wish: SignInWish },
): Promise<void> {
  const { typed, nonceHash } = wish;
  const ways = await waysTo(tx, searchAt(companyId, deps.clock.now()), typed.text.trim());
  for (const way of meant(ways, typed.named)) {
    await mailWayIn(tx, deps, { ...way, companyId, nonceHash });
  }
}
