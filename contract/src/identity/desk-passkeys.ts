/** Staff passkeys (R74): registering, listing, and using them as the second factor. */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { plainText } from '../plain-text.ts';
import {
  createdPasskeySchema,
  PASSKEY_NAME_MAX,
  passkeyCreationSchema,
  passkeyRequestSchema,
  passkeySchema,
  usedPasskeySchema,
} from './passkey-schemas.ts';

export const newPasskeyOptionsSchema = z.object({ options: passkeyCreationSchema });

export const newPasskeySchema = z.strictObject({
  name: plainText({ max: PASSKEY_NAME_MAX }),
  credential: createdPasskeySchema,
});

export const secondFactorOptionsSchema = z.object({ options: passkeyRequestSchema });

export const passkeyProofSchema = z.strictObject({ credential: usedPasskeySchema });

export const passkeyIdSchema = z.uuid();

export const passkeysSchema = z.object({ data: z.array(passkeySchema) });

export const secondFactorSchema = z.object({ secondFactorUntil: instantSchema });
