/** Passkeys of staff (R74): registered, listed, and asked for as the second factor. */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { plainText } from '../plain-text.ts';
import {
  createdPasskeySchema,
  passkeyCreationSchema,
  passkeyRequestSchema,
  usedPasskeySchema,
} from './passkey-schemas.ts';

const NAME_MAX = 60;

export const newPasskeyOptionsSchema = z.object({ options: passkeyCreationSchema });

export const newPasskeySchema = z.strictObject({
  /** How its owner recognizes it: 'Work laptop'. */
  name: plainText({ max: NAME_MAX }),
  credential: createdPasskeySchema,
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;

export const secondFactorOptionsSchema = z.object({ options: passkeyRequestSchema });

export const passkeyProofSchema = z.strictObject({ credential: usedPasskeySchema });

export const passkeyIdSchema = z.uuid();

export const passkeySchema = z.object({
  id: passkeyIdSchema,
  name: z.string(),
  createdAt: instantSchema,
  lastUsedAt: instantSchema.nullable(),
  /** There may be a copy of it: it no longer proves the second factor. */
  isBlocked: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;

export const passkeysSchema = z.object({ data: z.array(passkeySchema) });

export const secondFactorSchema = z.object({ secondFactorUntil: instantSchema });
