/**
 * Answers what was asked for at the door: sign-in mails and links to invoices. Apart from the calls
 * that asked, so that their time tells nothing, and each in a transaction of its own.
 */
import { linkWishSchema, sendLink } from '../access/send-link.ts';
import { sendSignIn, signInWishSchema } from '../access/send-sign-in.ts';
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
/** Whoever asked has long gone. */
const TOO_LATE_MS = 10 * 60_000;

function answer(tx: Tx, deps: Deps, { topic, companyId, payload }: OutboxRow): Promise<void> {
  if (topic === SIGN_IN_REQUESTED) {
    return sendSignIn(tx, deps, { companyId, wish: signInWishSchema.parse(payload) });
  }
  return sendLink(tx, deps, { companyId, wish: linkWishSchema.parse(payload) });
}

export async function answerWishes(deps: Deps): Promise<number> {
  const { database, clock, log } = deps;
  const now = clock.now();
  const topics = [SIGN_IN_REQUESTED, LINK_REQUESTED];
  const claim = { topics, now, leaseUntil: addMs(now, LEASE_MS), limit: BATCH };
  const rows = await database.asSystem((tx) => claimUndelivered(tx, claim));
  for (const row of rows) {
    try {
      await database.asSystem(async (tx) => {
        if (now <= addMs(row.createdAt, TOO_LATE_MS)) await answer(tx, deps, row);
        await finishClaimed(tx, row, now);
      });
    } catch (error) {
      log.error({ err: error, topic: row.topic, id: row.id }, 'a wish was not answered');
    }
  }
  return rows.length;
}
