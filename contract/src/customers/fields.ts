/** Plain fields of a customer, and of the contacts that a company names with one. */
import { z } from 'zod';
import { isoDateSchema } from '../dates.ts';
import { externalRef, type FieldList, OPTIONAL, REF_MAX, REQUIRED, text } from '../fields.ts';
import { emailSchema } from '../http/pages-and-problems.ts';
import { languageSchema } from '../language.ts';

const NAME_MAX = 100;

/** E.164: +12075550142 */
const phoneSchema = z.string().regex(/^\+[1-9]\d{6,14}$/, 'A number such as +12075550142');

/** A person has both names, and a business its own: a rule across fields. */
const NAME = { ...text(NAME_MAX), create: 'optional', change: 'always' } as const;

export const CUSTOMER_FIELDS = {
  customerRef: {
    ...text(REF_MAX),
    ...REQUIRED,
    about: 'The number that the customer knows.',
    flag: 'ref',
  },
  externalRef,
  firstName: { ...NAME, about: 'The first name of the person.', flag: 'first' },
  lastName: { ...NAME, about: 'The last name of the person.', flag: 'last' },
  businessName: {
    ...NAME,
    about: 'The name of the business; null for a person.',
    isNullable: true,
    flag: 'business',
  },
  bornOn: {
    ...OPTIONAL,
    zod: isoDateSchema,
    output: isoDateSchema,
    about: 'The date of birth. Some bank payments require it.',
    isImported: false,
  },
  language: {
    ...OPTIONAL,
    zod: languageSchema,
    output: languageSchema,
    about:
      'The language of pages, mails and documents. Null until it is chosen: pages follow the browser, and mails are in English.',
    flag: 'language',
  },
} as const satisfies FieldList;

/** Stored as the primary contacts of the customer. */
export const CONTACT_FIELDS = {
  email: {
    ...OPTIONAL,
    zod: emailSchema,
    output: z.string(),
    about: 'The address that mail goes to, and that can be used to sign in.',
    flag: 'email',
    input: 'email',
  },
  phone: {
    ...OPTIONAL,
    zod: phoneSchema,
    output: z.string(),
    about: 'Phone number in E.164 form, such as +12075550142.',
    flag: 'phone',
    input: 'tel',
  },
} as const satisfies FieldList;
