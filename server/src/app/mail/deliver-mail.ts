/** Sends queued emails that a payer is waiting for, at least once. Bulk email has its own task (ADR 0072). */
import { repeatAtMost } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import { mailQueue } from '../../platform/events/outbox.ts';
import { claimOne } from '../../platform/queue/queue.ts';
import { type MailSender, sendLeased } from './send-mail.ts';

/** After this many consecutive failures, the mail server is considered down, and the next run retries. */
export const FAILURES_MAX = 5;

/** Emails that a process sends concurrently. Most of the time is spent waiting for the mail server. */
const MAILS_AT_ONCE = 2;

/**
 * Emails are claimed one at a time. In a batch, a claim could expire behind slow emails, and another process would
 * send the same email again.
 */
export async function deliverMail(deps: Deps, sender: MailSender): Promise<number> {
  let [sent, failures] = [0, 0];
  await repeatAtMost(MAILS_AT_ONCE, {
    async claim() {
      if (failures >= FAILURES_MAX || sender.isStopping?.()) return null;
      await sender.whenQuiet?.();
      return deps.database.writeAlone((tx) => claimOne(tx, deps, { queue: mailQueue }));
    },
    async work(lease) {
      const outcome = await sendLeased(deps, lease, sender);
      failures = outcome === 'later' ? failures + 1 : 0;
      if (outcome === 'sent') sent += 1;
    },
  });
  return sent;
}
