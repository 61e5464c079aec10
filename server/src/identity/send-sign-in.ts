/**
 * Sends emails with a link and a code (ADR 0030): requested sign-ins of customers and members, and invitations of
 * members. A request that matches no owner has no visible effect.
 */

import type { Instant } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import type { CompanyId, ContactId } from '@quittance/contract/ids';
import { isSameReference } from '@quittance/contract/references';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { CONTACT_PROBATION_MS } from '../customers/contact-value.ts';
import { notify, sealForMail } from '../customers/mail/notify.ts';
import { mailStaff } from '../customers/mail/staff-mail.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import type { Tx } from '../platform/database/database.ts';
import type { MemberKey } from '../platform/database/keys.ts';
import { isWithinMailLimit } from '../platform/limits/limit-mail.ts';
import {
  findSignInContactsByEmail,
  findSignInContactsByPhone,
  findSignInContactsByReference,
  type Search,
  type SignInContact,
} from './contacts-for-sign-in.ts';
import { isEmailAdmitted } from './identity-provider.ts';
import { hashEmail, isAdmitted, lockMemberByEmail } from './members.ts';
import { actorName, auditOwner, type Owner, ownerRealm } from './realm.ts';
import { SIGN_IN_MS, type SignInRequest } from './request-sign-in.ts';
import { createSignInToken, endTokens } from './sign-in-tokens.ts';

export const INVITATION_MS = 7 * DAY_MS;

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

function recipients(ways: readonly SignInContact[], named: string | null): SignInContact[] {
  const first = new Map<string, SignInContact>();
  for (const way of ways) if (!first.has(way.customerId)) first.set(way.customerId, way);
  const all = [...first.values()];
  const isNamed = ({ customerId, customerRef }: SignInContact) =>
    named !== null && [customerId, customerRef].some((each) => isSameReference(each, named));
  const chosen = all.filter(isNamed);
  return chosen.length > 0 ? chosen : all;
}

type SignInMail = {
  owner: Owner;
  email: string;
  contactId?: ContactId;
  nonceHash: string;
  requestId: string;
};

export async function mailSignInLink(
  tx: Tx,
  deps: MailDeps,
  { owner, email, nonceHash, requestId: mailRequestId, ...contact }: SignInMail,
): Promise<void> {
  const { companyId } = owner;
  const customerId = 'memberId' in owner ? owner.memberId : owner.customerId;
  if (!(await isWithinMailLimit(tx, deps, { companyId, customerId, email }))) return;
  const mail = { owner, nonceHash, mailRequestId, ...contact, lastsMs: SIGN_IN_MS };
  const { id, ...secrets } = await createSignInToken(tx, deps, mail);
  const at = deps.clock.now();
  const secretSealed = sealForMail(deps.sealer, owner, secrets);
  if ('memberId' in owner) {
    await mailStaff(tx, { ...owner, template: 'staff-sign-in', secretSealed, at });
  } else {
    await notify(tx, { ...owner, template: 'sign-in', data: {}, secretSealed, ...contact, at });
  }
  const subject = 'memberId' in owner ? actorName(owner) : id;
  await auditOwner(tx, deps, { owner, action: ownerRealm(owner).actions.signInMailed, subject });
}

export async function mailInvitation(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'entropy' | 'sealer'>,
  owner: MemberKey,
): Promise<void> {
  const at = deps.clock.now();
  await endTokens(tx, owner, at);
  const { id: _, ...secrets } = await createSignInToken(tx, deps, {
    owner,
    lastsMs: INVITATION_MS,
  });
  const secretSealed = sealForMail(deps.sealer, owner, secrets);
  await mailStaff(tx, { ...owner, template: 'staff-invitation', secretSealed, at });
}

export async function sendSignIn(
  tx: Tx,
  deps: MailDeps,
  { companyId, request }: { companyId: CompanyId; request: SignInRequest },
): Promise<void> {
  const { nonceHash, requestId } = request;
  const now = deps.clock.now();
  if (request.isStaff) {
    const { email } = request.typed;
    const emailHash = await hashEmail(tx, deps, { companyId, email });
    const member = await lockMemberByEmail(tx, { companyId, emailHash });
    if (!member || !isAdmitted(member, now)) return;
    const owner = { companyId, memberId: member.id };
    if (!(await isEmailAdmitted(tx, deps, owner))) return;
    return mailSignInLink(tx, deps, { owner, email, nonceHash, requestId });
  }
  const { text, named } = request.typed;
  const ways = await waysTo(tx, searchAt(companyId, now), text.trim());
  for (const { customerId, contactId, email } of recipients(ways, named)) {
    const owner = { companyId, customerId };
    await mailSignInLink(tx, deps, { owner, email, contactId, nonceHash, requestId });
  }
}
