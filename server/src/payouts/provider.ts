/** Provider API handlers for `payouts`: what was deposited, and how it differs from the ledger. */
import { type IsoDate, isoDateSchema } from '@quittance/contract/dates';
import type { PageQuery } from '@quittance/contract/http/pages-and-problems';
import { cents, subtractCents } from '@quittance/contract/money';
import type {
  Payout,
  PayoutDayQuery,
  PayoutDifferenceQuery,
  PayoutLineKind,
  PayoutQuery,
  ProcessorFees,
} from '@quittance/contract/payouts/provider-schemas';
import { PROCESSOR_DESCRIPTIONS } from '@quittance/contract/processors/registry';
import { invariant } from '@quittance/domain/invariant';
import { and, count, gte, isNotNull, isNull, lte, type SQL, sql, sum } from 'drizzle-orm';
import { z } from 'zod';
import { findCompany } from '../companies/store.ts';
import { AppError, refusedCursor } from '../kernel/errors.ts';
import { type Actor, type ProviderDeps, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { isAnyId, matching } from '../platform/database/keys.ts';
import { isAfterCursor, readPage } from '../platform/database/pages.ts';
import { isAfterIn, type Orders, readSortedPage } from '../platform/database/sorted-pages.ts';
import { pageFrom, toPage } from '../platform/http/page.ts';
import type { ProviderHandlers } from '../platform/http/provider-call.ts';
import { sortedPageFrom, toSortedPage } from '../platform/http/sorted-page.ts';
import { payoutDifferences, payoutLines, payouts } from '../schema/payouts.ts';
import { findPayout, findPayoutRead, type PayoutRow, storeFees } from './store.ts';

async function getStatus(tx: Tx, { companyId }: Actor) {
  const company = await findCompany(tx, companyId);
  invariant(company, 'an actor has a company');
  const { processor } = company;
  const read = await findPayoutRead(tx, companyId);
  const isRead = read?.processor === processor;
  return {
    processor,
    isSupported: PROCESSOR_DESCRIPTIONS[processor].hasPayouts,
    readAt: isRead ? read.readAt : null,
    problem: read?.problem ?? null,
    fees: read?.fees ?? null,
  };
}

async function changeFees(
  tx: Tx,
  deps: ProviderDeps,
  { actor, fees }: { actor: Actor; fees: ProcessorFees | null },
) {
  const { companyId } = actor;
  await storeFees(tx, { companyId, fees, at: deps.clock.now() });
  const subject = `company:${companyId}`;
  await recordAction(tx, deps, {
    actor,
    action: 'payout.fees_changed',
    subject,
    detail: { ...fees },
  });
  return getStatus(tx, actor);
}

const PAYOUT_ORDERS: Orders<PayoutRow> = {
  arrivalDate: { key: sql`${payouts.arrivesOn}`, type: 'date', of: (row) => row.arrivesOn },
};

function isArriving({ arrivesFrom, arrivesTo }: Pick<PayoutQuery, 'arrivesFrom' | 'arrivesTo'>) {
  return and(
    arrivesFrom === undefined ? undefined : gte(payouts.arrivesOn, arrivesFrom),
    arrivesTo === undefined ? undefined : lte(payouts.arrivesOn, arrivesTo),
  );
}

async function show(tx: Tx, { companyId }: Actor, rows: readonly PayoutRow[]): Promise<Payout[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await tx
    .select({ id: payoutDifferences.payoutId, open: count() })
    .from(payoutDifferences)
    .where(
      and(
        matching(payoutDifferences, { companyId, closedAt: null }),
        isAnyId(payoutDifferences.payoutId, ids),
      ),
    )
    .groupBy(payoutDifferences.payoutId);
  const open = new Map(counts.map((row) => [row.id, row.open]));
  return rows.map((row) => ({
    id: row.id,
    processor: row.processor,
    processorReference: row.processorReference,
    state: row.state,
    arrivalDate: row.arrivesOn,
    deposited: row.amountCents,
    expected: row.expectedCents,
    fees: row.feeCents,
    isItemized: row.itemizedAt !== null,
    lineCount: row.lineCount,
    differenceCount: open.get(row.id) ?? 0,
    createdAt: row.createdAt,
  }));
}

async function listPayouts(tx: Tx, actor: Actor, query: PayoutQuery) {
  const { companyId } = actor;
  const { limit, after, sort, state } = query;
  const page = sortedPageFrom({ limit, after, sort }, PAYOUT_ORDERS);
  const isWanted = and(
    matching(payouts, { companyId, ...(state ? { state } : {}) }),
    isArriving(query),
    isAfterIn(payouts, page),
  );
  const rows = await readSortedPage(tx, payouts, { isWanted, page });
  return toSortedPage(rows, page, (shown) => show(tx, actor, shown));
}

async function requirePayout(tx: Tx, { companyId }: Actor, id: string): Promise<PayoutRow> {
  const payout = await findPayout(tx, { companyId, id });
  if (!payout) throw new AppError('NOT_FOUND');
  return payout;
}

async function getPayout(tx: Tx, actor: Actor, payoutId: string) {
  const row = await requirePayout(tx, actor, payoutId);
  const { companyId } = actor;
  const [shown] = await show(tx, actor, [row]);
  invariant(shown, 'a row is shown');
  const sums = await tx
    .select({
      kind: payoutLines.kind,
      count: count(),
      gross: sum(payoutLines.grossCents),
      fee: sum(payoutLines.feeCents),
    })
    .from(payoutLines)
    .where(matching(payoutLines, { companyId, payoutId }))
    .groupBy(payoutLines.kind)
    .orderBy(payoutLines.kind);
  const totals = sums.map(({ kind, count: lines, ...of }) => {
    const [gross, fee] = [cents(Number(of.gross)), cents(Number(of.fee))];
    return { kind, count: lines, gross, fee, net: subtractCents(gross, fee) };
  });
  return { ...shown, totals };
}

type LineQuery = PageQuery & { kind?: PayoutLineKind | undefined };

async function listLines(
  tx: Tx,
  actor: Actor,
  { payoutId, query }: { payoutId: string; query: LineQuery },
) {
  await requirePayout(tx, actor, payoutId);
  const { companyId } = actor;
  const { kind, ...asked } = query;
  const page = pageFrom(asked);
  const isWanted = and(
    matching(payoutLines, { companyId, payoutId, ...(kind ? { kind } : {}) }),
    isAfterCursor(payoutLines, page.after),
  );
  const rows = await readPage(tx, payoutLines, { isWanted, limit: page.limit });
  return toPage(rows, page, (shown) =>
    shown.map((row) => ({
      id: row.id,
      kind: row.kind,
      processorReference: row.processorReference,
      gross: row.grossCents,
      fee: row.feeCents,
      net: subtractCents(row.grossCents, row.feeCents),
      expected: row.expectedCents,
      paymentId: row.attemptId,
      createdAt: row.createdAt,
    })),
  );
}

async function listDifferences(tx: Tx, { companyId }: Actor, query: PayoutDifferenceQuery) {
  const { isOpen, payoutId, ...asked } = query;
  const page = pageFrom(asked);
  const { closedAt } = payoutDifferences;
  const isState: SQL | undefined =
    isOpen === undefined ? undefined : isOpen ? isNull(closedAt) : isNotNull(closedAt);
  const isWanted = and(
    matching(payoutDifferences, { companyId, ...(payoutId ? { payoutId } : {}) }),
    isState,
    isAfterCursor(payoutDifferences, page.after),
  );
  const rows = await readPage(tx, payoutDifferences, { isWanted, limit: page.limit });
  return toPage(rows, page, (shown) =>
    shown.map((row) => ({
      id: row.id,
      kind: row.kind,
      payoutId: row.payoutId,
      paymentId: row.attemptId,
      processorReference: row.processorReference,
      expected: row.expectedCents,
      found: row.foundCents,
      closedAt: row.closedAt,
      createdAt: row.createdAt,
    })),
  );
}

function decodeDay(text: string): IsoDate {
  const day = isoDateSchema.safeParse(Buffer.from(text, 'base64url').toString());
  if (!day.success) throw refusedCursor();
  return day.data;
}

const daySchema = z.array(
  z.object({
    id: isoDateSchema,
    payoutCount: z.coerce.number().int(),
    deposited: z.coerce.number().transform(cents),
    expected: z.coerce.number().transform(cents).nullable(),
    fees: z.coerce.number().transform(cents),
    differenceCount: z.coerce.number().int(),
  }),
);

/** A payout that failed deposited nothing. Its items are in a later one. */
async function listDays(tx: Tx, { companyId }: Actor, query: PayoutDayQuery) {
  const { limit, after } = query;
  const isAfter =
    after === undefined ? undefined : sql`${payouts.arrivesOn} < ${decodeDay(after)}::date`;
  const isWanted = and(
    matching(payouts, { companyId, state: ['PENDING', 'PAID'] }),
    isArriving(query),
    isAfter,
  );
  const found = await tx.execute(sql`
    select to_char(${payouts.arrivesOn}, 'YYYY-MM-DD') as id, count(*)::text as "payoutCount",
      sum(${payouts.amountCents})::text as deposited, sum(${payouts.feeCents})::text as fees,
      case when bool_and(${payouts.itemizedAt} is not null)
        then sum(${payouts.expectedCents})::text end as expected,
      sum((select count(*) from ${payoutDifferences} d where d.company_id = ${companyId}::uuid
        and d.payout_id = ${payouts.id} and d.closed_at is null))::text as "differenceCount"
    from ${payouts} where ${isWanted} group by ${payouts.arrivesOn}
    order by ${payouts.arrivesOn} desc limit ${limit + 1}`);
  const rows = daySchema.parse(found.rows);
  const data = rows.slice(0, limit);
  const last = rows.length > limit ? data.at(-1) : undefined;
  return { data, nextCursor: last ? Buffer.from(last.id).toString('base64url') : null };
}

export const providerHandlers = {
  getPayoutStatus: (tx, _deps, { caller }) => getStatus(tx, caller),
  changeProcessorFees: (tx, deps, { caller, body }) =>
    changeFees(tx, deps, { actor: caller, ...body }),
  listPayouts: (tx, _deps, { caller, query }) => listPayouts(tx, caller, query),
  getPayout: (tx, _deps, { caller, params }) => getPayout(tx, caller, params.payoutId),
  listPayoutLines: (tx, _deps, { caller, params, query }) =>
    listLines(tx, caller, { ...params, query }),
  listPayoutDays: (tx, _deps, { caller, query }) => listDays(tx, caller, query),
  listPayoutDifferences: (tx, _deps, { caller, query }) => listDifferences(tx, caller, query),
} satisfies Partial<ProviderHandlers>;
