/**
 * The page the payer returns to after a challenge. Only a plain path of this site is accepted: anything
 * else would be an open redirect.
 */
import { AppError } from '../../kernel/errors.ts';

/** Neither '//host' nor '/\host', no control characters, nothing a browser would rewrite. */
const PLAIN_PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;

export function returnPath(publicUrl: string, path: string): string {
  const isPlain = PLAIN_PATH.test(path);
  if (!isPlain || new URL(path, publicUrl).origin !== new URL(publicUrl).origin) {
    throw new AppError('INVALID_REQUEST');
  }
  return path;
}
