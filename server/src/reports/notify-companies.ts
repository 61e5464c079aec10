/**
 * Emails companies about events (ADR 0072). An event is written in the same transaction as the change. Each notice
 * is sent once: it is marked in the transaction that puts its email into the outbox.
 */

import { EVENT_NOTICES, type EventNotice } from '@quittance/contract/companies/notice-schemas';
import { HOUR_MS } from '@quittance/contract/durations';
import type { CompanyId } from '@quittance/contract/ids';
import { ZERO } from '@quittance/contract/money';
import type { EventType } from '@quittance/contract/webhooks/event-schemas';
import { invariant } from '@quittance/domain/invariant';
import {
  countMailedSince,
  countWaitingNotices,
  insertNotices,
  listCompaniesToTell,
  listWaitingPositions,
  lockProgress,
  markNoticesMailed,
  type Queue,
  sumWaitingNotices,
  updateProgress,
} from '../companies/notice-rows.ts';
import { toNoticeSettings } from '../companies/notice-settings.ts';
import { findCompany } from '../companies/store.ts';
import { mailCompany } from '../customers/mail/company-mail.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import type { Tx } from '../platform/database/database.ts';
import { lastEventNumber, numberSomeEvents } from '../platform/events/event-rows.ts';
import { reportFailingEndpoints } from '../webhooks/report-failing.ts';

/** Up to this many notices of a kind per hour are sent individually. */
const ALONE_MAX = 5;
const NAMED_MAX = 20;
const BATCH = 1000;

const EVENTS_TOLD: Readonly<Record<EventNotice, readonly EventType[]>> = {
  PAID: ['payment.succeeded'],
  RETURNED: ['payment.returned'],
  HELD: ['payment.held'],
  DISPUTED: ['dispute.opened', 'invoice.disputed'],
  QUESTION: ['inquiry.question_asked'],
  REFUND_FAILED: ['refund.failed'],
  ENDPOINT_PAUSED: ['webhook_endpoint.failing', 'webhook_endpoint.paused'],
};

type NoticeRecipient = {
  companyId: CompanyId;
  addresses: readonly string[];
  kinds: readonly EventNotice[];
};

/** A company without an address is not notified. */
async function toldTo(tx: Tx, companyId: CompanyId): Promise<NoticeRecipient> {
  const company = await findCompany(tx, companyId);
  invariant(company, 'an event belongs to a company');
  const { addresses, kinds } = toNoticeSettings(company);
  const isTold = (kind: EventNotice) => addresses.length > 0 && kinds.includes(kind);
  return { companyId, addresses, kinds: EVENT_NOTICES.filter(isTold) };
}

async function noteBatch(
  tx: Tx,
  { clock }: Deps,
  { companyId, kinds }: NoticeRecipient,
): Promise<boolean> {
  const { noticedTo: from } = await lockProgress(tx, companyId);
  const last = await lastEventNumber(tx, companyId);
  const to = kinds.length > 0 ? Math.min(last, from + BATCH) : last;
  if (to <= from) return false;
  for (const kind of kinds) {
    const types = EVENTS_TOLD[kind];
    await insertNotices(tx, { companyId, kind, types, from, to, at: clock.now() });
  }
  await updateProgress(tx, companyId, { noticedTo: to });
  return to < last;
}

type NoticeQueue = Queue & Pick<NoticeRecipient, 'addresses'>;

async function mailOneByOne(tx: Tx, { clock }: Deps, telling: NoticeQueue): Promise<void> {
  const { kind, ...to } = telling;
  for (const position of await listWaitingPositions(tx, telling, ALONE_MAX)) {
    const about = { count: 1, totalCents: ZERO, positions: [position] };
    const content = { template: 'company-notice', kind, ...about } as const;
    await mailCompany(tx, { ...to, content, at: clock.now() });
  }
}

async function mailTogether(tx: Tx, { clock }: Deps, telling: NoticeQueue): Promise<void> {
  const { kind, ...to } = telling;
  const positions = await listWaitingPositions(tx, telling, NAMED_MAX);
  const sum = await sumWaitingNotices(tx, telling);
  const content = { template: 'company-notice', kind, ...sum, positions } as const;
  await mailCompany(tx, { ...to, content, at: clock.now() });
}

/**
 * A few notices are sent individually. If there are more, they are collected until no notice of that kind has been
 * sent for an hour, and are then sent together: a company with ten thousand payments a day gets one email an hour.
 */
async function mailWaiting(tx: Tx, deps: Deps, telling: NoticeQueue): Promise<void> {
  const waiting = await countWaitingNotices(tx, telling);
  if (waiting === 0) return;
  const now = deps.clock.now();
  const mailed = await countMailedSince(tx, telling, addMs(now, -HOUR_MS));
  const isFew = mailed + waiting <= ALONE_MAX;
  if (!isFew && mailed > 0) return;
  if (isFew) await mailOneByOne(tx, deps, telling);
  else await mailTogether(tx, deps, telling);
  await markNoticesMailed(tx, telling, now);
}

async function tellBatch(tx: Tx, deps: Deps, companyId: CompanyId): Promise<boolean> {
  const isMoreToNumber = await numberSomeEvents(tx, companyId);
  const told = await toldTo(tx, companyId);
  if ((await noteBatch(tx, deps, told)) || isMoreToNumber) return true;
  const { addresses, kinds } = told;
  for (const kind of kinds) await mailWaiting(tx, deps, { companyId, kind, addresses });
  // Kinds that were switched off in the meantime.
  const others = EVENT_NOTICES.filter((kind) => !kinds.includes(kind));
  await markNoticesMailed(tx, { companyId, kind: others }, deps.clock.now());
  return false;
}

async function tellCompany(deps: Deps, companyId: CompanyId): Promise<void> {
  const scope = { companyId, asProvider: true } as const;
  while (await deps.database.inCompany(scope, (tx) => tellBatch(tx, deps, companyId)));
}

/** A failure for one company does not stop the others. */
export async function notifyCompanies(deps: Deps): Promise<void> {
  for (const companyId of await listCompaniesToTell(deps.database)) {
    try {
      await tellCompany(deps, companyId);
    } catch (error) {
      deps.log.error(
        { event: 'notices.failed', companyId, err: error },
        'a company could not be told what happened',
      );
    }
  }
  // After the notices, so that a failure here does not delay them. The next run sends what this one reports.
  await reportFailingEndpoints(deps);
}
