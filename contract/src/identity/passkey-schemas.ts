/** The JSON formats of the Web Authentication API (WebAuthn Level 3), limited to what the portal uses. */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';

export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_MAX = 60;

const base64url = z.string().regex(/^[\w-]+$/);

const TRANSPORT = z.string().max(32);

/** A new passkey may include its manufacturer's certificates. */
const attested = base64url.max(16_384);
/** Sent before a sign-in, so the limit is small. It is enough for every authenticator. */
const signed = base64url.max(4096);

const passkeyCredentialIdSchema = base64url.max(1400);

const descriptorSchema = z.object({
  type: z.literal('public-key'),
  id: passkeyCredentialIdSchema,
  transports: z.array(TRANSPORT),
});

export const passkeyCreationSchema = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: base64url, name: z.string(), displayName: z.string() }),
  challenge: base64url,
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int(),
  excludeCredentials: z.array(descriptorSchema),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>;

export const passkeyRequestSchema = z.object({
  rpId: z.string(),
  challenge: base64url,
  timeout: z.number().int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptorSchema).optional(),
});
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

/** Unknown members are dropped because browsers send more than the server verifies. */
const answeredSchema = z.object({
  id: passkeyCredentialIdSchema,
  rawId: passkeyCredentialIdSchema,
  type: z.literal('public-key'),
});

export const createdPasskeySchema = answeredSchema.extend({
  response: z.object({
    clientDataJSON: signed,
    attestationObject: attested,
    transports: z.array(TRANSPORT).max(16).optional(),
  }),
});
export type CreatedPasskey = z.infer<typeof createdPasskeySchema>;

export const usedPasskeySchema = answeredSchema.extend({
  response: z.object({
    clientDataJSON: signed,
    authenticatorData: signed,
    signature: signed,
    userHandle: base64url.max(128).nullish(),
  }),
});
export type UsedPasskey = z.infer<typeof usedPasskeySchema>;

export const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: instantSchema,
  lastUsedAt: instantSchema.nullable(),
  /** The passkey is synced to its owner's other devices. */
  isBackedUp: z.boolean(),
  /** The passkey may have been cloned, so it no longer signs in or counts as a second factor. */
  isBlocked: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;
