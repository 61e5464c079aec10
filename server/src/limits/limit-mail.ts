/**
 * Whether one more mail with a way in may go to a mailbox. Asked when the mail is made, after it is known
 * whose it is: the door itself counts what was typed, and tells nobody whether that was right.
 */
import { createHash } from 'node:crypto';
import { addMs } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { countHits } from '../storage/access/limit-counters.ts';
import type { Tx } from '../storage/database.ts';

const FIGURES = ['mailsPerCustomer', 'mailsPerMailbox'] as const;

export async function mayMail(
  tx: Tx,
  { clock, limits }: Pick<Deps, 'clock' | 'limits'>,
  to: { customerId: string; email: string },
): Promise<boolean> {
  const now = clock.now();
  const mailbox = createHash('sha256').update(to.email.toLowerCase()).digest('base64url');
  const of = { mailsPerCustomer: to.customerId, mailsPerMailbox: `#${mailbox.slice(0, 22)}` };
  const hits = FIGURES.map((figure) => ({
    key: `${figure}:${of[figure]}`,
    by: 1,
    resetsAt: addMs(now, limits[figure].windowMs),
  }));
  const counted = await countHits(tx, hits, now);
  return FIGURES.every((figure) =>
    counted.some(({ key, count }) => key.startsWith(figure) && count <= limits[figure].count),
  );
}
