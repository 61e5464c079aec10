/** Plain fields of a customer and of the contacts that a company can add to it. */
import { z } from 'zod';
import { parsePhone } from '../companies/company-contact.ts';
import { isoDateSchema } from '../dates.ts';
import { externalRef, type FieldList, OPTIONAL, REF_MAX, REQUIRED, text } from '../fields.ts';
import { emailSchema } from '../http/pages-and-problems.ts';
import { languageSchema } from '../language.ts';

const NAME_MAX = 100;

/** The form, the API and an import read the same numbers. A pattern would document only the stored form. */
const phoneSchema = z
  .string()
  .overwrite(parsePhone)
  .refine((phone) => /^\+[1-9]\d{6,14}$/.test(phone), 'A number such as +12075550142');

/** Optional, because the rule spans several fields: a person needs both names, a business its own name. */
const NAME = { ...text(NAME_MAX), create: 'optional', change: 'always' } as const;

export const CUSTOMER_FIELDS = {
  customerRef: {
    ...text(REF_MAX),
    ...REQUIRED,
    about: 'Customer number, as known to the customer.',
    flag: 'ref',
  },
  externalRef,
  firstName: { ...NAME, about: "Person's first name.", flag: 'first' },
  lastName: { ...NAME, about: "Person's last name.", flag: 'last' },
  businessName: {
    ...NAME,
    about: 'Business name; null for a person.',
    isNullable: true,
    flag: 'business',
  },
  bornOn: {
    ...OPTIONAL,
    zod: isoDateSchema,
    output: isoDateSchema,
    about: 'Date of birth. Required for some bank payments.',
    isImported: false,
  },
  language: {
    ...OPTIONAL,
    zod: languageSchema,
    output: languageSchema,
    about:
      "Language of pages, emails and documents. Null until a language is chosen; until then, pages follow the browser's language and emails are in English.",
    flag: 'language',
  },
} as const satisfies FieldList;

export const CONTACT_FIELDS = {
  email: {
    ...OPTIONAL,
    zod: emailSchema,
    output: z.string(),
    about: 'Email address to which emails are sent and with which the customer can sign in.',
    flag: 'email',
    input: 'email',
  },
  phone: {
    ...OPTIONAL,
    zod: phoneSchema,
    output: z.string(),
    about:
      'Phone number in E.164 form, such as +12075550142. A number of the US may be given as (207) 555-0142.',
    flag: 'phone',
    input: 'tel',
  },
} as const satisfies FieldList;
