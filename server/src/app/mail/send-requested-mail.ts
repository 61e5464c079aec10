/**
 * Sends requested sign-in emails to customers and staff, and invoice links. A job sends them, since the duration of
 * the request would reveal whether the contact exists. Each email has its own transaction.
 */

import { signInRequestSchema } from '../../identity/request-sign-in.ts';
import { sendSignIn } from '../../identity/send-sign-in.ts';
import { addMs } from '../../kernel/clock.ts';
import { repeatAtMost } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Tx } from '../../platform/database/database.ts';
import {
  deliveredMail,
  mailRequestQueue,
  type OutboxRow,
  SIGN_IN_REQUESTED,
} from '../../platform/events/outbox.ts';
import { claimOne, finish, type Lease } from '../../platform/queue/queue.ts';
import { linkRequestSchema, sendLink } from '../../requests/send-link.ts';

const TOO_LATE_MS = 10 * 60_000;

function send(tx: Tx, deps: Deps, { topic, companyId, payload }: OutboxRow): Promise<void> {
  if (topic === SIGN_IN_REQUESTED) {
    return sendSignIn(tx, deps, { companyId, request: signInRequestSchema.parse(payload) });
  }
  return sendLink(tx, deps, { companyId, request: linkRequestSchema.parse(payload) });
}

type RequestLease = Lease<typeof mailRequestQueue.table>;

/**
 * The request is marked as finished first: a second process holding the same request waits and then finds nothing
 * to send.
 */
async function sendOne(deps: Deps, lease: RequestLease): Promise<void> {
  const { database, clock, log } = deps;
  const { row } = lease;
  const now = clock.now();
  try {
    await database.asSystem(async (tx) => {
      if (!(await finish(tx, lease, deliveredMail(now)))) return;
      if (now <= addMs(row.createdAt, TOO_LATE_MS)) await send(tx, deps, row);
    });
  } catch (error) {
    log.error(
      { event: 'mail_request.failed', err: error, topic: row.topic, id: row.id },
      'a requested mail could not be created',
    );
  }
}

export function sendRequestedMail(deps: Deps): Promise<number> {
  return repeatAtMost(1, {
    claim: () => deps.database.writeAlone((tx) => claimOne(tx, deps, { queue: mailRequestQueue })),
    work: (lease) => sendOne(deps, lease),
  });
}
