import { foldEmail } from '@quittance/contract/http/pages-and-problems';
import { isPlainText } from '@quittance/contract/plain-text';
import type { ContactType } from '@quittance/contract/vocabulary';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { AppError } from '../kernel/errors.ts';

/**
 * Stricter than the standard, because emails are sent to every accepted address: refuses homoglyphs, quoted names,
 * comments and addresses without a domain.
 */
const EMAIL =
  /^(?!.*\.\.)[a-z0-9](?:[a-z0-9._%+'-]{0,62}[a-z0-9_+-])?@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const EMAIL_LENGTH_MAX = 254;

function readEmail(text: string): string {
  const email = foldEmail(text);
  if (email.length > EMAIL_LENGTH_MAX || !EMAIL.test(email)) throw new AppError('INVALID_CONTACT');
  return email;
}

/** The United States and its territories; other countries share the country code. */
const COUNTRIES: readonly string[] = ['US', 'PR', 'VI', 'GU', 'AS', 'MP'];

function readPhone(text: string): string {
  const phone = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false });
  if (!phone) throw new AppError('INVALID_CONTACT');
  const isForeign = phone.country !== undefined && !COUNTRIES.includes(phone.country);
  if (isForeign || phone.countryCallingCode !== '1') throw new AppError('INVALID_COUNTRY');
  if (!phone.isValid() || phone.ext !== undefined) throw new AppError('INVALID_CONTACT');
  return phone.number;
}

export function readContactValue(type: ContactType, typed: string): string {
  const text = typed.trim();
  if (!isPlainText(text)) throw new AppError('INVALID_CONTACT');
  return type === 'EMAIL' ? readEmail(text) : readPhone(text);
}

/** 'm•••@example.com', '•••-0142' */
export function maskContact(type: ContactType, value: string): string {
  if (type === 'PHONE') return `•••-${value.slice(-4)}`;
  const [name = '', domain = ''] = value.split('@');
  return `${name.slice(0, 1)}•••@${domain}`;
}

/** A newly verified address cannot be used to sign in immediately, because its owner may not be the customer. */
export const CONTACT_PROBATION_MS = 24 * 60 * 60_000;
