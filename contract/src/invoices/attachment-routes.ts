import { z } from 'zod';
import type { ProviderRoute } from '../http/provider-route.ts';
import { invoiceIdSchema } from '../ids.ts';
import {
  attachmentBytesSchema,
  attachmentQuerySchema,
  attachmentsSchema,
  providerAttachmentSchema,
} from './attachment-schemas.ts';

const invoiceParams = z.object({ invoiceId: invoiceIdSchema });
const attachmentParams = invoiceParams.extend({ attachmentId: z.uuid() });

export const ATTACHMENT_ROUTES = {
  addAttachment: {
    method: 'POST',
    path: '/invoices/{invoiceId}/attachments',
    scope: 'write',
    answersNew: true,
    tag: 'Attachments',
    summary: 'Attach a file to an invoice',
    description:
      'The request body is a PDF, PNG, JPEG or WebP file of up to 10 MB, recognized by its content. An invoice can have up to ten attachments. Payers who can see the invoice can download them.',
    params: invoiceParams,
    query: attachmentQuerySchema,
    body: attachmentBytesSchema,
    bodyType: 'application/octet-stream',
    answer: providerAttachmentSchema,
    status: 201,
    errors: [
      'ACCOUNT_NOT_FOUND',
      'INVOICE_NOT_CHANGEABLE',
      'CUSTOMER_ERASED',
      'WRONG_FILE',
      'ATTACHMENT_TOO_LARGE',
      'TOO_MANY_ATTACHMENTS',
    ],
  },
  listAttachments: {
    method: 'GET',
    path: '/invoices/{invoiceId}/attachments',
    scope: 'read',
    tag: 'Attachments',
    summary: 'List attachments of an invoice',
    params: invoiceParams,
    answer: attachmentsSchema,
    errors: ['ACCOUNT_NOT_FOUND'],
  },
  getAttachment: {
    method: 'GET',
    path: '/invoices/{invoiceId}/attachments/{attachmentId}',
    scope: 'read',
    tag: 'Attachments',
    summary: 'Download an attachment',
    params: attachmentParams,
    answer: attachmentBytesSchema,
    answerType: 'application/octet-stream',
    errors: ['ACCOUNT_NOT_FOUND'],
  },
  deleteAttachment: {
    method: 'DELETE',
    path: '/invoices/{invoiceId}/attachments/{attachmentId}',
    scope: 'write',
    tag: 'Attachments',
    summary: 'Remove an attachment from an invoice',
    params: attachmentParams,
    answer: attachmentsSchema,
    errors: ['ACCOUNT_NOT_FOUND'],
  },
} as const satisfies Record<string, ProviderRoute>;
