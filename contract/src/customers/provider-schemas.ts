/** Customers of a company: people and businesses, with the contacts that mail goes to. */

import { z } from 'zod';
import { instantSchema, isoDateSchema } from '../dates.ts';
import {
  emailSchema,
  externalRefSchema,
  pageOf,
  pageQuerySchema,
  reasonSchema,
  searchSchema,
} from '../http/pages-and-problems.ts';
import { customerIdSchema } from '../ids.ts';
import { languageSchema } from '../language.ts';
import { plainText } from '../plain-text.ts';

const NAME_MAX = 100;
const REF_MAX = 60;

const CUSTOMER_TYPES = ['person', 'business'] as const;

/** E.164: +12075550142 */
const phoneSchema = z.string().regex(/^\+[1-9]\d{6,14}$/, 'A number such as +12075550142');

export const providerCustomerSchema = z.object({
  id: customerIdSchema,
  type: z.enum(CUSTOMER_TYPES),
  customerRef: z.string(),
  externalRef: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  businessName: z.string().nullable(),
  bornOn: isoDateSchema.nullable(),
  email: z.string().nullable().describe('The address that mail goes to.'),
  phone: z.string().nullable(),
  language: languageSchema.nullable(),
  isTest: z.boolean(),
  erasedAt: instantSchema.nullable(),
  createdAt: instantSchema,
});
export type ProviderCustomer = z.infer<typeof providerCustomerSchema>;

const nameFields = {
  firstName: plainText({ max: NAME_MAX }).optional(),
  lastName: plainText({ max: NAME_MAX }).optional(),
  businessName: plainText({ max: NAME_MAX }).nullable().optional(),
  bornOn: isoDateSchema.nullable().optional(),
  email: emailSchema.nullable().optional(),
  phone: phoneSchema.nullable().optional(),
  language: languageSchema.nullable().optional(),
};

type Named = { firstName?: unknown; lastName?: unknown; businessName?: unknown };

/** A person has both names; a business has its own, and may name a person. */
const isNamed = ({ firstName, lastName, businessName }: Named) =>
  Boolean(businessName) || (Boolean(firstName) && Boolean(lastName));
const NAMED = {
  error: 'A person needs firstName and lastName, a business needs businessName',
  path: ['firstName'],
};

const newCustomerFields = {
  ...nameFields,
  customerRef: plainText({ max: REF_MAX }).describe('The number that the customer knows.'),
  isTest: z.boolean().default(false).describe('For trying; a company has at most two.'),
};

export const newCustomerSchema = z
  .strictObject({ ...newCustomerFields, externalRef: externalRefSchema.optional() })
  .refine(isNamed, NAMED);
export type NewCustomer = z.infer<typeof newCustomerSchema>;

/** The reference is in the path. */
export const customerByRefSchema = z.strictObject(newCustomerFields).refine(isNamed, NAMED);
export type CustomerByRef = z.infer<typeof customerByRefSchema>;

export const customerChangeSchema = z
  .strictObject({ ...nameFields, customerRef: newCustomerFields.customerRef.optional() })
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field');
export type CustomerChange = z.infer<typeof customerChangeSchema>;

/** An erasure is confirmed by naming the customer a second time (R95). */
export const erasureSchema = reasonSchema.extend({
  customerRef: z.string().max(REF_MAX).describe('The number of the customer, to confirm it.'),
});

const CUSTOMER_SORTS = [
  '-createdAt',
  'createdAt',
  'name',
  '-name',
  'customerRef',
  '-customerRef',
] as const;

export const customerQuerySchema = pageQuerySchema.extend({
  customerRef: z.string().max(REF_MAX).optional(),
  search: searchSchema.describe(
    'The beginning of a name or of `customerRef`, or a whole email address.',
  ),
  sort: z.enum(CUSTOMER_SORTS).default('-createdAt').describe('A minus means descending.'),
});
export type CustomerQuery = z.infer<typeof customerQuerySchema>;

export const customerPageSchema = pageOf(providerCustomerSchema);
