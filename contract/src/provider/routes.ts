/** The provider API, a row per call. The server, the reference and the client are built from it. */
import { z } from 'zod';
import { attemptIdSchema, customerIdSchema, invoiceIdSchema } from '../ids.ts';
import { externalRefSchema } from './common.ts';
import {
  customerByRefSchema,
  customerChangeSchema,
  customerPageSchema,
  customerQuerySchema,
  newCustomerSchema,
  providerCustomerSchema,
} from './customers.ts';
import {
  invoiceByRefSchema,
  invoiceChangeSchema,
  invoicePageSchema,
  invoiceQuerySchema,
  newInvoiceSchema,
  providerInvoiceSchema,
  reasonSchema,
} from './invoices.ts';
import {
  apiKeySchema,
  apiKeysSchema,
  createdApiKeySchema,
  keyIdSchema,
  newApiKeySchema,
  rotationSchema,
} from './keys.ts';
import {
  linkIdSchema,
  newProviderLinkSchema,
  providerLinkSchema,
  providerLinksSchema,
} from './links.ts';
import {
  newManualPaymentSchema,
  paymentPageSchema,
  paymentQuerySchema,
  providerPaymentDetailSchema,
  providerPaymentSchema,
} from './payments.ts';
import type { ProviderRoute } from './route.ts';

const customerParams = z.object({ customerId: customerIdSchema });
const invoiceParams = z.object({ invoiceId: invoiceIdSchema });
const refParams = z.object({ externalRef: externalRefSchema });
const linkParams = z.object({ invoiceId: invoiceIdSchema, linkId: linkIdSchema });
const paymentParams = z.object({ paymentId: attemptIdSchema });
const keyParams = z.object({ keyId: keyIdSchema });

const CUSTOMERS = {
  createCustomer: {
    method: 'POST',
    path: '/customers',
    scope: 'write',
    tag: 'Customers',
    summary: 'Add a customer',
    description: 'The email address can be used to sign in at once: the company vouches for it.',
    body: newCustomerSchema,
    answer: providerCustomerSchema,
    status: 201,
  },
  listCustomers: {
    method: 'GET',
    path: '/customers',
    scope: 'read',
    tag: 'Customers',
    summary: 'List customers, the newest first',
    query: customerQuerySchema,
    answer: customerPageSchema,
  },
  getCustomer: {
    method: 'GET',
    path: '/customers/{customerId}',
    scope: 'read',
    tag: 'Customers',
    summary: 'Read a customer',
    params: customerParams,
    answer: providerCustomerSchema,
  },
  changeCustomer: {
    method: 'PATCH',
    path: '/customers/{customerId}',
    scope: 'write',
    tag: 'Customers',
    summary: 'Change a customer',
    description: 'Fields that are left out stay as they are.',
    params: customerParams,
    body: customerChangeSchema,
    answer: providerCustomerSchema,
  },
  putCustomer: {
    method: 'PUT',
    path: '/customers/by-ref/{externalRef}',
    scope: 'write',
    tag: 'Customers',
    summary: 'Add or change the customer with this reference',
    params: refParams,
    body: customerByRefSchema,
    answer: providerCustomerSchema,
  },
} as const satisfies Record<string, ProviderRoute>;

const INVOICES = {
  createInvoice: {
    method: 'POST',
    path: '/invoices',
    scope: 'write',
    tag: 'Invoices',
    summary: 'Issue an invoice, or store a draft',
    body: newInvoiceSchema,
    answer: providerInvoiceSchema,
    status: 201,
  },
  listInvoices: {
    method: 'GET',
    path: '/invoices',
    scope: 'read',
    tag: 'Invoices',
    summary: 'List invoices, the newest first',
    query: invoiceQuerySchema,
    answer: invoicePageSchema,
  },
  getInvoice: {
    method: 'GET',
    path: '/invoices/{invoiceId}',
    scope: 'read',
    tag: 'Invoices',
    summary: 'Read an invoice',
    params: invoiceParams,
    answer: providerInvoiceSchema,
  },
  changeInvoice: {
    method: 'PATCH',
    path: '/invoices/{invoiceId}',
    scope: 'write',
    tag: 'Invoices',
    summary: 'Change an invoice',
    description:
      'Texts can always be changed. The amount and the due date can be changed while nothing is paid, being paid or arranged.',
    params: invoiceParams,
    body: invoiceChangeSchema,
    answer: providerInvoiceSchema,
  },
  putInvoice: {
    method: 'PUT',
    path: '/invoices/by-ref/{externalRef}',
    scope: 'write',
    tag: 'Invoices',
    summary: 'Add or change the invoice with this reference',
    params: refParams,
    body: invoiceByRefSchema,
    answer: providerInvoiceSchema,
  },
  issueInvoice: {
    method: 'POST',
    path: '/invoices/{invoiceId}/issue',
    scope: 'write',
    tag: 'Invoices',
    summary: 'Issue a draft',
    params: invoiceParams,
    answer: providerInvoiceSchema,
  },
  voidInvoice: {
    method: 'POST',
    path: '/invoices/{invoiceId}/void',
    scope: 'money',
    tag: 'Invoices',
    summary: 'Void an invoice',
    description:
      'Payers no longer see it, and its links end. Refused once something was paid on it, is being paid, or is arranged.',
    params: invoiceParams,
    body: reasonSchema,
    answer: providerInvoiceSchema,
  },
  writeOffInvoice: {
    method: 'POST',
    path: '/invoices/{invoiceId}/write-off',
    scope: 'money',
    tag: 'Invoices',
    summary: 'Write an overdue invoice off',
    description: 'It is shown as uncollectible and can still be paid.',
    params: invoiceParams,
    body: reasonSchema,
    answer: providerInvoiceSchema,
  },
} as const satisfies Record<string, ProviderRoute>;

const LINKS = {
  createInvoiceLink: {
    method: 'POST',
    path: '/invoices/{invoiceId}/links',
    scope: 'write',
    tag: 'Links',
    summary: 'Create a public link to an invoice',
    params: invoiceParams,
    answer: newProviderLinkSchema,
    status: 201,
  },
  listInvoiceLinks: {
    method: 'GET',
    path: '/invoices/{invoiceId}/links',
    scope: 'read',
    tag: 'Links',
    summary: 'List the links of an invoice',
    params: invoiceParams,
    answer: providerLinksSchema,
  },
  revokeInvoiceLink: {
    method: 'DELETE',
    path: '/invoices/{invoiceId}/links/{linkId}',
    scope: 'write',
    tag: 'Links',
    summary: 'Revoke a link',
    params: linkParams,
    answer: providerLinkSchema,
  },
} as const satisfies Record<string, ProviderRoute>;

const PAYMENTS = {
  listPayments: {
    method: 'GET',
    path: '/payments',
    scope: 'read',
    tag: 'Payments',
    summary: 'List payments, the newest first',
    query: paymentQuerySchema,
    answer: paymentPageSchema,
  },
  getPayment: {
    method: 'GET',
    path: '/payments/{paymentId}',
    scope: 'read',
    tag: 'Payments',
    summary: 'Read a payment with its timeline',
    params: paymentParams,
    answer: providerPaymentDetailSchema,
  },
  recordManualPayment: {
    method: 'POST',
    path: '/manual-payments',
    scope: 'money',
    tag: 'Payments',
    summary: 'Record cash that was received',
    body: newManualPaymentSchema,
    answer: providerPaymentSchema,
    status: 201,
  },
  reverseManualPayment: {
    method: 'POST',
    path: '/manual-payments/{paymentId}/reverse',
    scope: 'money',
    tag: 'Payments',
    summary: 'Reverse a recorded cash payment',
    description: 'The invoice is owed again.',
    params: paymentParams,
    body: reasonSchema,
    answer: providerPaymentSchema,
  },
} as const satisfies Record<string, ProviderRoute>;

const KEYS = {
  listKeys: {
    method: 'GET',
    path: '/keys',
    scope: 'read',
    tag: 'Keys',
    summary: 'List API keys',
    answer: apiKeysSchema,
  },
  createKey: {
    method: 'POST',
    path: '/keys',
    scope: 'money',
    tag: 'Keys',
    summary: 'Create an API key',
    description: 'With at most the scopes of the calling key.',
    body: newApiKeySchema,
    answer: createdApiKeySchema,
    status: 201,
  },
  rotateKey: {
    method: 'POST',
    path: '/keys/{keyId}/rotate',
    scope: 'money',
    tag: 'Keys',
    summary: 'Replace an API key',
    description: 'The old key stays valid for the overlap.',
    params: keyParams,
    body: rotationSchema,
    answer: createdApiKeySchema,
    status: 201,
  },
  revokeKey: {
    method: 'DELETE',
    path: '/keys/{keyId}',
    scope: 'money',
    tag: 'Keys',
    summary: 'Revoke an API key',
    params: keyParams,
    answer: apiKeySchema,
  },
} as const satisfies Record<string, ProviderRoute>;

export const PROVIDER_ROUTES = {
  ...CUSTOMERS,
  ...INVOICES,
  ...LINKS,
  ...PAYMENTS,
  ...KEYS,
} as const;

export type ProviderRoutes = typeof PROVIDER_ROUTES;
export type ProviderRouteName = keyof ProviderRoutes;

type Part<Name extends ProviderRouteName, Key extends string> =
  ProviderRoutes[Name] extends Record<Key, z.ZodType> ? z.infer<ProviderRoutes[Name][Key]> : null;

export type ProviderParams<Name extends ProviderRouteName> = Part<Name, 'params'>;
export type ProviderQuery<Name extends ProviderRouteName> = Part<Name, 'query'>;
export type ProviderBody<Name extends ProviderRouteName> = Part<Name, 'body'>;
export type ProviderAnswer<Name extends ProviderRouteName> = z.infer<
  ProviderRoutes[Name]['answer']
>;
