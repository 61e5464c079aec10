/** Calls about invoices and the public links to them. */
import { z } from 'zod';
import { invoiceIdSchema } from '../ids.ts';
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
  linkIdSchema,
  newProviderLinkSchema,
  providerLinkSchema,
  providerLinksSchema,
} from './links.ts';
import { externalRefSchema } from './pages-and-problems.ts';
import type { ProviderRoute } from './route.ts';

const invoiceParams = z.object({ invoiceId: invoiceIdSchema });
const refParams = z.object({ externalRef: externalRefSchema });
const linkParams = z.object({ invoiceId: invoiceIdSchema, linkId: linkIdSchema });

export const INVOICE_ROUTES = {
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
