/**
 * Sends bulk email (ADR 0072): invoices, reminders and notices to companies. Companies take turns, each company's
 * emails stay in order, and emails over a cap wait.
 */
import type { CompanyId } from '@quittance/contract/ids';
import { forEachAtMost } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import { bulkMailQueue, listCompaniesWithBulkMail } from '../../platform/events/outbox.ts';
import {
  giveMailPlaceBack,
  MailCapReached,
  takeMailPlace,
} from '../../platform/limits/mail-cap.ts';
import { claimOne } from '../../platform/queue/queue.ts';
import { FAILURES_MAX } from './deliver-mail.ts';
import type { Outcome } from './mail-audit.ts';
import { type MailLease, type MailSender, sendLeased } from './send-mail.ts';

async function claimNext(
  deps: Deps,
  companyId: CompanyId,
): Promise<MailLease | MailCapReached | null> {
  try {
    return await deps.database.asSystem(async (tx) => {
      const lease = await claimOne(tx, deps, { queue: bulkMailQueue, companyId });
      if (lease) await takeMailPlace(tx, deps, companyId);
      return lease;
    });
  } catch (error) {
    if (error instanceof MailCapReached) return error;
    throw error;
  }
}

async function send(deps: Deps, lease: MailLease, sender: MailSender): Promise<Outcome> {
  await sender.whenQuiet?.();
  const outcome = await sendLeased(deps, lease, sender);
  if (outcome !== 'sent') {
    await deps.database.asSystem((tx) => giveMailPlaceBack(tx, deps, lease.row.companyId));
  }
  return outcome;
}

/** Most of the time of an email is spent waiting for the mail server. */
const AT_ONCE = 4;

/** In a round, each company has one email sent, so that its emails stay in order. */
export async function deliverBulkMail(deps: Deps, sender: MailSender): Promise<number> {
  const { connections = AT_ONCE } = sender;
  let [sent, failures, isMore, isFull] = [0, 0, true, false];
  const isOver = () => isFull || failures >= FAILURES_MAX || sender.isStopping?.() === true;

  async function takeTurn(companyId: CompanyId): Promise<void> {
    if (isOver()) return;
    const claimed = await claimNext(deps, companyId);
    if (claimed instanceof MailCapReached) {
      isFull ||= claimed.isOfAll;
      return;
    }
    if (claimed === null) return;
    const outcome = await send(deps, claimed, sender);
    failures = outcome === 'later' ? failures + 1 : 0;
    if (outcome === 'sent') sent += 1;
    isMore = true;
  }

  const isOnSeveral = await deps.database.isDistributed();
  while (isMore && !isOver()) {
    isMore = false;
    const companies = await deps.database.readAlone((tx) =>
      listCompaniesWithBulkMail(tx, isOnSeveral),
    );
    await forEachAtMost(connections, companies, takeTurn);
  }
  return sent;
}
