/** Customers of a company: people and businesses, with the contacts that receive email. */

import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { changeShape, createShape, outputShape, REF_MAX } from '../fields.ts';
import { metadataChangeSchema, metadataFilterSchema, metadataSchema } from '../http/metadata.ts';
import {
  createdRange,
  emailSchema,
  externalRefSchema,
  foldEmail,
  pageQuerySchema,
  reasonSchema,
  searchSchema,
  toPage,
  updatedRange,
} from '../http/pages-and-problems.ts';
import { customerIdSchema } from '../ids.ts';
import { centsSchema } from '../money.ts';
import { OPTIONAL_MAILS, PROCESSORS } from '../vocabulary.ts';
import { COPY_CONTACTS_MAX, copyContactSchema } from './copy-contacts.ts';
import { CONTACT_FIELDS, CUSTOMER_FIELDS } from './fields.ts';

const CUSTOMER_TYPES = ['person', 'business'] as const;

const REMINDED = 'Whether the customer gets reminders of open invoices.';

const ROLE =
  'BILLING: emails have the public link of the invoice, with which it can be paid. COPY: emails have no link.';

const COPY_EMAIL = 'Email address to which copies are sent.';

const providerCopyContactSchema = copyContactSchema
  .extend({
    email: copyContactSchema.shape.email.describe(COPY_EMAIL),
    role: copyContactSchema.shape.role.describe(ROLE),
    turnedOff: copyContactSchema.shape.turnedOff.describe(
      'Emails that the recipient turned off. Only the recipient can turn them on again.',
    ),
    isBounced: copyContactSchema.shape.isBounced.describe(
      'Whether an email to the address bounced. It gets no more until it is removed and added.',
    ),
  })
  .meta({ id: 'CopyContact' });

const newCopyContactsSchema = z
  .array(
    z
      .strictObject({
        email: emailSchema.describe(COPY_EMAIL),
        role: copyContactSchema.shape.role.default('COPY').describe(ROLE),
      })
      .meta({ id: 'NewCopyContact' }),
  )
  .max(COPY_CONTACTS_MAX)
  .refine(
    (all) => new Set(all.map(({ email }) => foldEmail(email))).size === all.length,
    'Each address once',
  )
  .describe(
    'Contacts that receive copies of invoices, reminders and receipts. They cannot sign in. The list replaces the present one.',
  );
export type NewCopyContacts = z.infer<typeof newCopyContactsSchema>;

const leftAtProcessorSchema = z
  .object({
    processor: z.enum(PROCESSORS),
    state: z
      .enum(['PENDING', 'KEPT'])
      .describe(
        'PENDING: the deletion is being retried. KEPT: no call of the processor deletes it, or the company no longer uses the processor. Ask the processor.',
      ),
  })
  .meta({ id: 'LeftAtProcessor' });
export type LeftAtProcessor = z.infer<typeof leftAtProcessorSchema>;

export const providerCustomerSchema = z
  .object({
    id: customerIdSchema,
    type: z.enum(CUSTOMER_TYPES),
    ...outputShape(CUSTOMER_FIELDS),
    ...outputShape(CONTACT_FIELDS),
    copyContacts: z
      .array(providerCopyContactSchema)
      .describe('Contacts that receive copies of invoices, reminders and receipts.'),
    isTest: z.boolean(),
    isReminded: z.boolean().describe(REMINDED),
    turnedOff: z
      .array(z.enum(OPTIONAL_MAILS))
      .describe('Emails that the customer turned off. Only the customer can turn them on again.'),
    credit: centsSchema.describe(
      'Credit from credit notes that is neither applied nor refunded, in cents.',
    ),
    creditReserved: centsSchema.describe(
      'Credit that refunds in progress have reserved, in cents. It is not part of `credit`.',
    ),
    erasedAt: instantSchema.nullable(),
    leftAtProcessors: z
      .array(leftAtProcessorSchema)
      .optional()
      .describe(
        'Of an erased customer, in responses about one customer: what payment processors still store about the person.',
      ),
    createdAt: instantSchema,
    updatedAt: instantSchema.describe('Time of the last change.'),
    metadata: metadataSchema.optional(),
  })
  .meta({ id: 'Customer' });
export type ProviderCustomer = z.infer<typeof providerCustomerSchema>;

type Names = { firstName?: unknown; lastName?: unknown; businessName?: unknown };

const isNamed = ({ firstName, lastName, businessName }: Names) =>
  Boolean(businessName) || (Boolean(firstName) && Boolean(lastName));
const NAMED = {
  error: 'A person needs firstName and lastName, a business needs businessName',
  path: ['firstName'],
};

const newCustomerFields = {
  ...createShape(CUSTOMER_FIELDS),
  ...createShape(CONTACT_FIELDS),
  copyContacts: newCopyContactsSchema.optional(),
  metadata: metadataChangeSchema.optional(),
  isReminded: z.boolean().optional().describe(`${REMINDED} True by default.`),
  isTest: z
    .boolean()
    .default(false)
    .describe(
      'Whether the customer is a test customer. A company can have up to two test customers.',
    ),
};

export const newCustomerSchema = z
  .strictObject(newCustomerFields)
  .refine(isNamed, NAMED)
  .meta({ id: 'NewCustomer' });
export type NewCustomer = z.infer<typeof newCustomerSchema>;

/** The reference is omitted because it is in the path. */
export const customerByRefSchema = z
  .strictObject(newCustomerFields)
  .omit({ externalRef: true })
  .refine(isNamed, NAMED)
  .meta({ id: 'CustomerByRef' });
export type CustomerByRef = z.infer<typeof customerByRefSchema>;

export const customerChangeSchema = z
  .strictObject({
    ...changeShape(CUSTOMER_FIELDS),
    ...changeShape(CONTACT_FIELDS),
    copyContacts: newCopyContactsSchema.optional(),
    isReminded: z.boolean().optional().describe(REMINDED),
    metadata: metadataChangeSchema.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field')
  .meta({ id: 'CustomerChange' });
export type CustomerChange = z.infer<typeof customerChangeSchema>;

/** To confirm an erasure, the caller repeats the customer's reference (R95). */
export const erasureSchema = reasonSchema
  .extend({
    customerRef: z.string().max(REF_MAX).describe('Customer number, as confirmation.'),
  })
  .meta({ id: 'Erasure' });

const CUSTOMER_SORTS = [
  '-createdAt',
  'createdAt',
  'name',
  '-name',
  'customerRef',
  '-customerRef',
  'updatedAt',
  '-updatedAt',
] as const;

export const customerQuerySchema = pageQuerySchema.extend({
  customerRef: z.string().max(REF_MAX).optional(),
  externalRef: externalRefSchema.optional(),
  ...createdRange,
  ...updatedRange,
  metadata: metadataFilterSchema,
  search: searchSchema.describe(
    'Search text: the beginning of a name or of `customerRef`, or a complete email address.',
  ),
  sort: z
    .enum(CUSTOMER_SORTS)
    .optional()
    .describe(
      'Sort order. A leading minus sign means descending. The default is `updatedAt` with `updatedFrom` or `updatedTo`, and `-createdAt` otherwise.',
    ),
});
export type CustomerQuery = z.infer<typeof customerQuerySchema>;

export const customerPageSchema = toPage(providerCustomerSchema).meta({ id: 'CustomerPage' });
