/** Calls about the mails that bring an invoice. */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { invoiceIdSchema } from '../ids.ts';
import { reminderSettingsSchema } from './reminders.ts';
import type { ProviderRoute } from './route.ts';

export const REMINDER_ROUTES = {
  sendInvoice: {
    method: 'POST',
    path: '/invoices/{invoiceId}/send',
    scope: 'write',
    tag: 'Reminders',
    summary: 'Mail an invoice to its customer',
    description: 'With a new public link. Refused for drafts and for what is paid.',
    params: z.object({ invoiceId: invoiceIdSchema }),
    answer: z.object({ invoiceId: invoiceIdSchema, sentAt: instantSchema }),
    status: 201,
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
    tag: 'Reminders',
    summary: 'Set when customers are reminded',
    description:
      'A reminder is sent during the day, once for each day of the list, while the invoice is open and not arranged.',
    body: reminderSettingsSchema,
    answer: reminderSettingsSchema,
  },
} as const satisfies Record<string, ProviderRoute>;
