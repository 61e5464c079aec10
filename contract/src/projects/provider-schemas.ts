/** Projects with their orders and estimates, and contracts, as their company sees and writes them. */
import { z } from 'zod';
import { instantSchema, isoDateSchema } from '../dates.ts';
import { pageOf, pageQuerySchema } from '../http/pages-and-problems.ts';
import {
  contractIdSchema,
  customerIdSchema,
  estimateIdSchema,
  orderIdSchema,
  projectIdSchema,
} from '../ids.ts';
import { amountCentsSchema, centsSchema } from '../money.ts';
import { plainText } from '../plain-text.ts';
import { contractStatusSchema, estimateStatusSchema, projectStatusSchema } from '../vocabulary.ts';

const REF_MAX = 60;
const NAME_MAX = 200;
export const ESTIMATE_ITEMS_MAX = 200;

const customerFields = {
  customerId: customerIdSchema.optional(),
  customerRef: z.string().max(REF_MAX).optional().describe('Instead of customerId.'),
};

type Named = { customerId?: unknown; customerRef?: unknown };
const namesCustomer = ({ customerId, customerRef }: Named) =>
  (customerId === undefined) !== (customerRef === undefined);
const NAMES_CUSTOMER = { error: 'Name customerId or customerRef', path: ['customerId'] };

export const providerProjectSchema = z.object({
  id: projectIdSchema,
  customerId: customerIdSchema,
  projectRef: z.string(),
  name: z.string(),
  status: projectStatusSchema,
  startedOn: isoDateSchema,
  createdAt: instantSchema,
});
export type ProviderProject = z.infer<typeof providerProjectSchema>;

export const newProjectSchema = z
  .strictObject({
    ...customerFields,
    projectRef: plainText({ max: REF_MAX }),
    name: plainText({ max: NAME_MAX }),
    status: projectStatusSchema.default('Open'),
    startedOn: isoDateSchema.optional().describe('Today by default.'),
  })
  .refine(namesCustomer, NAMES_CUSTOMER);
export type NewProject = z.infer<typeof newProjectSchema>;

export const projectChangeSchema = z
  .strictObject({
    name: plainText({ max: NAME_MAX }).optional(),
    status: projectStatusSchema.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field');

export const projectQuerySchema = pageQuerySchema.extend({
  customerId: customerIdSchema.optional(),
});
const customerName = z.string().describe('Name of the business or the person.');

export const listedProjectSchema = providerProjectSchema.extend({ customerName });
export const projectPageSchema = pageOf(listedProjectSchema);

export const providerOrderSchema = z.object({
  id: orderIdSchema,
  projectId: projectIdSchema,
  orderRef: z.string(),
  name: z.string(),
  status: projectStatusSchema,
  total: centsSchema,
  paid: centsSchema,
  createdAt: instantSchema,
});
export type ProviderOrder = z.infer<typeof providerOrderSchema>;

export const newOrderSchema = z.strictObject({
  orderRef: plainText({ max: REF_MAX }),
  name: plainText({ max: NAME_MAX }),
  status: projectStatusSchema.default('Open'),
  total: amountCentsSchema,
});
export type NewOrder = z.infer<typeof newOrderSchema>;

export const ordersSchema = z.object({ data: z.array(providerOrderSchema) });

const estimateItemSchema = z.strictObject({
  name: plainText({ max: NAME_MAX }),
  amount: amountCentsSchema,
});

export const providerEstimateSchema = z.object({
  id: estimateIdSchema,
  projectId: projectIdSchema,
  estimateRef: z.string(),
  memo: z.string(),
  status: estimateStatusSchema,
  items: z.array(z.object({ name: z.string(), amount: centsSchema })),
  total: centsSchema,
  paid: centsSchema,
  expiresOn: isoDateSchema,
  createdAt: instantSchema,
});
export type ProviderEstimate = z.infer<typeof providerEstimateSchema>;

export const newEstimateSchema = z.strictObject({
  estimateRef: plainText({ max: REF_MAX }),
  memo: plainText({ max: NAME_MAX }),
  items: z
    .array(estimateItemSchema)
    .min(1)
    .max(ESTIMATE_ITEMS_MAX)
    .describe('Their sum is the total.'),
  expiresOn: isoDateSchema,
});
export type NewEstimate = z.infer<typeof newEstimateSchema>;

export const estimatesSchema = z.object({ data: z.array(providerEstimateSchema) });

/** The file itself is read by a call of its own. */
export const contractDocumentSchema = z.object({
  name: z.string().describe('Name of the file that the payer downloads.'),
  size: z.int().min(1).describe('In bytes.'),
  sha256: z.string().describe('SHA-256 of the file, in hexadecimal.'),
  createdAt: instantSchema,
});
export type ContractDocument = z.infer<typeof contractDocumentSchema>;

export const documentQuerySchema = z.object({
  name: plainText({ max: NAME_MAX })
    .optional()
    .describe(
      'Of the file; the number of the contract by default. Unsafe characters are replaced.',
    ),
});

export const providerContractSchema = z.object({
  id: contractIdSchema,
  customerId: customerIdSchema,
  contractRef: z.string(),
  typeName: z.string(),
  status: contractStatusSchema,
  amount: centsSchema,
  paid: centsSchema,
  signedOn: isoDateSchema,
  document: contractDocumentSchema
    .nullable()
    .describe('The PDF file that you added; null while payers get a page that we make.'),
  createdAt: instantSchema,
});
export type ProviderContract = z.infer<typeof providerContractSchema>;

export const newContractSchema = z
  .strictObject({
    ...customerFields,
    contractRef: plainText({ max: REF_MAX }),
    typeName: plainText({ max: NAME_MAX }),
    status: contractStatusSchema.default('Active'),
    amount: amountCentsSchema,
    signedOn: isoDateSchema.optional().describe('Today by default.'),
  })
  .refine(namesCustomer, NAMES_CUSTOMER);
export type NewContract = z.infer<typeof newContractSchema>;

export const contractChangeSchema = z.strictObject({ status: contractStatusSchema });

export const listedContractSchema = providerContractSchema.extend({ customerName });
export const contractPageSchema = pageOf(listedContractSchema);
