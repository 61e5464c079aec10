import { z } from 'zod';
import type { ProviderRoute } from '../http/provider-route.ts';
import { invoiceIdSchema } from '../ids.ts';
import {
  mailPreviewSchema,
  reminderQuestionSchema,
  reminderSettingsChangeSchema,
  reminderSettingsSchema,
  sendingSchema,
  sentInvoiceSchema,
} from './reminder-schemas.ts';

export const REMINDER_ROUTES = {
  sendInvoice: {
    method: 'POST',
    path: '/invoices/{invoiceId}/send',
    scope: 'write',
    tag: 'Reminders',
    summary: 'Email an invoice to its customer',
    description:
      'The email contains a new public link, and a note if the request has one. The request fails for drafts and for paid invoices.',
    params: z.object({ invoiceId: invoiceIdSchema }),
    body: sendingSchema.optional(),
    answer: sentInvoiceSchema,
    status: 201,
    errors: [
      'ACCOUNT_NOT_FOUND',
      'INVOICE_NOT_SENDABLE',
      'NO_EMAIL',
      'EMAIL_TURNED_OFF',
      'CUSTOMER_ERASED',
    ],
  },
  remindInvoice: {
    method: 'POST',
    path: '/invoices/{invoiceId}/remind',
    scope: 'write',
    tag: 'Reminders',
    summary: 'Email a reminder for an invoice',
    description:
      'At most one reminder is sent per invoice and day, including those of the reminder settings: a repeated call returns the time of the first one. The request fails for drafts, for paid invoices and while a payment is in progress.',
    params: z.object({ invoiceId: invoiceIdSchema }),
    answer: sentInvoiceSchema,
    status: 201,
    errors: ['ACCOUNT_NOT_FOUND', 'INVOICE_NOT_SENDABLE', 'NO_EMAIL', 'EMAIL_TURNED_OFF'],
  },
  getReminderSettings: {
    method: 'GET',
    path: '/reminder-settings',
    scope: 'read',
    tag: 'Reminders',
    summary: 'Retrieve the reminder settings',
    answer: reminderSettingsSchema,
  },
  putReminderSettings: {
    method: 'PUT',
    path: '/reminder-settings',
    scope: 'write',
    isOwnerOnly: true,
    tag: 'Reminders',
    summary: 'Update the reminder settings',
    description:
      'One reminder is sent, during the daytime, for each day in the list while the invoice is open and has no arrangement.',
    body: reminderSettingsChangeSchema,
    answer: reminderSettingsSchema,
  },
  previewReminder: {
    method: 'POST',
    path: '/reminder-settings/preview',
    scope: 'read',
    readsOnly: true,
    tag: 'Reminders',
    summary: 'Preview a reminder email',
    description:
      'The preview shows a sample invoice with your brand and the note in the request. Nothing is saved or sent.',
    body: reminderQuestionSchema,
    answer: mailPreviewSchema,
  },
} as const satisfies Record<string, ProviderRoute>;
