/** Schemas of the email preference calls (R64). The unsubscribe page and its form return an HTML document. */

import { z } from 'zod';
import type { RouteSchemas } from '../http/portal-route.ts';
import { success } from '../http/success.ts';
import { OPTIONAL_MAILS } from '../vocabulary.ts';

const optionalMailSchema = z.enum(OPTIONAL_MAILS);

const preferenceSchema = z.object({ kind: optionalMailSchema, isOn: z.boolean() });
export type MailPreference = z.infer<typeof preferenceSchema>;

const list = success({ preferences: z.array(preferenceSchema) });
const byToken = z.object({ token: z.string().max(200) });

export const mailPreferenceSchemas = {
  mailPreferences: { answer: list },
  setMailPreference: {
    body: z.strictObject({ kind: optionalMailSchema, isOn: z.boolean() }),
    answer: list,
  },
  unsubscribePage: { params: byToken, answer: z.string() },
  unsubscribe: { params: byToken, answer: z.string() },
} satisfies Record<string, RouteSchemas>;
