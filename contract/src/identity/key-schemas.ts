/** API keys of a company (R47). */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { networksSchema } from '../http/networks.ts';
import { keyScopeSchema } from '../http/provider-route.ts';
import { plainText } from '../plain-text.ts';

export const keyIdSchema = z.uuid();

/** Includes keys that are being replaced. */
export const KEYS_MAX = 50;

export const apiKeySchema = z
  .object({
    id: keyIdSchema,
    name: z.string(),
    scopes: z.array(keyScopeSchema),
    networks: z.array(z.string()).describe('Ranges from which the key works. Empty: any address.'),
    /** The beginning of the key, such as 'qk_4f7a…', to tell keys apart. */
    hint: z.string(),
    createdAt: instantSchema,
    expiresAt: instantSchema.nullable(),
    lastUsedAt: instantSchema.nullable(),
    revokedAt: instantSchema.nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKeySchema>;

export const newApiKeySchema = z
  .strictObject({
    name: plainText({ max: 100 }),
    scopes: z.array(keyScopeSchema).min(1),
    networks: networksSchema
      .default([])
      .describe(
        'Addresses and ranges (CIDR) from which the key works. Empty: any address. A key that is limited itself grants only its own ranges.',
      ),
    expiresAt: instantSchema.optional(),
  })
  .meta({ id: 'NewApiKey' });

export const createdApiKeySchema = apiKeySchema
  .extend({
    key: z.string().describe('API key. Shown once and stored as a hash.'),
  })
  .meta({ id: 'CreatedApiKey' });

const OVERLAP_HOURS_MAX = 24 * 30;

export const rotationSchema = z
  .strictObject({
    overlapHours: z
      .int()
      .min(0)
      .max(OVERLAP_HOURS_MAX)
      .default(24)
      .describe('Number of hours during which the old key remains valid.'),
  })
  .meta({ id: 'Rotation' });

export const apiKeysSchema = z.object({ data: z.array(apiKeySchema) }).meta({ id: 'ApiKeyList' });
