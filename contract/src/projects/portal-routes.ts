/** Schemas of contract, project, estimate and partial request calls (product §7). */
import { z } from 'zod';
import { isoDateSchema } from '../dates.ts';
import type { RouteSchemas } from '../http/portal-route.ts';
import { success } from '../http/success.ts';
import { linkParams } from '../identity/portal-routes.ts';
import { contractIdSchema, estimateIdSchema, projectIdSchema, requestIdSchema } from '../ids.ts';
import { pageQuery } from '../invoices/portal-routes.ts';
import {
  invoiceSchema,
  payableSchema,
  publicInvoiceSchema,
  transactionSchema,
} from '../invoices/portal-schemas.ts';
import { contractListSchema, contractQuerySchema, contractTabSchema } from './contract-schemas.ts';
import {
  estimateSchema,
  orderSchema,
  partialRequestBodySchema,
  partialRequestSchema,
  partialRequestUpdateSchema,
  projectSchema,
  publicEstimateSchema,
  publicOrderSchema,
} from './portal-schemas.ts';

const projectParams = z.object({ id: projectIdSchema });
const estimateParams = z.object({ id: estimateIdSchema });
const requestParams = z.object({ id: requestIdSchema });
const acceptedEstimate = success({ requestId: requestIdSchema });

export const contractSchemas = {
  contractTabs: {
    limits: [],
    answer: success({ tabs: z.array(contractTabSchema) }),
  },
  contracts: {
    limits: [],
    body: contractQuerySchema,
    answer: contractListSchema,
  },
  contractLink: {
    limits: [],
    params: z.object({ id: contractIdSchema }),
    query: z.object({ key: z.string().max(128) }),
    answer: success({ link: z.string() }),
  },
  /**
   * The target of the document link: the company's PDF file, or a printable page. The pass in its URL expires with
   * the session.
   */
  contractDocument: {
    limits: ['publicRead', 'unknownLink'],
    params: z.object({ id: contractIdSchema }),
    query: z.object({ pass: z.string().max(600) }),
    answer: z.union([z.string(), z.instanceof(Uint8Array)]),
  },
} satisfies Record<string, RouteSchemas>;

export const projectSchemas = {
  projects: {
    limits: [],
    answer: success({ projects: z.array(projectSchema) }),
  },
  project: {
    limits: [],
    params: projectParams,
    answer: success({ project: projectSchema }),
  },
  projectInvoices: {
    limits: [],
    params: projectParams,
    query: pageQuery,
    answer: success({ accounts: z.array(invoiceSchema), nextCursor: z.string().nullable() }),
  },
  projectEstimates: {
    limits: [],
    params: projectParams,
    answer: success({ estimates: z.array(estimateSchema) }),
  },
  projectOrders: {
    limits: [],
    params: projectParams,
    answer: success({ orders: z.array(orderSchema) }),
  },
  projectTransactions: {
    limits: [],
    params: projectParams,
    query: pageQuery,
    answer: success({
      transactions: z.array(transactionSchema),
      nextCursor: z.string().nullable(),
    }),
  },
  estimate: {
    limits: [],
    params: estimateParams,
    answer: success({ estimate: estimateSchema }),
  },
  acceptEstimate: {
    limits: [],
    params: estimateParams,
    answer: acceptedEstimate,
  },
  /** The method listed in product §7. It accepts only the Authorization header (R25). */
  acceptEstimateByGet: {
    limits: [],
    params: estimateParams,
    answer: acceptedEstimate,
  },
  partialRequest: {
    limits: [],
    params: requestParams,
    answer: success({ request: partialRequestSchema }),
  },
  createPartialRequest: {
    limits: [],
    body: partialRequestBodySchema,
    answer: success({ request: partialRequestSchema }),
  },
  updatePartialRequest: {
    limits: [],
    params: requestParams,
    body: partialRequestUpdateSchema,
    answer: success({ request: partialRequestSchema }),
  },
  publicRequest: {
    limits: ['publicRead', 'unknownLink'],
    params: linkParams,
    answer: success({
      requestId: requestIdSchema,
      account: publicInvoiceSchema.nullable(),
      estimate: publicEstimateSchema.nullable(),
      orders: z.array(publicOrderSchema).nullable(),
      payable: payableSchema,
      isPaid: z.boolean(),
      today: isoDateSchema,
    }),
  },
} satisfies Record<string, RouteSchemas>;
