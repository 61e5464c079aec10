/**
 * A customer's private calendar feed (ADR 0092). Anyone with its URL can read the days and amounts of the
 * customer's upcoming charges, and nothing else. A new URL replaces the previous one, and revoking removes it.
 */
import { createHash } from 'node:crypto';
import { formatMoney } from '@quittance/contract/format';
import { pathTo, toPattern } from '@quittance/contract/http/portal-route';
import { DEFAULT_LANGUAGE } from '@quittance/contract/language';
import { addCents } from '@quittance/contract/money';
import { ROUTES } from '@quittance/contract/portal-routes';
import type { UpcomingCharge } from '@quittance/contract/statements/upcoming-charges';
import { type CalendarEvent, calendarFile } from '@quittance/domain/charges/calendar-file';
import type { CalendarTexts } from '@quittance/domain/texts/en/calendar';
import { WORDS } from '@quittance/domain/texts/words';
import type { FastifyInstance } from 'fastify';
import { listUpcoming } from '../arrangements/upcoming.ts';
import type { CompanyRow } from '../companies/store.ts';
import { asCustomer, auditAsCustomer, readAsCustomer } from '../customers/customer-scope.ts';
import { findCustomer } from '../customers/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import { isUnchanged, toEntityTag } from '../platform/http/constant-content.ts';
import { limitAnyone } from '../platform/http/limit-hook.ts';
import { holdsUnstorable } from '../platform/http/refuse-unsafe-input.ts';
import { hashToken, keyOfToken, mintCompanyToken } from '../platform/sealing/secret-token.ts';
import { deleteFeed, type FeedRow, findFeedByToken, replaceFeed } from './calendar-feeds.ts';
import { toUpcomingCharges, upcomingFilter } from './upcoming-charges.ts';

/** More than a calendar displays. The portal lists the rest. */
const EVENTS_MAX = 500;
const REFRESH_HOURS = 12;
const ENDING = '.ics';

/** Returns the feed URL, which is shown only once. */
export async function createFeed(deps: Deps, principal: CustomerPrincipal): Promise<string> {
  const { companyId, customerId } = principal;
  const token = mintCompanyToken(deps.entropy.bytes, companyId);
  await asCustomer(deps, principal, async (tx) => {
    const feed = { tokenHash: hashToken(token), createdAt: deps.clock.now() };
    await replaceFeed(tx, { companyId, customerId }, feed);
    const subject = `customer:${customerId}`;
    const action = { principal, action: 'calendar_feed.created', subject, detail: {} };
    await auditAsCustomer(tx, deps, action);
  });
  const path = pathTo(ROUTES.calendarFeed.path, { file: `${token}${ENDING}` });
  return new URL(path, deps.publicUrl).href;
}

/** Idempotent. */
export async function revokeFeed(deps: Deps, principal: CustomerPrincipal): Promise<void> {
  const { companyId, customerId } = principal;
  await asCustomer(deps, principal, async (tx) => {
    if (!(await deleteFeed(tx, { companyId, customerId }))) return;
    const subject = `customer:${customerId}`;
    const action = { principal, action: 'calendar_feed.revoked', subject, detail: {} };
    await auditAsCustomer(tx, deps, action);
  });
}

/** Uses a digest, so that the database ids in the key are not revealed. */
function toUid({ key }: UpcomingCharge, { tokenHash }: FeedRow): string {
  const digest = createHash('sha256').update(`${tokenHash} ${key}`).digest('hex');
  return `${digest.slice(0, 32)}@quittance`;
}

type FeedContext = {
  deps: Pick<Deps, 'publicUrl'>;
  company: CompanyRow;
  feed: FeedRow;
  texts: CalendarTexts;
};

function toEvent(
  charge: UpcomingCharge,
  { deps, company, feed, texts }: FeedContext,
): CalendarEvent {
  const { amount, fee, invoice, date } = charge;
  return {
    uid: toUid(charge, feed),
    date,
    summary: texts.summary(company.name, formatMoney(addCents(amount, fee))),
    description: texts.description(invoice.accountRef),
    url: new URL(`/${company.domain}/upcoming`, deps.publicUrl).href,
  };
}

/** Returns null if the file is not a feed. Needs two round trips: the token, then one batch. */
async function readFeed(deps: Deps, file: string): Promise<string | null> {
  const key = keyOfToken(file.slice(0, -ENDING.length));
  const feed = await deps.database.readAlone((tx) => findFeedByToken(tx, key));
  if (!feed) return null;
  const { companyId, customerId } = feed;
  return readAsCustomer(deps, { companyId, customerId }, async (tx, company) => {
    const page = { companyId, customerId, company, after: null, limit: EVENTS_MAX };
    const filter = upcomingFilter(deps, page);
    const [rows, customer] = await Promise.all([listUpcoming(tx, filter), findCustomer(tx, feed)]);
    const texts = WORDS[customer?.language ?? DEFAULT_LANGUAGE].calendar;
    const charges = toUpcomingCharges(rows, { company, today: filter.today });
    // A suspended charge has no day.
    const planned = charges.filter(({ state }) => state !== 'suspended');
    return calendarFile({
      name: texts.name(company.name),
      since: feed.createdAt,
      refreshHours: REFRESH_HOURS,
      events: planned.map((charge) => toEvent(charge, { deps, company, feed, texts })),
    });
  });
}

const CACHE = 'private, max-age=900, must-revalidate';

/** GET calendar/{token}.ics. A client that already has the current file gets a 304 response. */
export function registerCalendarFeed(app: FastifyInstance, deps: Deps): void {
  const { path, params, limits } = ROUTES.calendarFeed;
  app.get(
    toPattern(path),
    {
      ...limitAnyone(deps, limits),
      schema: { params },
    },
    async (request, reply) => {
      if (holdsUnstorable(request.params)) throw new AppError('NOT_FOUND');
      const file = await readFeed(deps, params.parse(request.params).file);
      if (file === null) throw new AppError('NOT_FOUND');
      const tag = toEntityTag(file);
      reply.header('etag', tag).header('cache-control', CACHE).header('x-robots-tag', 'noindex');
      if (isUnchanged(request.headers['if-none-match'], tag)) return reply.status(304).send();
      return reply.type('text/calendar; charset=utf-8').send(file);
    },
  );
}
