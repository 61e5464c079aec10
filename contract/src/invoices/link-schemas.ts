import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { estimateIdSchema, invoiceIdSchema, requestIdSchema } from '../ids.ts';

export const linkIdSchema = z.uuid();

export const newProviderLinkSchema = z
  .object({
    id: linkIdSchema,
    invoiceId: invoiceIdSchema.nullable(),
    estimateId: estimateIdSchema.nullable(),
    partialRequestId: requestIdSchema.nullable(),
    url: z
      .url()
      .describe(
        'Public link. Anyone who has the link can view and pay the linked object. The link is shown once and is not stored.',
      ),
    expiresAt: instantSchema,
  })
  .meta({ id: 'CreatedLink' });

export const providerLinkSchema = z
  .object({
    id: linkIdSchema,
    createdAt: instantSchema,
    expiresAt: instantSchema,
    revokedAt: instantSchema.nullable(),
    lastUsedAt: instantSchema.nullable(),
    note: z.string().nullable().describe('Note of the email that the link was sent in.'),
  })
  .meta({ id: 'Link' });

export const providerLinksSchema = z
  .object({ data: z.array(providerLinkSchema) })
  .meta({ id: 'LinkList' });
