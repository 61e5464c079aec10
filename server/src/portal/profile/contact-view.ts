/** Rows → what a customer sees of their contacts. */
import type { Contact } from '@quittance/contract/contacts';
import { addMs } from '../../clock.ts';
import type { ContactRow } from '../../storage/billing/contacts.ts';

/** So long a newly verified address waits before a way in is mailed to it. */
export const SIGN_IN_AFTER_MS = 24 * 60 * 60 * 1000;

/** An address we mail to: verified, not switched off, and mail to it does not come back. */
export function isReached(row: ContactRow): boolean {
  return row.type === 'EMAIL' && row.isEnabled && row.verifiedAt !== null && row.bouncedAt === null;
}

export function contactOf(row: ContactRow): Contact {
  const { id: contactId, type, value, isEnabled, isPrimary, verifiedAt } = row;
  const signInFrom = verifiedAt && isReached(row) ? addMs(verifiedAt, SIGN_IN_AFTER_MS) : null;
  const isBounced = row.bouncedAt !== null;
  const isVerified = verifiedAt !== null && !isBounced;
  return { contactId, type, value, isEnabled, isVerified, isBounced, isPrimary, signInFrom };
}
