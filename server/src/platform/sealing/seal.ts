/**
 * Encrypts secrets at rest (ADR 0020): AES-256-GCM with a random nonce. The context is additional authenticated
 * data (AAD), so a sealed value that is copied into another row does not open. A sealed value contains the id of
 * its key: the first key seals, and every key opens (ADR 0081). Nothing is logged.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { MemberId } from '@quittance/contract/identity/staff';
import type { AttemptId, CompanyId, CustomerId, MethodId } from '@quittance/contract/ids';

export type Sealer = {
  keyId: string;
  keyIds: readonly string[];
  seal(plain: string, context: string): string;
  /** @throws SealBroken if the value was changed, moved, or sealed with another key */
  open(sealed: string, context: string): string;
};

export class SealBroken extends Error {
  override readonly name = 'SealBroken';
  constructor() {
    super('A sealed value does not open: it was changed, moved, or sealed with another key.');
  }
}

export const sealContext = {
  setupLink: 'setup_link',
  processorKey: (companyId: CompanyId) => `company_secrets/${companyId}/processor_key`,
  webhookSecret: (companyId: CompanyId) => `company_secrets/${companyId}/webhook_secret`,
  identityProvider: (companyId: CompanyId) => `company_secrets/${companyId}/identity_provider`,
  identitySession: ({ companyId, memberId }: { companyId: CompanyId; memberId: MemberId }) =>
    `staff_sessions/${companyId}/${memberId}/identity`,
  identitySignIn: (companyId: CompanyId) => `identity_sign_in/${companyId}`,
  lookupKey: (companyId: CompanyId) => `company_secrets/${companyId}/lookup_key`,
  methodToken: ({ companyId, methodId }: { companyId: CompanyId; methodId: MethodId }) =>
    `payment_methods/${companyId}/${methodId}/token`,
  fieldSession: ({ companyId, sessionId }: { companyId: CompanyId; sessionId: string }) =>
    `field_sessions/${companyId}/${sessionId}/token`,
  mail: ({ companyId, customerId }: { companyId: CompanyId; customerId: CustomerId }) =>
    `outbox/${companyId}/${customerId}/mail`,
  staffMail: ({ companyId, memberId }: { companyId: CompanyId; memberId: MemberId }) =>
    `outbox/${companyId}/staff/${memberId}/mail`,
  memberName: ({ companyId, memberId }: { companyId: CompanyId; memberId: MemberId }) =>
    `staff_members/${companyId}/${memberId}/name`,
  memberEmail: ({ companyId, memberId }: { companyId: CompanyId; memberId: MemberId }) =>
    `staff_members/${companyId}/${memberId}/email`,
  passkeyName: ({ companyId, passkeyId }: { companyId: CompanyId; passkeyId: string }) =>
    `staff_passkeys/${companyId}/${passkeyId}/name`,
  order: ({ companyId, attemptId }: { companyId: CompanyId; attemptId: AttemptId }) =>
    `attempts/${companyId}/${attemptId}/order`,
  setupOrder: ({ companyId, setupId }: { companyId: CompanyId; setupId: string }) =>
    `method_setups/${companyId}/${setupId}/order`,
  webhookEndpoint: ({ companyId, endpointId }: { companyId: CompanyId; endpointId: string }) =>
    `webhook_endpoints/${companyId}/${endpointId}/secret`,
  providerCall: ({ companyId, key }: { companyId: CompanyId; key: string }) =>
    `provider_calls/${companyId}/${key}/answer`,
} as const;

export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Format: 'v2.', the id of the key, '.', and base64url of nonce, tag and ciphertext. */
const VERSION = 'v2';
/** Format without a key id, from before multiple keys were supported. */
const OLD_VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
const KEY_ID_LENGTH = 8;

/** Derived from the key, so that it does not have to be configured. It reveals nothing about the key. */
export function toKeyId(key: Uint8Array): string {
  const digest = createHmac('sha256', key).update('quittance sealing key id').digest('hex');
  return digest.slice(0, KEY_ID_LENGTH);
}

export const sealedBy = (keyId: string) => `${VERSION}.${keyId}.`;

function encrypt(key: Uint8Array, plain: string, data: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(data));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

function decrypt(key: Uint8Array, text: string, data: string): string | null {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(data));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

export function createSealer(key: Uint8Array, ...others: readonly Uint8Array[]): Sealer {
  const keys = new Map<string, Uint8Array>();
  for (const each of [key, ...others]) {
    if (each.length !== KEY_BYTES) throw new RangeError(`A sealing key has ${KEY_BYTES} bytes`);
    keys.set(toKeyId(each), each);
  }
  const keyId = toKeyId(key);

  function tryOpen(sealed: string, context: string): string | null {
    const [version, ...parts] = sealed.split('.');
    const [first = '', second = ''] = parts;
    if (version === VERSION && parts.length === 2) {
      const named = keys.get(first);
      return named ? decrypt(named, second, `${VERSION}:${first}:${context}`) : null;
    }
    if (version !== OLD_VERSION || parts.length !== 1) return null;
    for (const each of keys.values()) {
      const plain = decrypt(each, first, `${OLD_VERSION}:${context}`);
      if (plain !== null) return plain;
    }
    return null;
  }

  return {
    keyId,
    keyIds: [...keys.keys()],
    seal: (plain, context) =>
      sealedBy(keyId) + encrypt(key, plain, `${VERSION}:${keyId}:${context}`),
    open(sealed, context) {
      const plain = tryOpen(sealed, context);
      if (plain === null) throw new SealBroken();
      return plain;
    },
  };
}
