/**
 * Encrypts secrets at rest (ADR 0020): AES-256-GCM with a random nonce. The context is authenticated
 * data (AAD), so a sealed value that is copied into another row does not open. Nothing is logged.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { AttemptId, CompanyId, CustomerId, MethodId } from '@quittance/contract/ids';

export type Sealer = {
  seal(plain: string, context: string): string;
  /** @throws SealBroken when the value was changed, moved, or sealed with another key */
  open(sealed: string, context: string): string;
};

export class SealBroken extends Error {
  override readonly name = 'SealBroken';
  constructor() {
    super('A sealed value does not open: it was changed, moved, or sealed with another key.');
  }
}

/** The context (AAD) of each sealed value: table, company, row and column. */
export const sealContext = {
  processorKey: (companyId: CompanyId) => `company_secrets/${companyId}/processor_key`,
  webhookSecret: (companyId: CompanyId) => `company_secrets/${companyId}/webhook_secret`,
  methodToken: ({ companyId, methodId }: { companyId: CompanyId; methodId: MethodId }) =>
    `payment_methods/${companyId}/${methodId}/token`,
  fieldSession: ({ companyId, sessionId }: { companyId: CompanyId; sessionId: string }) =>
    `field_sessions/${companyId}/${sessionId}/token`,
  mail: ({ companyId, customerId }: { companyId: CompanyId; customerId: CustomerId }) =>
    `outbox/${companyId}/${customerId}/mail`,
  order: ({ companyId, attemptId }: { companyId: CompanyId; attemptId: AttemptId }) =>
    `attempts/${companyId}/${attemptId}/order`,
  setupOrder: ({ companyId, setupId }: { companyId: CompanyId; setupId: string }) =>
    `method_setups/${companyId}/${setupId}/order`,
  webhookEndpoint: ({ companyId, endpointId }: { companyId: CompanyId; endpointId: string }) =>
    `webhook_endpoints/${companyId}/${endpointId}/secret`,
  providerCall: ({ companyId, key }: { companyId: CompanyId; key: string }) =>
    `provider_calls/${companyId}/${key}/answer`,
} as const;

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Format: 'v1.' and base64url of nonce, tag and ciphertext. */
const VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';

export function createSealer(key: Uint8Array): Sealer {
  if (key.length !== KEY_BYTES) throw new RangeError(`A sealing key has ${KEY_BYTES} bytes`);
  return {
    seal(plain, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(`${VERSION}:${context}`));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body]);
      return `${VERSION}.${sealed.toString('base64url')}`;
    },
    open(sealed, context) {
      const [version, text, ...rest] = sealed.split('.');
      const bytes = Buffer.from(text ?? '', 'base64url');
      const isWellFormed = version === VERSION && rest.length === 0;
      if (!isWellFormed || bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealBroken();
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(`${VERSION}:${context}`));
      decipher.setAuthTag(tag);
      const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      try {
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch {
        throw new SealBroken();
      }
    },
  };
}

/** SECRET_KEY: 32 bytes in base64. */
export function keyFromBase64(text: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES) throw new RangeError(`The key must be ${KEY_BYTES} bytes, base64`);
  return key;
}

/**
 * Reads the key, or creates it on the first start. A new key is written to a temporary file and linked
 * into place. Linking fails when the name exists, so processes that start together share one key.
 */
export function loadKeyFile(path: string): Uint8Array {
  if (!existsSync(path)) createKeyFile(path);
  // A copied or restored file may have lost its mode.
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  return keyFromBase64(readFileSync(path, 'utf8'));
}

function createKeyFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const scratch = `${path}.${randomBytes(6).toString('hex')}`;
  const text = `${randomBytes(KEY_BYTES).toString('base64')}\n`;
  writeFileSync(scratch, text, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(scratch, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(scratch);
  }
}
