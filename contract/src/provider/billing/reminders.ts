/** When a company reminds its customers of an invoice. */
import { z } from 'zod';
import { instantSchema } from '../../dates.ts';
import { invoiceIdSchema } from '../../ids.ts';
import { plainText } from '../../plain-text.ts';

const DAYS_BEFORE_MAX = 30;
const DAYS_AFTER_MAX = 90;
const REMINDERS_MAX = 10;

export const reminderSettingsSchema = z.strictObject({
  isActive: z.boolean(),
  days: z
    .array(z.int().min(-DAYS_BEFORE_MAX).max(DAYS_AFTER_MAX))
    .max(REMINDERS_MAX)
    .refine((days) => new Set(days).size === days.length, 'Each day once')
    .describe('Days from the due date, negative before it: [-3, 1, 7].'),
  note: plainText({ max: 500 }).nullable().describe('Added to each reminder.'),
});
export const sentInvoiceSchema = z.object({ invoiceId: invoiceIdSchema, sentAt: instantSchema });

export type ReminderSettings = z.infer<typeof reminderSettingsSchema>;
