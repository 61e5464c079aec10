/**
 * Emails a summary of a company's previous day at 8:00 in the company's time zone (ADR 0072). The summary is sent
 * once per day: the day is recorded in the transaction that puts the email into the outbox. A day without events
 * has no summary.
 */
import { addDays, type IsoDate } from '@quittance/contract/dates';
import { addCents, ZERO } from '@quittance/contract/money';
import type { EventType } from '@quittance/contract/webhooks/event-schemas';
import {
  listCompaniesToSummarize,
  lockProgress,
  updateProgress,
} from '../companies/notice-rows.ts';
import { toNoticeSettings } from '../companies/notice-settings.ts';
import { type CompanyRow, requireListed } from '../companies/store.ts';
import { type Figure, mailCompany, type SummaryContent } from '../customers/mail/company-mail.ts';
import { forEachAtMost } from '../kernel/concurrency.ts';
import type { Deps } from '../kernel/deps.ts';
import { heldBefore } from '../ledger/next-check.ts';
import type { Tx } from '../platform/database/database.ts';
import { type DayFigure, sumEventsOfDay, sumHeld, sumOpen } from './day-figures.ts';

const FROM_HOUR = 8;

const SUMMARIZED = [
  'payment.succeeded',
  'payment.returned',
  'payment.failed',
  'refund.succeeded',
  'dispute.opened',
] as const satisfies readonly EventType[];

function added(figures: readonly DayFigure[]): Figure {
  return {
    count: figures.reduce((sum, { count }) => sum + count, 0),
    cents: addCents(ZERO, ...figures.map(({ cents }) => cents)),
  };
}

async function findContent(
  tx: Tx,
  { clock }: Deps,
  { company, date }: { company: CompanyRow; date: IsoDate },
): Promise<SummaryContent | null> {
  const { companyId, timeZone } = company;
  const figures = await sumEventsOfDay(tx, { companyId, date, timeZone }, SUMMARIZED);
  const held = await sumHeld(tx, companyId, heldBefore(clock.now()));
  if (figures.length === 0 && held.count === 0) return null;
  const of = (type: EventType) => figures.filter((figure) => figure.type === type);
  const collected = of('payment.succeeded');
  return {
    template: 'company-summary',
    date,
    collected: added(collected),
    byMethod: collected.flatMap(({ method, count, cents }) =>
      method === null ? [] : [{ method, count, cents }],
    ),
    returned: added(of('payment.returned')),
    refunded: added(of('refund.succeeded')),
    failed: added(of('payment.failed')),
    disputed: added(of('dispute.opened')),
    held,
    ...(await sumOpen(tx, companyId)),
  };
}

type CompanyDay = { company: CompanyRow; date: IsoDate };

const isDone = (summarizedOn: IsoDate | null, date: IsoDate) =>
  summarizedOn !== null && summarizedOn >= date;

async function summarize(tx: Tx, deps: Deps, { company, date }: CompanyDay): Promise<void> {
  const { companyId } = company;
  const { summarizedOn } = await lockProgress(tx, companyId);
  if (isDone(summarizedOn, date)) return;
  await updateProgress(tx, companyId, { summarizedOn: date });
  const content = await findContent(tx, deps, { company, date });
  const { addresses } = toNoticeSettings(company);
  if (content) await mailCompany(tx, { companyId, addresses, content, at: deps.clock.now() });
}

/** A failure for one company does not stop the others. */
export async function summarizeDays(deps: Deps): Promise<void> {
  const { database, clock, concurrency } = deps;
  const due = await database.asSystem((tx) =>
    listCompaniesToSummarize(tx, { now: clock.now(), fromHour: FROM_HOUR }),
  );
  await forEachAtMost(concurrency.companies, due, async ({ companyId }) => {
    try {
      await database.inCompany({ companyId, asProvider: true }, async (tx) => {
        const company = await requireListed(tx, companyId);
        await summarize(tx, deps, { company, date: addDays(clock.today(company.timeZone), -1) });
      });
    } catch (error) {
      deps.log.error(
        { event: 'summary.failed', companyId, err: error },
        'the daily summary of a company could not be sent',
      );
    }
  });
}
