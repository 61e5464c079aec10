/**
 * Sends requested sign-in mails, of customers and staff, and links to invoices. Not during the request itself, whose duration
 * would reveal whether the contact exists; each in its own transaction.
 */
import { linkRequestSchema, sendLink } from '../access/send-link.ts';
import { sendSignIn, signInRequestSchema } from '../access/send-sign-in.ts';
import { sendStaffSignIn, staffSignInRequestSchema } from '../access/staff/staff-mail.ts';
import { addMs } from '../clock.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../storage/database.ts';
import {
  claimUndelivered,
  finishClaimed,
  LINK_REQUESTED,
  type OutboxRow,
  SIGN_IN_REQUESTED,
} from '../storage/ops/outbox.ts';

const BATCH = 100;
const LEASE_MS = 60_000;
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

export async function sendRequestedMail(deps: Deps): Promise<number> {
  const { database, clock, log } = deps;
  const now = clock.now();
  const topics = [SIGN_IN_REQUESTED, LINK_REQUESTED];
  const claim = { topics, now, leaseUntil: addMs(now, LEASE_MS), limit: BATCH };
  const rows = await database.writeAlone((tx) => claimUndelivered(tx, claim));
  for (const row of rows) {
    try {
      await database.asSystem(async (tx) => {
        if (now <= addMs(row.createdAt, TOO_LATE_MS)) await send(tx, deps, row);
        await finishClaimed(tx, row, now);
      });
    } catch (error) {
      log.error(
        { event: 'mail_request.failed', err: error, topic: row.topic, id: row.id },
        'a requested mail could not be created',
      );
    }
  }
  return rows.length;
}
