/**
 * The page to which the payer returns after a challenge. Only a plain path on this site is accepted; anything else
 * would be an open redirect.
 */
import { AppError } from '../../kernel/errors.ts';

/** Rejects '//host', '/\host', control characters, and anything a browser would rewrite. */
const PLAIN_PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;

export function returnPath(publicUrl: string, path: string): string {
  const isPlain = PLAIN_PATH.test(path);
  if (!isPlain || new URL(path, publicUrl).origin !== new URL(publicUrl).origin) {
    throw new AppError('INVALID_REQUEST');
  }
  return path;
}
