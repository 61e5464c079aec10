import type { Logger } from 'pino';
import { AppError } from '../kernel/errors.ts';
import { answerWith, type Handlers } from '../platform/http/portal-call.ts';
import { addContact, readContacts, removeContact, updateContact } from './change-contacts.ts';
import { readCopyContacts, setCopyContact } from './copy-contacts.ts';
import { readMailPreferences, setMailPreference } from './mail-preferences.ts';
import { confirmContact, requestVerification } from './verify-contact.ts';

/** A failure is not an address without a match. The payer can still type the address. */
async function orUnavailable<Result>(
  log: Logger,
  lookup: Promise<Result> | undefined,
): Promise<Result> {
  try {
    if (lookup) return await lookup;
  } catch (error) {
    log.warn(
      { event: 'address_suggestions.failed', err: error },
      'the address suggestion service failed',
    );
  }
  // An installation without a service does not fail, so this is no server error.
  throw new AppError('ADDRESSES_UNAVAILABLE', lookup ? {} : { status: 404 });
}

export const portalHandlers = {
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
  mailPreferences: answerWith('preferences', (deps, { principal }) =>
    readMailPreferences(deps, principal),
  ),
  setMailPreference: answerWith('preferences', (deps, { principal, body }) =>
    setMailPreference(deps, principal, body),
  ),
  copyContacts: answerWith('copyContacts', (deps, { principal }) =>
    readCopyContacts(deps, principal),
  ),
  setCopyContact: answerWith('copyContacts', (deps, { principal, body }) =>
    setCopyContact(deps, principal, body),
  ),
  placePredictions: async ({ addressSuggestions, log }, { query }) => {
    const predictions = await orUnavailable(log, addressSuggestions?.predict(query.input));
    return { success: true, predictions };
  },
  place: async ({ addressSuggestions, log }, { query }) => {
    const place = await orUnavailable(log, addressSuggestions?.find(query.id));
    if (!place) throw new AppError('NOT_FOUND');
    return { success: true, place };
  },
} satisfies Partial<Handlers>;
