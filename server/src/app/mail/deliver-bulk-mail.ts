/**
 * Sends bulk email (ADR 0072): invoices, reminders and notices to companies. Companies take turns, each company's
 * emails stay in order, and emails over a cap wait.
 */
import type { CompanyId } from '@quittance/contract/ids';
import type { Deps } from '../../kernel/deps.ts';
import { bulkMailQueue, listCompaniesWithBulkMail } from '../../platform/events/outbox.ts';
import {
  giveMailPlaceBack,
  MailCapReached,
  takeMailPlace,
} from '../../platform/limits/mail-cap.ts';
import { claimOne } from '../../platform/queue/queue.ts';
import { FAILURES_MAX } from './deliver-mail.ts';
import { type MailLease, type MailSender, type Outcome, sendLeased } from './send-mail.ts';

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

type Round = { sent: number; failures: number; isMore: boolean };

async function sendRound(deps: Deps, sender: MailSender, before: Round): Promise<Round> {
  let { sent, failures } = before;
  let isMore = false;
  const companies = await deps.database.readAlone(listCompaniesWithBulkMail);
  for (const companyId of companies) {
    if (failures >= FAILURES_MAX || sender.isStopping?.()) return { sent, failures, isMore: false };
    const claimed = await claimNext(deps, companyId);
    if (claimed instanceof MailCapReached) {
      if (claimed.isOfAll) return { sent, failures, isMore: false };
      continue;
    }
    if (claimed === null) continue;
    const outcome = await send(deps, claimed, sender);
    failures = outcome === 'later' ? failures + 1 : 0;
    if (outcome === 'sent') sent += 1;
    isMore = true;
  }
  return { sent, failures, isMore };
}

export async function deliverBulkMail(deps: Deps, sender: MailSender): Promise<number> {
  let round: Round = { sent: 0, failures: 0, isMore: true };
  while (round.isMore) round = await sendRound(deps, sender, round);
  return round.sent;
}
