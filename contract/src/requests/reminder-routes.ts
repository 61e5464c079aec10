/** Calls about the emails that deliver an invoice. */
import { z } from 'zod';
import type { ProviderRoute } from '../http/provider-route.ts';
import { invoiceIdSchema } from '../ids.ts';
import {
  reminderPreviewSchema,
  reminderQuestionSchema,
  reminderSettingsSchema,
  sentInvoiceSchema,
} from './reminder-schemas.ts';

export const REMINDER_ROUTES = {
  sendInvoice: {
    method: 'POST',
    path: '/invoices/{invoiceId}/send',
    scope: 'write',
    tag: 'Reminders',
    summary: 'Mail an invoice to its customer',
    description: 'With a new public link. Refused for drafts and for what is paid.',
    params: z.object({ invoiceId: invoiceIdSchema }),
    answer: sentInvoiceSchema,
    status: 201,
    errors: ['ACCOUNT_NOT_FOUND', 'INVOICE_NOT_SENDABLE', 'NO_EMAIL'],
  },
  getReminderSettings: {
    method: 'GET',
    path: '/reminder-settings',
    scope: 'read',
    tag: 'Reminders',
    summary: 'Read when customers are reminded',
    answer: reminderSettingsSchema,
  },
  putReminderSettings: {
    method: 'PUT',
    path: '/reminder-settings',
    scope: 'write',
    isOwnerOnly: true,
    tag: 'Reminders',
    summary: 'Set when customers are reminded',
    description:
      'A reminder is sent during the day, once for each day of the list, while the invoice is open and not arranged.',
    body: reminderSettingsSchema,
    answer: reminderSettingsSchema,
  },
  previewReminder: {
    method: 'POST',
    path: '/reminder-settings/preview',
    scope: 'read',
    readsOnly: true,
    tag: 'Reminders',
    summary: 'See the mail that a customer would get',
    description:
      'About an invoice that is made up, with your brand and the note that you send. Nothing is stored or mailed.',
    body: reminderQuestionSchema,
    answer: reminderPreviewSchema,
  },
} as const satisfies Record<string, ProviderRoute>;
