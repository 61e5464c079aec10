/** Public links to one invoice. */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { invoiceIdSchema } from '../ids.ts';

export const linkIdSchema = z.uuid();

export const newProviderLinkSchema = z.object({
  id: linkIdSchema,
  invoiceId: invoiceIdSchema,
  url: z
    .url()
    .describe(
      'Anyone who has it can see and pay the invoice. It is shown once and stored nowhere.',
    ),
  expiresAt: instantSchema,
});

export const providerLinkSchema = z.object({
  id: linkIdSchema,
  createdAt: instantSchema,
  expiresAt: instantSchema,
  revokedAt: instantSchema.nullable(),
  lastUsedAt: instantSchema.nullable(),
});

export const providerLinksSchema = z.object({ data: z.array(providerLinkSchema) });
