/**
 * What tells a card or an account apart from all others of its customer (R46): the processor's fingerprint, else
 * brand, last digits, expiry and holder. Stored as a digest, because a holder is a name.
 */
import { createHash } from 'node:crypto';
import type { SavedMethod } from '../processors/processor.ts';

/** Null when the digits alone are known: two accounts may share them. */
function traitsOf(method: SavedMethod): (string | number)[] | null {
  const { kind, brand, last4, expiresMonth, expiresYear, holder } = method;
  const name = (holder ?? '').trim().toLowerCase();
  if (kind === 'ach') return name ? [last4, name] : null;
  if (expiresMonth === null || expiresYear === null) return null;
  return [brand ?? '', last4, expiresMonth, expiresYear, name];
}

export function identityOf(method: SavedMethod): string | null {
  const traits = method.fingerprint ? [method.fingerprint] : traitsOf(method);
  if (!traits) return null;
  return createHash('sha256')
    .update(JSON.stringify([method.kind, ...traits]))
    .digest('hex');
}
