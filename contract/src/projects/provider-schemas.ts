/** Projects with their orders and estimates, and contracts, as the company sees them. */
import { z } from 'zod';
import { providerCustomerSchema } from '../customers/provider-schemas.ts';
import { instantSchema } from '../dates.ts';
import { changeShape, createShape, outputShape, REF_MAX } from '../fields.ts';
import {
  createdRange,
  expandSchema,
  oneOrMore,
  pageQuerySchema,
  toPage,
} from '../http/pages-and-problems.ts';
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
import {
  CONTRACT_FIELDS,
  ESTIMATE_FIELDS,
  NAME_MAX,
  ORDER_FIELDS,
  PROJECT_FIELDS,
} from './fields.ts';

export const ESTIMATE_ITEMS_MAX = 200;

const customerFields = {
  customerId: customerIdSchema.optional(),
  customerRef: z
    .string()
    .max(REF_MAX)
    .optional()
    .describe('Customer number, used instead of `customerId`.'),
};

type CustomerName = { customerId?: unknown; customerRef?: unknown };
const namesCustomer = ({ customerId, customerRef }: CustomerName) =>
  (customerId === undefined) !== (customerRef === undefined);
const NAMES_CUSTOMER = { error: 'Name customerId or customerRef', path: ['customerId'] };

export const providerProjectSchema = z
  .object({
    id: projectIdSchema,
    customerId: customerIdSchema,
    ...outputShape(PROJECT_FIELDS),
    status: projectStatusSchema,
    createdAt: instantSchema,
  })
  .meta({ id: 'Project' });
export type ProviderProject = z.infer<typeof providerProjectSchema>;

export const newProjectSchema = z
  .strictObject({
    ...customerFields,
    ...createShape(PROJECT_FIELDS),
    status: projectStatusSchema.default('Open'),
  })
  .refine(namesCustomer, NAMES_CUSTOMER)
  .meta({ id: 'NewProject' });
export type NewProject = z.infer<typeof newProjectSchema>;

export const projectChangeSchema = z
  .strictObject({
    ...changeShape(PROJECT_FIELDS),
    status: projectStatusSchema.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field')
  .meta({ id: 'ProjectChange' });
export type ProjectChange = z.infer<typeof projectChangeSchema>;

const STATUSES = 'Status. Repeat the parameter for several.';
const expand = expandSchema(['customer']);

export const projectQuerySchema = pageQuerySchema.extend({
  customerId: customerIdSchema.optional(),
  projectRef: z.string().max(REF_MAX).optional(),
  status: oneOrMore(projectStatusSchema).describe(STATUSES),
  ...createdRange,
  expand,
});
export type ProjectQuery = z.infer<typeof projectQuerySchema>;
const listed = {
  customerName: z.string().describe('Customer name (business or person).'),
  customer: providerCustomerSchema.optional().describe('Customer, with `expand=customer`.'),
};

const listedProjectSchema = providerProjectSchema.extend(listed).meta({ id: 'ListedProject' });
export const projectPageSchema = toPage(listedProjectSchema).meta({ id: 'ProjectPage' });

export const providerOrderSchema = z
  .object({
    id: orderIdSchema,
    projectId: projectIdSchema,
    ...outputShape(ORDER_FIELDS),
    status: projectStatusSchema,
    total: centsSchema,
    paid: centsSchema,
    createdAt: instantSchema,
  })
  .meta({ id: 'Order' });
export type ProviderOrder = z.infer<typeof providerOrderSchema>;

export const newOrderSchema = z
  .strictObject({
    ...createShape(ORDER_FIELDS),
    status: projectStatusSchema.default('Open'),
    total: amountCentsSchema,
  })
  .meta({ id: 'NewOrder' });
export type NewOrder = z.infer<typeof newOrderSchema>;

export const ordersSchema = z
  .object({ data: z.array(providerOrderSchema) })
  .meta({ id: 'OrderList' });

const estimateItemSchema = z.strictObject({
  name: plainText({ max: NAME_MAX }),
  amount: amountCentsSchema,
});

export const providerEstimateSchema = z
  .object({
    id: estimateIdSchema,
    projectId: projectIdSchema,
    ...outputShape(ESTIMATE_FIELDS),
    status: estimateStatusSchema,
    items: z.array(z.object({ name: z.string(), amount: centsSchema })),
    total: centsSchema,
    paid: centsSchema,
    createdAt: instantSchema,
  })
  .meta({ id: 'Estimate' });
export type ProviderEstimate = z.infer<typeof providerEstimateSchema>;

export const newEstimateSchema = z
  .strictObject({
    ...createShape(ESTIMATE_FIELDS),
    items: z
      .array(estimateItemSchema)
      .min(1)
      .max(ESTIMATE_ITEMS_MAX)
      .describe('Estimated items. The sum of the items is the total.'),
  })
  .meta({ id: 'NewEstimate' });
export type NewEstimate = z.infer<typeof newEstimateSchema>;

export const estimatesSchema = z
  .object({ data: z.array(providerEstimateSchema) })
  .meta({ id: 'EstimateList' });

export const contractDocumentSchema = z
  .object({
    name: z.string().describe('File name of the payer download.'),
    size: z.int().min(1).describe('File size, in bytes.'),
    sha256: z.string().describe('SHA-256 hash of the file, in hexadecimal.'),
    createdAt: instantSchema,
  })
  .meta({ id: 'ContractDocument' });
export type ContractDocument = z.infer<typeof contractDocumentSchema>;

export const documentQuerySchema = z.object({
  name: plainText({ max: NAME_MAX })
    .optional()
    .describe('File name. Defaults to the contract number. Unsafe characters are replaced.'),
});

export const providerContractSchema = z
  .object({
    id: contractIdSchema,
    customerId: customerIdSchema,
    ...outputShape(CONTRACT_FIELDS),
    status: contractStatusSchema,
    amount: centsSchema,
    paid: centsSchema,
    document: contractDocumentSchema
      .nullable()
      .describe('Uploaded PDF file; null while payers receive a generated page.'),
    createdAt: instantSchema,
  })
  .meta({ id: 'Contract' });
export type ProviderContract = z.infer<typeof providerContractSchema>;

export const newContractSchema = z
  .strictObject({
    ...customerFields,
    ...createShape(CONTRACT_FIELDS),
    status: contractStatusSchema.default('Active'),
    amount: amountCentsSchema,
  })
  .refine(namesCustomer, NAMES_CUSTOMER)
  .meta({ id: 'NewContract' });
export type NewContract = z.infer<typeof newContractSchema>;

export const contractChangeSchema = z
  .strictObject({ status: contractStatusSchema })
  .meta({ id: 'ContractChange' });

export const contractQuerySchema = pageQuerySchema.extend({
  customerId: customerIdSchema.optional(),
  contractRef: z.string().max(REF_MAX).optional(),
  status: oneOrMore(contractStatusSchema).describe(STATUSES),
  ...createdRange,
  expand,
});
export type ContractQuery = z.infer<typeof contractQuerySchema>;

const listedContractSchema = providerContractSchema.extend(listed).meta({ id: 'ListedContract' });
export const contractPageSchema = toPage(listedContractSchema).meta({ id: 'ContractPage' });
