/** A customer's contacts and their verification. */
import {
  addContact,
  readContacts,
  removeContact,
  updateContact,
} from '../../customers/change-contacts.ts';
import { confirmContact, requestVerification } from '../../customers/verify-contact.ts';
import { answerWith, type Handlers } from './call.ts';

export const contactHandlers = {
  contacts: answerWith('contacts', (deps, { principal }) => readContacts(deps, principal)),
  addContact: answerWith('contact', (deps, { principal, body }) =>
    addContact(deps, principal, body),
  ),
  updateContact: answerWith('contacts', (deps, { principal, params, body }) =>
    updateContact(deps, { principal, contactId: params.id, body }),
  ),
  verifyEmail: async (deps, { principal, body }) => {
    await requestVerification(deps, principal, body.contactId);
    return { success: true };
  },
  confirmEmail: answerWith('contacts', (deps, { principal, body }) =>
    confirmContact(deps, principal, body.token),
  ),
  removeContact: answerWith('contacts', (deps, { principal, params, body }) =>
    removeContact(deps, { principal, contactId: params.id, reason: body.reason }),
  ),
} satisfies Partial<Handlers>;
