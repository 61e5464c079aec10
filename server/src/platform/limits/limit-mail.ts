/**
 * Checks whether one more sign-in or link email may be sent. The check runs when the email is created, after the
 * customer is found. The request itself is limited by its typed text, so that the limit does not reveal whether a
 * customer exists.
 */

import { createHash } from 'node:crypto';
import { foldEmail } from '@quittance/contract/http/pages-and-problems';
import type { CompanyId } from '@quittance/contract/ids';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Tx } from '../database/database.ts';
import type { RequestLimitName } from './limit-config.ts';
import { countHits } from './limit-counters.ts';

type LimitDeps = Pick<Deps, 'clock' | 'limits' | 'log'>;
type Subjects = Partial<Record<RequestLimitName, string>>;

async function exceeded(tx: Tx, { clock, limits }: LimitDeps, subjects: Subjects) {
  const now = clock.now();
  // The cast is needed because `entries()` widens the names to string.
  const named = Object.entries(subjects) as [RequestLimitName, string][];
  const hits = named.map(([name, subject]) => ({
    key: `${name}:${subject}`,
    by: 1,
    resetsAt: addMs(now, limits[name].windowMs),
  }));
  const counted = await countHits(tx, hits, now);
  const isOver = ([name, subject]: [RequestLimitName, string]) =>
    counted.some(({ key, count }) => key === `${name}:${subject}` && count > limits[name].count);
  return named.filter(isOver).map(([name]) => name);
}

export type MailRecipient = { companyId: CompanyId; customerId: string; email: string };

export async function isWithinMailLimit(
  tx: Tx,
  deps: LimitDeps,
  { companyId, customerId, email }: MailRecipient,
): Promise<boolean> {
  const hash = createHash('sha256').update(foldEmail(email)).digest('base64url');
  const own = { mailsPerCustomer: customerId, mailsPerMailbox: `#${hash.slice(0, 22)}` };
  if ((await exceeded(tx, deps, own)).length > 0) return false;
  // Counted after the recipient's own limits, so that an unsent email does not use up the shared limits.
  const shared = { mailsPerCompany: companyId, mailsInAll: 'all' };
  const limits = await exceeded(tx, deps, shared);
  if (limits.length === 0) return true;
  deps.log.error(
    { event: 'sign_in.mail_cap_reached', companyId, limits },
    'sign-in and link mails are not sent: too many were requested',
  );
  return false;
}
