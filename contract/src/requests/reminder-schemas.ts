import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { invoiceIdSchema } from '../ids.ts';
import { languageSchema } from '../language.ts';
import { plainText } from '../plain-text.ts';

const DAYS_BEFORE_MAX = 30;
const DAYS_AFTER_MAX = 90;
const REMINDERS_MAX = 10;

const daySchema = z.int().min(-DAYS_BEFORE_MAX).max(DAYS_AFTER_MAX);
const noteSchema = plainText({ max: 500 }).nullable();

const textsSchema = z
  .array(
    z.strictObject({
      day: daySchema.describe('One of the days.'),
      note: plainText({ max: 500 }).describe('Note added to the reminder of this day.'),
    }),
  )
  .max(REMINDERS_MAX);
const TEXTS = 'Texts of single reminders, which replace the note.';

const settings = {
  isActive: z.boolean(),
  days: z
    .array(daySchema)
    .max(REMINDERS_MAX)
    .refine((days) => new Set(days).size === days.length, 'Each day once')
    .describe('Days relative to the due date; negative before the due date. Example: [-3, 1, 7].'),
  note: noteSchema.describe('Note added to each reminder without a text of its own.'),
};

export const reminderSettingsSchema = z
  .strictObject({ ...settings, texts: textsSchema.describe(TEXTS) })
  .meta({ id: 'ReminderSettings' });

export const reminderSettingsChangeSchema = z
  .strictObject({ ...settings, texts: textsSchema.default([]).describe(TEXTS) })
  .refine(
    ({ days, texts }) =>
      texts.every(({ day }) => days.includes(day)) &&
      new Set(texts.map(({ day }) => day)).size === texts.length,
    { error: 'One text for each of the days', path: ['texts'] },
  )
  .meta({ id: 'ReminderSettingsChange' });

export const reminderQuestionSchema = z
  .strictObject({
    day: daySchema.describe(
      'Number of days relative to the due date; negative before the due date.',
    ),
    note: noteSchema.describe('Note added to the reminder.'),
    language: languageSchema.optional().describe("Customer's language; English by default."),
  })
  .meta({ id: 'ReminderQuestion' });
export type ReminderQuestion = z.infer<typeof reminderQuestionSchema>;

export const mailPreviewSchema = z
  .object({
    subject: z.string().describe('Email subject.'),
    text: z.string().describe('Email body for email programs that show plain text.'),
    html: z.string().describe('Email body as shown by most email programs, including images.'),
  })
  .meta({ id: 'MailPreview' });
export type MailPreview = z.infer<typeof mailPreviewSchema>;

export const sendingSchema = z
  .strictObject({
    note: noteSchema
      .optional()
      .describe('Note in this email and its copies only, kept with the link that the email has.'),
  })
  .meta({ id: 'Sending' });

export const sentInvoiceSchema = z
  .object({ invoiceId: invoiceIdSchema, sentAt: instantSchema })
  .meta({ id: 'SentInvoice' });

export type ReminderSettings = z.infer<typeof reminderSettingsSchema>;
