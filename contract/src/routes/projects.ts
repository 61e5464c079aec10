/** Contracts, projects, estimates and partial requests (product §7). */
import { z } from 'zod';
import { contractListSchema, contractQuerySchema, contractTabSchema } from '../contracts.ts';
import { isoDateSchema } from '../dates.ts';
import { contractIdSchema, estimateIdSchema, projectIdSchema, requestIdSchema } from '../ids.ts';
import {
  invoiceSchema,
  payableSchema,
  publicInvoiceSchema,
  transactionSchema,
} from '../invoices.ts';
import {
  estimateSchema,
  orderSchema,
  partialRequestBodySchema,
  partialRequestSchema,
  partialRequestUpdateSchema,
  projectSchema,
  publicEstimateSchema,
  publicOrderSchema,
} from '../projects.ts';
import { linkParams } from './access.ts';
import { pageQuery } from './invoices.ts';
import { route, success } from './route.ts';

const projectParams = z.object({ id: projectIdSchema });
const estimateParams = z.object({ id: estimateIdSchema });
const requestParams = z.object({ id: requestIdSchema });
const acceptedEstimate = success({ requestId: requestIdSchema });

export const contractRoutes = {
  contractTabs: route({
    method: 'GET',
    path: '/{product}/contract/tabs',
    who: 'customer',
    answer: success({ tabs: z.array(contractTabSchema) }),
  }),
  contracts: route({
    method: 'POST',
    path: '/{product}/contract',
    who: 'customer',
    body: contractQuerySchema,
    answer: contractListSchema,
  }),
  contractLink: route({
    method: 'GET',
    path: '/{product}/contract/{id}/link',
    who: 'customer',
    params: z.object({ id: contractIdSchema }),
    query: z.object({ key: z.string().max(128) }),
    answer: success({ link: z.string() }),
  }),
  /** Where that link leads: a page to read and print. Its pass ends with the session it names. */
  contractDocument: route({
    method: 'GET',
    path: '/{product}/contract/{id}/document',
    who: 'anyone',
    params: z.object({ id: contractIdSchema }),
    query: z.object({ pass: z.string().max(600) }),
    answer: z.string(),
  }),
};

export const projectRoutes = {
  projects: route({
    method: 'GET',
    path: '/{product}/project',
    who: 'customer',
    answer: success({ projects: z.array(projectSchema) }),
  }),
  project: route({
    method: 'GET',
    path: '/{product}/project/{id}',
    who: 'customer',
    params: projectParams,
    answer: success({ project: projectSchema }),
  }),
  projectInvoices: route({
    method: 'GET',
    path: '/{product}/project/{id}/accounts',
    who: 'customer',
    params: projectParams,
    query: pageQuery,
    answer: success({ accounts: z.array(invoiceSchema), nextCursor: z.string().nullable() }),
  }),
  projectEstimates: route({
    method: 'GET',
    path: '/{product}/project/{id}/estimates',
    who: 'customer',
    params: projectParams,
    answer: success({ estimates: z.array(estimateSchema) }),
  }),
  projectOrders: route({
    method: 'GET',
    path: '/{product}/project/{id}/orders',
    who: 'customer',
    params: projectParams,
    answer: success({ orders: z.array(orderSchema) }),
  }),
  projectTransactions: route({
    method: 'GET',
    path: '/{product}/project/{id}/transactions',
    who: 'customer',
    params: projectParams,
    query: pageQuery,
    answer: success({
      transactions: z.array(transactionSchema),
      nextCursor: z.string().nullable(),
    }),
  }),
  estimate: route({
    method: 'GET',
    path: '/{product}/project/estimate/{id}',
    who: 'customer',
    params: estimateParams,
    answer: success({ estimate: estimateSchema }),
  }),
  acceptEstimate: route({
    method: 'POST',
    path: '/{product}/project/estimate-accept/{id}',
    who: 'customer',
    params: estimateParams,
    answer: acceptedEstimate,
  }),
  /** The verb product §7 names; it works with the Authorization header only (R25). */
  acceptEstimateByGet: route({
    method: 'GET',
    path: '/{product}/project/estimate-accept/{id}',
    who: 'customer',
    params: estimateParams,
    answer: acceptedEstimate,
  }),
  partialRequest: route({
    method: 'GET',
    path: '/{product}/partial-request/{id}',
    who: 'customer',
    params: requestParams,
    answer: success({ request: partialRequestSchema }),
  }),
  createPartialRequest: route({
    method: 'POST',
    path: '/{product}/partial-request',
    who: 'customer',
    body: partialRequestBodySchema,
    answer: success({ request: partialRequestSchema }),
  }),
  updatePartialRequest: route({
    method: 'PUT',
    path: '/{product}/partial-request/{id}',
    who: 'customer',
    params: requestParams,
    body: partialRequestUpdateSchema,
    answer: success({ request: partialRequestSchema }),
  }),
  publicRequest: route({
    method: 'GET',
    path: '/{product}/public/request/{company}/{id}',
    who: 'link',
    params: linkParams,
    /** Exactly one of invoice, estimate and orders is there; `payable` is of that one. */
    answer: success({
      requestId: requestIdSchema,
      account: publicInvoiceSchema.nullable(),
      estimate: publicEstimateSchema.nullable(),
      orders: z.array(publicOrderSchema).nullable(),
      payable: payableSchema,
      isPaid: z.boolean(),
      today: isoDateSchema,
    }),
  }),
};
