import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { languageSchema } from '../language.ts';
import { plainText } from '../plain-text.ts';
import { COPIED_MAILS } from '../vocabulary.ts';
import { findUnknownVariable, MAIL_VARIABLES } from './mail-variables.ts';

const LINE_MAX = 150;
const NOTE_MAX = 500;

/** The parts of an email that a company can write itself. */
export const MAIL_PARTS = ['subject', 'greeting', 'note'] as const;

const line = plainText({ max: LINE_MAX }).nullable();

export const mailTextSchema = z
  .strictObject({
    kind: z.enum(COPIED_MAILS).describe('Kind of email.'),
    language: languageSchema.describe('Language of the customers who get this text.'),
    subject: line.describe('Email subject; null for the standard one.'),
    greeting: line.describe('First line of the email; null for the standard one.'),
    note: plainText({ max: NOTE_MAX })
      .nullable()
      .describe('Note added to the email; null for none.'),
  })
  .superRefine((text, context) => {
    for (const part of MAIL_PARTS) {
      const unknown = findUnknownVariable(text.kind, text[part] ?? '');
      if (unknown === null) continue;
      const known = MAIL_VARIABLES[text.kind].map((name) => `{${name}}`).join(', ');
      const message = `Unknown variable ${unknown}. Known variables: ${known}`;
      context.addIssue({ code: 'custom', path: [part], message });
    }
  })
  .meta({ id: 'MailText' });
export type MailText = z.infer<typeof mailTextSchema>;

export const mailTextsSchema = z
  .object({
    texts: z
      .array(mailTextSchema)
      .describe('Own texts. An email of another kind or language has the standard text.'),
  })
  .meta({ id: 'MailTexts' });
export type MailTexts = z.infer<typeof mailTextsSchema>;

export const sentTestMailSchema = z.object({ sentAt: instantSchema }).meta({ id: 'SentTestMail' });
