/** Maps rows to the wire format of contacts. */
import type { Contact } from '@quittance/contract/customers/contact-schemas';
import { addMs } from '../kernel/clock.ts';
import { CONTACT_PROBATION_MS } from './contact-value.ts';
import type { ContactRow } from './contacts.ts';

/** Whether mail is sent to the contact: verified, enabled and not bounced. */
export function isReachable(row: ContactRow): boolean {
  return row.type === 'EMAIL' && row.isEnabled && row.verifiedAt !== null && row.bouncedAt === null;
}

export function contactOf(row: ContactRow): Contact {
  const { id: contactId, type, value, isEnabled, isPrimary, verifiedAt } = row;
  const signInFrom =
    verifiedAt && isReachable(row) ? addMs(verifiedAt, CONTACT_PROBATION_MS) : null;
  const isBounced = row.bouncedAt !== null;
  const isVerified = verifiedAt !== null && !isBounced;
  return { contactId, type, value, isEnabled, isVerified, isBounced, isPrimary, signInFrom };
}
