/**
 * A page of our own that the payer comes back to. What a browser sends is refused unless it is a
 * plain path of this site: anything else would let a stranger send our payers elsewhere.
 */
import { AppError } from '../../errors.ts';

/** Neither '//host' nor '/\host', no control characters, nothing a browser would rewrite. */
const PLAIN_PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;

export function returnPath(publicUrl: string, wanted: string): string {
  const isPlain = PLAIN_PATH.test(wanted);
  if (!isPlain || new URL(wanted, publicUrl).origin !== new URL(publicUrl).origin) {
    throw new AppError('INVALID_REQUEST');
  }
  return wanted;
}
