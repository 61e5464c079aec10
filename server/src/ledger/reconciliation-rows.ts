/** Reconciliations with a processor's records, and the attempts that they cover. */

import type { Instant, IsoDate } from '@quittance/contract/dates';
import type { AttemptId, CompanyId } from '@quittance/contract/ids';
import { and, asc, desc, eq, gte, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { firstRow, hasRows } from '../platform/database/rows.ts';
import { acrossCompanies } from '../platform/database/sharding/across-companies.ts';
import { companies } from '../schema/companies.ts';
import { attempts } from '../schema/payments.ts';
import { latestReconciliations, reconciliations } from '../schema/reconciliations.ts';
import { type Attempt, isOpenAttempt } from './attempts.ts';

export type Reconciliation = typeof reconciliations.$inferSelect;

export type ProcessorScope = { companyId: CompanyId; processor: Attempt['processor'] };

export async function insertReconciliation(tx: Tx, row: Reconciliation): Promise<void> {
  await tx.insert(reconciliations).values(row);
  const { companyId, processor, finishedAt } = row;
  const latest = { processor, finishedAt };
  await tx
    .insert(latestReconciliations)
    .values({ companyId, ...latest })
    .onConflictDoUpdate({ target: latestReconciliations.companyId, set: latest });
}

/** For a list of companies. Not correlated, because Citus does not support that with a reference table. */
export function isNotReconciledSince(since: Instant): SQL {
  const { companyId, processor, finishedAt } = latestReconciliations;
  return sql`(${companies.companyId}, ${companies.processor}) not in (
    select ${companyId}, ${processor} from ${latestReconciliations}
    where ${finishedAt} > ${since}::timestamptz
      and ${acrossCompanies('all companies that were not compared lately')})`;
}

async function newestEnd(tx: Tx, where: SQL | undefined): Promise<Instant | null> {
  const newest = tx.select().from(reconciliations).where(where);
  const row = await firstRow(newest.orderBy(desc(reconciliations.coversTo)).limit(1));
  return row?.coversTo ?? null;
}

export async function reconciledUntil(tx: Tx, { companyId, processor }: ProcessorScope) {
  const clean = { companyId, processor, isClean: true };
  return {
    comparedUntil: await newestEnd(tx, matching(reconciliations, { companyId, processor })),
    cleanUntil: await newestEnd(tx, matching(reconciliations, clean)),
  };
}

/**
 * Returns the end of the newest reconciliation that has no unanswered lookups or that finished before
 * `retriedFrom`. If `before` is set, only reconciliations that finished earlier are considered.
 */
export async function completedUntil(
  tx: Tx,
  { companyId, processor }: ProcessorScope,
  { retriedFrom, before }: { retriedFrom: Instant; before: Instant | null },
): Promise<Instant | null> {
  const { differences, finishedAt } = reconciliations;
  const isComplete = or(sql`not ${differences} ? 'unanswered'`, lt(finishedAt, retriedFrom));
  const isEarlier = before ? lt(finishedAt, before) : undefined;
  const isOwn = matching(reconciliations, { companyId, processor });
  return newestEnd(tx, and(isOwn, isComplete, isEarlier));
}

/**
 * Requires a reconciliation that starts at `from` or earlier, ends on `on` or later and found no difference for the
 * attempt. Differences for other charges do not matter, because the processor's list was complete.
 */
export async function isReconciled(
  tx: Tx,
  { companyId, processor }: ProcessorScope,
  { attemptId, from, on, timeZone }: ReconciliationSpan,
): Promise<boolean> {
  const { isClean, differing, coversFrom, coversTo } = reconciliations;
  return hasRows(
    tx
      .select({ id: reconciliations.id })
      .from(reconciliations)
      .where(
        and(
          matching(reconciliations, { companyId, processor }),
          sql`(${isClean} or not coalesce(${differing} ? ${attemptId}::text, true))`,
          lte(coversFrom, from),
          sql`(${coversTo} at time zone ${timeZone})::date >= ${on}::date`,
        ),
      )
      .limit(1),
  );
}

type ReconciliationSpan = { attemptId: AttemptId; from: Instant; on: IsoDate; timeZone: string };

function attemptsSql({ companyId, processor }: ProcessorScope, more: SQL | undefined) {
  return and(matching(attempts, { companyId, processor }), more);
}

/**
 * Condition: the attempt is open or an orphan. Orphans stay CREATED while another attempt is open on their invoice.
 */
function isUndecided() {
  return or(isOpenAttempt(), matching(attempts, { state: 'CREATED', isOrphan: true }));
}

export async function oldestAttempt(
  tx: Tx,
  scope: ProcessorScope,
  which: 'any' | 'undecided',
): Promise<Instant | null> {
  const [row] = await tx
    .select({ createdAt: attempts.createdAt })
    .from(attempts)
    .where(attemptsSql(scope, which === 'undecided' ? isUndecided() : undefined))
    .orderBy(asc(attempts.createdAt), asc(attempts.id))
    .limit(1);
  return row?.createdAt ?? null;
}

/** States in which the processor has accepted the charge, whether or not the money was returned. */
const CHARGED: readonly Attempt['state'][] = ['PENDING', 'SUCCEEDED', 'RETURNED'];

export function isCharged(state: Attempt['state']): boolean {
  return CHARGED.includes(state);
}

export async function newestChargedAttempts(
  tx: Tx,
  scope: ProcessorScope,
  { count, before }: { count: number; before: Instant },
): Promise<Attempt[]> {
  const isReported = and(
    matching(attempts, { state: CHARGED }),
    isNotNull(attempts.processorReference),
    lte(attempts.createdAt, before),
  );
  return tx
    .select()
    .from(attempts)
    .where(attemptsSql(scope, isReported))
    .orderBy(desc(attempts.createdAt))
    .limit(count);
}

type Span = { from: Instant; to: Instant };

function isCreatedIn({ from, to }: Span) {
  return and(gte(attempts.createdAt, from), lt(attempts.createdAt, to));
}

/** The span includes the first instant and excludes the second. */
export async function attemptsBetween(
  tx: Tx,
  scope: ProcessorScope,
  span: Span,
): Promise<Attempt[]> {
  return tx
    .select()
    .from(attempts)
    .where(attemptsSql(scope, isCreatedIn(span)))
    .orderBy(asc(attempts.createdAt), asc(attempts.id));
}

export async function createdEvery(
  tx: Tx,
  scope: ProcessorScope,
  { count, ...span }: Span & { count: number },
): Promise<Instant[]> {
  const numbered = tx
    .select({
      createdAt: attempts.createdAt,
      before: sql<number>`row_number() over (order by ${attempts.createdAt}) - 1`.as('before'),
    })
    .from(attempts)
    .where(attemptsSql(scope, isCreatedIn(span)))
    .as('numbered');
  const rows = await tx
    .select({ createdAt: numbered.createdAt })
    .from(numbered)
    .where(sql`${numbered.before} > 0 and ${numbered.before} % ${count} = 0`);
  return rows.map(({ createdAt }) => createdAt);
}

export async function attemptsNamed(
  tx: Tx,
  scope: ProcessorScope,
  named: { ids: Attempt['id'][]; references: string[] },
): Promise<Attempt[]> {
  // Uses one parameter per list, because Postgres accepts at most 65,535 parameters.
  const ids = sql.param(named.ids);
  const references = sql.param(named.references);
  const isNamed = or(
    sql`${attempts.id} = any(${ids}::uuid[])`,
    sql`${attempts.processorReference} = any(${references}::text[])`,
  );
  return tx.select().from(attempts).where(attemptsSql(scope, isNamed));
}

export type PaidCharge = Pick<Attempt, 'id' | 'createdAt'>;

type PaidSpan = {
  method: 'ACH' | 'CARD';
  from: Instant;
  after: PaidCharge | null;
  limit: number;
};

export async function paidChargesSince(
  tx: Tx,
  scope: ProcessorScope,
  { method, from, after, limit }: PaidSpan,
): Promise<PaidCharge[]> {
  const isLater = after
    ? sql`(${attempts.createdAt}, ${attempts.id}) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`
    : undefined;
  const isPaid = and(
    matching(attempts, { method, state: 'SUCCEEDED' }),
    gte(attempts.createdAt, after?.createdAt ?? from),
    isLater,
  );
  return tx
    .select({ id: attempts.id, createdAt: attempts.createdAt })
    .from(attempts)
    .where(attemptsSql(scope, isPaid))
    .orderBy(asc(attempts.createdAt), asc(attempts.id))
    .limit(limit);
}

export async function listUnresolvedAttempts(
  tx: Tx,
  { companyId, before }: { companyId?: CompanyId; before: Instant },
): Promise<Attempt[]> {
  return tx
    .select()
    .from(attempts)
    .where(
      and(
        companyId
          ? eq(attempts.companyId, companyId)
          : acrossCompanies('the operator sees those of each company'),
        matching(attempts, { state: ['SENT', 'UNKNOWN'] }),
        lte(attempts.createdAt, before),
      ),
    )
    .orderBy(asc(attempts.createdAt), asc(attempts.id));
}
