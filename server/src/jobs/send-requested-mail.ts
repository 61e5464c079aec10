/**
 * Sends requested sign-in mails, of customers and staff, and links to invoices. Not during the request itself, whose duration
 * would reveal whether the contact exists; each in its own transaction.
 */
import { linkRequestSchema, sendLink } from '../access/send-link.ts';
import { sendSignIn, signInRequestSchema } from '../access/send-sign-in.ts';
import { sendStaffSignIn, staffSignInRequestSchema } from '../access/staff/staff-mail.ts';
import { addMs } from '../clock.ts';
import { repeatAtMost } from '../concurrency.ts';
import type { Deps } from '../deps.ts';
import { claimOne, finish, type Lease } from '../platform/queue/queue.ts';
import type { Tx } from '../storage/database.ts';
import {
  deliveredMail,
  mailRequestQueue,
  type OutboxRow,
  SIGN_IN_REQUESTED,
} from '../storage/ops/outbox.ts';

/** A request older than this is dropped. */
const TOO_LATE_MS = 10 * 60_000;

function send(tx: Tx, deps: Deps, { topic, companyId, payload }: OutboxRow): Promise<void> {
  if (topic === SIGN_IN_REQUESTED) {
    const staff = staffSignInRequestSchema.safeParse(payload);
    if (staff.success) return sendStaffSignIn(tx, deps, { companyId, request: staff.data });
    return sendSignIn(tx, deps, { companyId, request: signInRequestSchema.parse(payload) });
  }
  return sendLink(tx, deps, { companyId, request: linkRequestSchema.parse(payload) });
}

type RequestLease = Lease<typeof mailRequestQueue.table>;

/** Finished first: a second process that has it, too, waits and then finds nothing. */
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
