/**
 * Verifies an email address with an emailed link. The link is valid once, for ten minutes, and only in a session of
 * the customer. It verifies the value it was sent to, not a later one.
 */

import type { Contact } from '@quittance/contract/customers/contact-schemas';
import { HOUR_MS } from '@quittance/contract/durations';
import type { ContactId } from '@quittance/contract/ids';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import type { Tx } from '../platform/database/database.ts';
import { hashToken, mintToken } from '../platform/sealing/secret-token.ts';
import { toContact } from './change-contacts.ts';
import {
  type ContactRow,
  countProofs,
  findContact,
  insertProof,
  listContacts,
  spendSignInToken,
  updateContact,
} from './contacts.ts';
import { asCustomer, auditAsCustomer } from './customer-scope.ts';
import { notify, sealForMail } from './mail/notify.ts';
import { lockCustomer, updateCustomer } from './store.ts';

const TOKEN_MS = 10 * 60 * 1000;
const MAILS_PER_HOUR_MAX = 3;

/** A bounce revokes the verification. */
function isVerified({ verifiedAt, bouncedAt }: ContactRow): boolean {
  return verifiedAt !== null && bouncedAt === null;
}

async function sendVerification(
  tx: Tx,
  { clock, entropy, sealer }: Deps,
  contact: ContactRow,
): Promise<void> {
  const { companyId, customerId, id: contactId, version: contactVersion } = contact;
  const token = mintToken(entropy.bytes);
  const createdAt = clock.now();
  await insertProof(tx, {
    companyId,
    id: entropy.uuid(),
    customerId,
    contactId,
    contactVersion,
    tokenHash: hashToken(token),
    createdAt,
    expiresAt: addMs(createdAt, TOKEN_MS),
  });
  await notify(tx, {
    companyId,
    customerId,
    contactId,
    template: 'contact-verification',
    data: {},
    secretSealed: sealForMail(sealer, { companyId, customerId }, { token }),
    at: createdAt,
  });
}

export function requestVerification(
  deps: Deps,
  principal: CustomerPrincipal,
  contactId: ContactId,
): Promise<void> {
  return asCustomer(deps, principal, async (tx) => {
    const { companyId, customerId } = principal;
    await lockCustomer(tx, principal);
    const contact = await findContact(tx, { companyId, customerId, contactId });
    if (!contact || contact.removedAt || contact.type !== 'EMAIL') throw new AppError('NOT_FOUND');
    if (isVerified(contact)) throw new AppError('EMAIL_ALREADY_CONFIRMED');
    const sent = await countProofs(tx, principal, addMs(deps.clock.now(), -HOUR_MS));
    if (sent >= MAILS_PER_HOUR_MAX) {
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterMs: HOUR_MS });
    }
    await sendVerification(tx, deps, contact);
  });
}

async function markVerified(
  tx: Tx,
  deps: Deps,
  { principal, contact }: { principal: CustomerPrincipal; contact: ContactRow },
): Promise<void> {
  const { companyId, customerId, id: contactId } = contact;
  const contacts = await listContacts(tx, principal);
  const hasPrimary = contacts.some((row) => row.type === 'EMAIL' && row.isPrimary);
  const isPrimary = contact.isPrimary || !hasPrimary;
  const at = deps.clock.now();
  const verified = { verifiedAt: at, bouncedAt: null, isPrimary };
  await updateContact(tx, { companyId, customerId, contactId }, verified);
  await updateCustomer(tx, { companyId, customerId }, { updatedAt: at });
  const subject = `contact:${contactId}`;
  await auditAsCustomer(tx, deps, { principal, action: 'contact.verified', subject, detail: {} });
}

export function confirmContact(
  deps: Deps,
  principal: CustomerPrincipal,
  token: string,
): Promise<Contact[]> {
  return asCustomer(deps, principal, async (tx) => {
    await lockCustomer(tx, principal);
    const now = deps.clock.now();
    const proof = await spendSignInToken(tx, principal, { tokenHash: hashToken(token), now });
    const contact = proof ? await findContact(tx, proof) : null;
    const isCurrent = contact && !contact.removedAt && contact.version === proof?.contactVersion;
    if (!isCurrent) throw new AppError('VERIFICATION_NOT_VALID');
    if (!isVerified(contact)) await markVerified(tx, deps, { principal, contact });
    return (await listContacts(tx, principal)).map(toContact);
  });
}
