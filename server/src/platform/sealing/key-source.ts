/** The source of the sealing keys: SECRET_KEY, or a file in the data folder. The first key seals. */
import { randomBytes } from 'node:crypto';
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
import { dirname, join } from 'node:path';
import { KEY_BYTES } from './seal.ts';

export type KeySource = { secretKey: string | null; dataDir: string };

export type Keys = [first: Uint8Array, ...others: Uint8Array[]];

function keyFromBase64(text: string): Uint8Array {
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES) {
    throw new RangeError(
      `A sealing key must be ${KEY_BYTES} bytes in base64: check SECRET_KEY, or the lines of secret.key`,
    );
  }
  return key;
}

export function keysFromText(text: string): Keys {
  const [first = '', ...others] = text.split(/[\s,]+/).filter((part) => part !== '');
  return [keyFromBase64(first), ...others.map(keyFromBase64)];
}

const toKeyFile = ({ dataDir }: KeySource) => join(dataDir, 'secret.key');

export const placeOfKeys = (source: KeySource) =>
  source.secretKey ? 'SECRET_KEY' : toKeyFile(source);

export const hasKeys = (source: KeySource) =>
  source.secretKey !== null || existsSync(toKeyFile(source));

/** Creates the key file if it is missing. */
export function readKeys(source: KeySource): Keys {
  return source.secretKey ? keysFromText(source.secretKey) : loadKeyFile(toKeyFile(source));
}

/**
 * Reads the keys, or creates one on the first start. A new key is written to a temporary file and linked into
 * place. Linking fails if the name exists, so processes that start together share one key.
 */
export function loadKeyFile(path: string): Keys {
  if (!existsSync(path)) createKeyFile(path);
  // A copied or restored file may have lost its permissions.
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  return keysFromText(readFileSync(path, 'utf8'));
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
