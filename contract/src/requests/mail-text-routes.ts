import type { ProviderRoute } from '../http/provider-route.ts';
import { mailTextSchema, mailTextsSchema, sentTestMailSchema } from './mail-text-schemas.ts';
import { mailPreviewSchema } from './reminder-schemas.ts';

export const MAIL_TEXT_ROUTES = {
  getMailTexts: {
    method: 'GET',
    path: '/mail-texts',
    scope: 'read',
    tag: 'Reminders',
    summary: 'Retrieve the email texts',
    answer: mailTextsSchema,
  },
  putMailText: {
    method: 'PUT',
    path: '/mail-texts',
    scope: 'write',
    isOwnerOnly: true,
    tag: 'Reminders',
    summary: 'Update the text of one kind of email in one language',
    description:
      'Texts are plain and can contain variables: {customerName}, {invoiceNumber}, {amount}, {companyName}, in invoices and reminders {dueDate}, in receipts {paymentDate} and {receiptNumber}. Null restores the standard text.',
    body: mailTextSchema,
    answer: mailTextSchema,
  },
  previewMailText: {
    method: 'POST',
    path: '/mail-texts/preview',
    scope: 'read',
    readsOnly: true,
    tag: 'Reminders',
    summary: 'Preview an email text',
    description:
      'The preview shows sample data with your brand and the text in the request. Nothing is saved or sent.',
    body: mailTextSchema,
    answer: mailPreviewSchema,
  },
  sendTestMail: {
    method: 'POST',
    path: '/mail-texts/test',
    scope: 'write',
    isOwnerOnly: true,
    isStaffOnly: true,
    tag: 'Reminders',
    summary: 'Email a text to yourself',
    description:
      'The email contains sample data and the text in the request, and goes to your own address. Nothing is saved.',
    body: mailTextSchema,
    answer: sentTestMailSchema,
    status: 201,
  },
} as const satisfies Record<string, ProviderRoute>;
