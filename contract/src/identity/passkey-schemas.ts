/**
 * The JSON forms of the Web Authentication API (WebAuthn Level 3), limited to the parts that the portal's passkeys
 * use.
 */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';

export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_MAX = 60;

const base64url = z.string().regex(/^[\w-]+$/);

const TRANSPORT = z.string().max(32);

/** A new passkey may include the certificates of its manufacturer. */
const attested = base64url.max(16_384);
/** Browsers send this before a sign-in, so it is short for every authenticator. */
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

/** The options with which a browser uses a passkey. Without a list, any passkey of this site is allowed. */
export const passkeyRequestSchema = z.object({
  rpId: z.string(),
  challenge: base64url,
  timeout: z.number().int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptorSchema).optional(),
});
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

/** Unknown members are dropped because browsers send more than is verified. */
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

/** A stored passkey, as its owner sees it. */
export const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: instantSchema,
  lastUsedAt: instantSchema.nullable(),
  /** The passkey is synchronized to other devices of its owner. */
  isBackedUp: z.boolean(),
  /** There may be a copy of it: it no longer signs in and proves nothing. */
  isBlocked: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;
