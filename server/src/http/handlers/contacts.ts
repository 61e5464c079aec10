/** A customer's contacts and their verification. */
import {
  addContact,
  readContacts,
  removeContact,
  updateContact,
} from '../../portal/profile/contacts.ts';
import { askForVerification, confirmContact } from '../../portal/profile/verify-contact.ts';
import type { Handlers } from '../call.ts';

export const contactHandlers = {
  contacts: async (deps, { principal }) => ({
    success: true,
    contacts: await readContacts(deps, principal),
  }),
  addContact: async (deps, { principal, body }) => ({
    success: true,
    contact: await addContact(deps, principal, body),
  }),
  updateContact: async (deps, { principal, params, body }) => ({
    success: true,
    contacts: await updateContact(deps, { principal, contactId: params.id, body }),
  }),
  verifyEmail: async (deps, { principal, body }) => {
    await askForVerification(deps, principal, body.contactId);
    return { success: true };
  },
  confirmEmail: async (deps, { principal, body }) => ({
    success: true,
    contacts: await confirmContact(deps, principal, body.token),
  }),
  removeContact: async (deps, { principal, params, body }) => ({
    success: true,
    contacts: await removeContact(deps, { principal, contactId: params.id, reason: body.reason }),
  }),
} satisfies Handlers;
