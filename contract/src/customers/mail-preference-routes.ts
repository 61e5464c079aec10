/** Schemas of the calls for email preferences (R64) and copies (R94). The unsubscribe page and its form return an HTML document. */

import { z } from 'zod';
import type { RouteSchemas } from '../http/portal-route.ts';
import { success } from '../http/success.ts';
import { COPY_ROLES, OPTIONAL_MAILS } from '../vocabulary.ts';
import { copyContactSchema } from './copy-contacts.ts';

const optionalMailSchema = z.enum(OPTIONAL_MAILS);

const preferenceSchema = z.object({ kind: optionalMailSchema, isOn: z.boolean() });
export type MailPreference = z.infer<typeof preferenceSchema>;

const list = success({ preferences: z.array(preferenceSchema) });
const copies = success({ copyContacts: z.array(copyContactSchema) });
const byToken = z.object({ token: z.string().max(300) });

export const mailPreferenceSchemas = {
  mailPreferences: { limits: [], answer: list },
  setMailPreference: {
    limits: ['change'],
    body: z.strictObject({ kind: optionalMailSchema, isOn: z.boolean() }),
    answer: list,
  },
  copyContacts: { limits: [], answer: copies },
  /** Without a role, the address gets no more copies. */
  setCopyContact: {
    limits: ['change'],
    body: z.strictObject({
      email: z.string().trim().min(3).max(254),
      role: z.enum(COPY_ROLES).nullable(),
    }),
    answer: copies,
  },
  unsubscribePage: { limits: ['publicRead', 'unknownLink'], params: byToken, answer: z.string() },
  unsubscribe: { limits: ['publicRead', 'unknownLink'], params: byToken, answer: z.string() },
} satisfies Record<string, RouteSchemas>;
