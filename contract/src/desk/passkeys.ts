/** Passkeys of staff (R74). Options and credentials are the JSON forms of WebAuthn, as browsers read and write them. */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { plainText } from '../plain-text.ts';

const NAME_MAX = 60;
/** A credential with an attestation is a few kilobytes. */
const ENCODED_MAX = 16_384;

const encoded = z.string().regex(/^[\w-]*$/, 'base64url').max(ENCODED_MAX);

/** Passed to `navigator.credentials` as it is. */
export const passkeyOptionsSchema = z.object({ options: z.looseObject({ challenge: z.string() }) });

const credential = {
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(32).nullish(),
  clientExtensionResults: z.looseObject({}).optional(),
};

export const newPasskeySchema = z.strictObject({
  /** How its owner recognizes it: 'Work laptop'. */
  name: plainText({ max: NAME_MAX }),
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded,
      attestationObject: encoded,
      transports: z.array(z.string().max(32)).max(10).optional(),
    }),
  }),
});

export const passkeyProofSchema = z.strictObject({
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded,
      authenticatorData: encoded,
      signature: encoded,
      userHandle: encoded.nullish(),
    }),
  }),
});

export const passkeyIdSchema = z.uuid();

export const passkeySchema = z.object({
  id: passkeyIdSchema,
  name: z.string(),
  createdAt: instantSchema,
  lastUsedAt: instantSchema.nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

export const passkeysSchema = z.object({ data: z.array(passkeySchema) });

export const secondFactorSchema = z.object({ secondFactorUntil: instantSchema });
