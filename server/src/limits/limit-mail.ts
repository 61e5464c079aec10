/**
 * Whether one more sign-in or link mail may go to a mailbox. Checked when the mail is created, after the
 * customer was found; the request itself is limited by its typed text, so that it reveals no customer.
 */
import { createHash } from 'node:crypto';
import { addMs } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { countHits } from '../storage/access/limit-counters.ts';
import type { Tx } from '../storage/database.ts';

const MAIL_LIMITS = ['mailsPerCustomer', 'mailsPerMailbox'] as const;

export async function isWithinMailLimit(
  tx: Tx,
  { clock, limits }: Pick<Deps, 'clock' | 'limits'>,
  to: { customerId: string; email: string },
): Promise<boolean> {
  const now = clock.now();
  const mailbox = createHash('sha256').update(to.email.toLowerCase()).digest('base64url');
  const of = { mailsPerCustomer: to.customerId, mailsPerMailbox: `#${mailbox.slice(0, 22)}` };
  const hits = MAIL_LIMITS.map((name) => ({
    key: `${name}:${of[name]}`,
    by: 1,
    resetsAt: addMs(now, limits[name].windowMs),
  }));
  const counted = await countHits(tx, hits, now);
  return MAIL_LIMITS.every((name) =>
    counted.some(({ key, count }) => key.startsWith(name) && count <= limits[name].count),
  );
}
