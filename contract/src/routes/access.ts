/** Getting in, the company and the customer (product §7). */
import { z } from 'zod';
import { companySchema } from '../company.ts';
import { customerSchema, customerUpdateSchema, publicCustomerSchema } from '../customer.ts';
import { companyDomainSchema, customerIdSchema } from '../ids.ts';
import { route, success, successSchema } from './route.ts';

/** A link's secret may be any text here: a malformed one gets the same 404 as an unknown one. */
export const linkParams = z.object({ company: z.string().max(64), id: z.string().max(64) });

export const accessRoutes = {
  signIn: route({
    method: 'GET',
    path: '/{product}/debtor/auth',
    who: 'anyone',
    query: z.object({ token: z.string().max(128).optional() }),
    answer: success({ token: z.string() }),
  }),
  signOut: route({
    method: 'POST',
    path: '/{product}/debtor/logout',
    who: 'customer',
    answer: successSchema,
  }),
  sendSignInMail: route({
    method: 'POST',
    path: '/{product}/debtor/{id}/send-email',
    who: 'anyone',
    params: z.object({ id: z.string().max(200) }),
    body: z.strictObject({
      email: z.string().max(254),
      domain: companyDomainSchema,
      isLocal: z.literal(false),
    }),
    answer: successSchema,
  }),
  publicCompany: route({
    method: 'GET',
    path: '/{product}/public/company/{company}/{id}',
    who: 'link',
    params: linkParams,
    answer: success({ company: companySchema }),
  }),
  customer: route({
    method: 'GET',
    path: '/{product}/private/debtor/{id}',
    who: 'customer',
    params: z.object({ id: customerIdSchema }),
    answer: success({ debtor: customerSchema }),
  }),
  publicCustomer: route({
    method: 'GET',
    path: '/{product}/public/debtor/{company}/{id}',
    who: 'link',
    params: linkParams,
    answer: success({ debtor: publicCustomerSchema }),
  }),
  updateCustomer: route({
    method: 'PUT',
    path: '/{product}/debtor',
    who: 'customer',
    body: customerUpdateSchema,
    answer: success({ debtor: customerSchema }),
  }),
};
