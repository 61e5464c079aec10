/**
 * A customer's contacts. A change could be used to take over the account, so it requires a recent sign-in,
 * notifies the other addresses, and cannot remove the last verified address. Verification is in
 * verify-contact.ts.
 */

import { CONTACTS_MAX, type Contact } from '@quittance/contract/customers/contact-schemas';
import { type ContactId, contactIdSchema } from '@quittance/contract/ids';
import type { BodyOf } from '@quittance/contract/portal-routes';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import type { Tx } from '../platform/database/database.ts';
import { CONTACT_PROBATION_MS, maskContact, readContactValue } from './contact-value.ts';
import {
  type ContactRow,
  findContact,
  insertContact,
  listContacts,
  updateContact as updateRow,
} from './contacts.ts';
import { asCustomer, auditAsCustomer, readAsCustomer } from './customer-scope.ts';
import type { TextKey } from './mail/en/keyed-texts.ts';
import { notify } from './mail/notify.ts';
import { lockCustomer, updateCustomer } from './store.ts';

function isReachable(row: ContactRow): boolean {
  return row.type === 'EMAIL' && row.isEnabled && row.verifiedAt !== null && row.bouncedAt === null;
}

export function toContact(row: ContactRow): Contact {
  const { id: contactId, type, value, isEnabled, isPrimary, verifiedAt } = row;
  const signInFrom =
    verifiedAt && isReachable(row) ? addMs(verifiedAt, CONTACT_PROBATION_MS) : null;
  const isBounced = row.bouncedAt !== null;
  const isVerified = verifiedAt !== null && !isBounced;
  return { contactId, type, value, isEnabled, isVerified, isBounced, isPrimary, signInFrom };
}

const RECENT_SIGN_IN_MS = 10 * 60 * 1000;

export function readContacts(deps: Deps, principal: CustomerPrincipal): Promise<Contact[]> {
  return readAsCustomer(deps, principal, async (tx) =>
    (await listContacts(tx, principal)).map(toContact),
  );
}

type Work<Result> = (tx: Tx, contacts: ContactRow[]) => Promise<Result>;

/** Changes are serialized by a lock on the customer's row. */
export function changeContacts<Result>(
  deps: Deps,
  principal: CustomerPrincipal,
  work: Work<Result>,
): Promise<Result> {
  return asCustomer(deps, principal, async (tx) => {
    if (deps.clock.now() > addMs(principal.signedInAt, RECENT_SIGN_IN_MS)) {
      throw new AppError('SIGN_IN_AGAIN');
    }
    await lockCustomer(tx, principal);
    return work(tx, await listContacts(tx, principal));
  });
}

type Change = {
  principal: CustomerPrincipal;
  contact: Pick<ContactRow, 'id' | 'type' | 'value'>;
  action: Extract<TextKey, `${string}contact.${string}`>;
  contacts: readonly ContactRow[];
};

/**
 * Records a change of contacts. Every other address is notified, so that a change made in a hijacked session does not
 * go unnoticed.
 */
export async function recordContactChange(tx: Tx, deps: Deps, change: Change): Promise<void> {
  const { principal, contact, action, contacts } = change;
  const { companyId, customerId } = principal;
  const at = deps.clock.now();
  await updateCustomer(tx, { companyId, customerId }, { updatedAt: at });
  const masked = maskContact(contact.type, contact.value);
  const data = { event: action, contact: masked };
  for (const other of contacts.filter((row) => row.id !== contact.id && isReachable(row))) {
    const contactId = other.id;
    await notify(tx, { companyId, customerId, contactId, template: 'contact-changed', data, at });
  }
  const detail = { type: contact.type, value: masked };
  await auditAsCustomer(tx, deps, { principal, action, subject: `contact:${contact.id}`, detail });
}

function refuseDuplicate(contacts: readonly ContactRow[], value: string, except?: ContactId): void {
  const isDuplicate = contacts.some((row) => row.value === value && row.id !== except);
  if (isDuplicate) throw new AppError('CONTACT_ALREADY_ADDED');
}

/**
 * The first phone number becomes primary immediately. An email address becomes primary only when it is verified.
 */
function isFirstPhone(contacts: readonly ContactRow[], type: ContactRow['type']): boolean {
  return type === 'PHONE' && !contacts.some((row) => row.type === 'PHONE');
}

export function addContact(
  deps: Deps,
  principal: CustomerPrincipal,
  { type, value: typed }: BodyOf<'addContact'>,
): Promise<Contact> {
  const value = readContactValue(type, typed);
  return changeContacts(deps, principal, async (tx, contacts) => {
    refuseDuplicate(contacts, value);
    if (contacts.length >= CONTACTS_MAX) throw new AppError('CONTACTS_MAX_10');
    const { companyId, customerId } = principal;
    const id = contactIdSchema.parse(deps.entropy.uuid());
    const isPrimary = isFirstPhone(contacts, type);
    const createdAt = deps.clock.now();
    await insertContact(tx, { companyId, id, customerId, type, value, isPrimary, createdAt });
    await recordContactChange(tx, deps, {
      principal,
      contact: { id, type, value },
      action: 'contact.added',
      contacts,
    });
    const row = await findContact(tx, { companyId, customerId, contactId: id });
    if (!row) throw new Error('An inserted contact was not found');
    return toContact(row);
  });
}

/** Without a verified address, the customer could no longer sign in. */
function refuseLast(contacts: readonly ContactRow[], contact: ContactRow): void {
  const isLast =
    isReachable(contact) && !contacts.some((row) => row.id !== contact.id && isReachable(row));
  if (isLast) throw new AppError('LAST_CONTACT');
}

async function reassignPrimary(
  tx: Tx,
  contacts: readonly ContactRow[],
  contact: ContactRow,
): Promise<void> {
  if (!contact.isPrimary) return;
  const isCandidate = (row: ContactRow) =>
    row.type === contact.type &&
    row.id !== contact.id &&
    (row.type === 'PHONE' || isReachable(row));
  const next = contacts.find(isCandidate);
  if (!next) return;
  const { companyId, customerId } = contact;
  await updateRow(tx, { companyId, customerId, contactId: contact.id }, { isPrimary: false });
  await updateRow(tx, { companyId, customerId, contactId: next.id }, { isPrimary: true });
}

export type UpdateCommand = {
  principal: CustomerPrincipal;
  contactId: ContactId;
  body: BodyOf<'updateContact'>;
};

/** A new value must be verified again before it can be used to sign in. */
function toChanges(contact: ContactRow, { fields, isEnabled }: UpdateCommand['body']) {
  const value =
    fields.value === undefined ? contact.value : readContactValue(contact.type, fields.value);
  const isNewValue = value !== contact.value;
  const isChanged = isNewValue || isEnabled !== contact.isEnabled;
  const isWeaker = contact.type === 'EMAIL' && (isNewValue || (contact.isEnabled && !isEnabled));
  const change = {
    isEnabled,
    ...(isNewValue ? { value, verifiedAt: null, bouncedAt: null } : {}),
  };
  return { value, isChanged, isWeaker, change };
}

export function updateContact(
  deps: Deps,
  { principal, contactId, body }: UpdateCommand,
): Promise<Contact[]> {
  return changeContacts(deps, principal, async (tx, contacts) => {
    const { companyId, customerId } = principal;
    const contact = contacts.find((row) => row.id === contactId);
    if (!contact) throw new AppError('NOT_FOUND');
    const { value, isChanged, isWeaker, change } = toChanges(contact, body);
    if (!isChanged) return contacts.map(toContact);
    refuseDuplicate(contacts, value, contactId);
    if (isWeaker) {
      refuseLast(contacts, contact);
      await reassignPrimary(tx, contacts, contact);
    }
    await updateRow(tx, { companyId, customerId, contactId }, change);
    await recordContactChange(tx, deps, {
      principal,
      contact: { ...contact, value },
      action: 'contact.changed',
      contacts,
    });
    return (await listContacts(tx, principal)).map(toContact);
  });
}

export type RemoveCommand = { principal: CustomerPrincipal; contactId: ContactId; reason: string };

export function removeContact(
  deps: Deps,
  { principal, contactId, reason }: RemoveCommand,
): Promise<Contact[]> {
  return changeContacts(deps, principal, async (tx, contacts) => {
    const { companyId, customerId } = principal;
    const contact = await findContact(tx, { companyId, customerId, contactId });
    if (!contact) throw new AppError('NOT_FOUND');
    if (contact.removedAt) return contacts.map(toContact);
    refuseLast(contacts, contact);
    await reassignPrimary(tx, contacts, contact);
    const removed = { removedAt: deps.clock.now(), removalReason: reason, isPrimary: false };
    await updateRow(tx, { companyId, customerId, contactId }, removed);
    await recordContactChange(tx, deps, {
      principal,
      contact,
      action: 'contact.removed',
      contacts,
    });
    return (await listContacts(tx, principal)).map(toContact);
  });
}
