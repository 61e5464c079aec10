/** Schemas of invoice, transaction, cancellation and receipt calls (product §7). */
import { z } from 'zod';
import type { RouteSchemas } from '../http/portal-route.ts';
import { success, successSchema } from '../http/success.ts';
import { linkParams } from '../identity/portal-routes.ts';
import { attemptIdSchema, customerIdSchema, invoiceIdSchema, requestIdSchema } from '../ids.ts';
import { inquirySchema, newInquirySchema } from './inquiry-schemas.ts';
import { invoiceGroupSchema, invoiceSortSchema } from './invoice-filter.ts';
import {
  balanceSummarySchema,
  invoiceSchema,
  publicInvoiceSchema,
  publicTransactionSchema,
  transactionSchema,
} from './portal-schemas.ts';
import { publicRecoverySchema } from './recovery.ts';

const requestParams = z.object({ id: requestIdSchema });

/** Schemas of the calls for questions about an invoice (R40). */
export const inquirySchemas = {
  inquiries: {
    limits: ['payerLink'],
    params: requestParams,
    answer: success({ inquiries: z.array(inquirySchema) }),
  },
  sendInquiry: {
    limits: ['payerLink', 'inquiry'],
    params: requestParams,
    body: newInquirySchema,
    answer: success({ inquiry: inquirySchema }),
  },
} satisfies Record<string, RouteSchemas>;

export const customerParams = z.object({ id: customerIdSchema });
/** The invoice's id, or its reference as it appears in the page URL (R2). */
const invoiceParams = z.object({ id: z.string().min(1).max(64) });
const internalRefParams = z.object({ id: z.string().min(1).max(64) });

export const pageQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

export const fileLink = success({ link: z.string(), type: z.enum(['new_tab', 'download']) });
export const filePass = z.object({ pass: z.string().max(1000) });

/** Without an attachment, the file is the invoice itself. */
const fileQuery = z.object({ attachment: z.uuid().optional() });

export const invoiceSchemas = {
  invoices: {
    limits: [],
    params: customerParams,
    query: pageQuery.extend({
      /** Part of a reference or product name, or an exact amount such as '150' or '$1,500.00'. */
      search: z.string().trim().max(100).optional(),
      group: invoiceGroupSchema.optional(),
      sort: invoiceSortSchema.default('urgency'),
    }),
    answer: success({
      accounts: z.array(invoiceSchema),
      /** Only on the first page. */
      summary: balanceSummarySchema.nullable(),
      nextCursor: z.string().nullable(),
    }),
  },
  invoice: {
    limits: [],
    params: invoiceParams,
    answer: success({ account: invoiceSchema }),
  },
  publicInvoice: {
    limits: ['publicRead', 'unknownLink'],
    params: linkParams,
    answer: success({ account: publicInvoiceSchema }),
  },
  /** Only for recovery links. Any other link is treated as unknown. */
  publicRecovery: {
    limits: ['publicRead', 'unknownLink'],
    params: linkParams,
    answer: success({ recovery: publicRecoverySchema }),
  },
  /** Not part of product §7: returns a link, as for receipts (R26). */
  invoiceLink: {
    limits: [],
    params: z.object({ id: invoiceIdSchema }),
    query: fileQuery,
    answer: fileLink,
  },
  publicInvoiceLink: {
    limits: ['publicRead', 'unknownLink'],
    params: linkParams,
    query: fileQuery,
    answer: fileLink,
  },
  /**
   * The target of both links. The pass in its URL works only with the session or public link that it was made for.
   */
  invoicePdf: {
    limits: ['publicRead', 'unknownLink'],
    params: z.object({ id: invoiceIdSchema }),
    query: filePass,
    answer: z.instanceof(Uint8Array),
  },
  attachment: {
    limits: ['publicRead', 'unknownLink'],
    params: z.object({ id: invoiceIdSchema, attachment: z.uuid() }),
    query: filePass,
    answer: z.instanceof(Uint8Array),
  },
  cancelScheduledPayment: {
    limits: [],
    params: internalRefParams,
    answer: successSchema,
  },
  cancelPaymentPlan: {
    limits: [],
    params: internalRefParams,
    answer: successSchema,
  },
  transactions: {
    limits: [],
    params: customerParams,
    query: pageQuery,
    answer: success({
      transactions: z.array(transactionSchema),
      nextCursor: z.string().nullable(),
    }),
  },
  invoiceTransactions: {
    limits: [],
    params: invoiceParams,
    answer: success({ transactions: z.array(transactionSchema) }),
  },
  publicInvoiceTransactions: {
    limits: ['publicRead', 'unknownLink'],
    params: linkParams,
    answer: success({ transactions: z.array(publicTransactionSchema) }),
  },
  receiptLink: {
    limits: [],
    params: z.object({ id: attemptIdSchema }),
    answer: fileLink,
  },
  /**
   * Not part of product §7: the target of the receipt link (R26). The pass in its URL works only with the cookie of
   * the same session.
   */
  receipt: {
    limits: ['publicRead', 'unknownLink'],
    params: z.object({ id: attemptIdSchema }),
    query: filePass,
    answer: z.instanceof(Uint8Array),
  },
} satisfies Record<string, RouteSchemas>;
