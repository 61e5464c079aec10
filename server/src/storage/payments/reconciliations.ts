/** Reconciliations with a processor's records, and the attempts they cover. */
import type { Instant, IsoDate } from '@quittance/contract/dates';
import type { AttemptId, CompanyId } from '@quittance/contract/ids';
import { and, asc, desc, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { matching } from '../keys.ts';
import { firstRow, hasRows } from '../rows.ts';
import { attempts } from '../schema/payments.ts';
import { reconciliations } from '../schema/reconciliations.ts';
import { type Attempt, isOpenAttempt } from './attempts.ts';

export type Reconciliation = typeof reconciliations.$inferSelect;

export type ProcessorScope = { companyId: CompanyId; processor: Attempt['processor'] };

export async function insertReconciliation(tx: Tx, row: Reconciliation): Promise<void> {
  await tx.insert(reconciliations).values(row);
}

/** The end of the newest reconciliation, and of the newest one without differences. */
export async function reconciledUntil(tx: Tx, { companyId, processor }: ProcessorScope) {
  const newestEnd = async (where: SQL | undefined) => {
    const newest = tx.select().from(reconciliations).where(where);
    const row = await firstRow(newest.orderBy(desc(reconciliations.coversTo)).limit(1));
    return row?.coversTo ?? null;
  };
  return {
    comparedUntil: await newestEnd(matching(reconciliations, { companyId, processor })),
    cleanUntil: await newestEnd(matching(reconciliations, { companyId, processor, isClean: true })),
  };
}

/**
 * A reconciliation that starts at `from` or earlier, ends on `on` or later and found no difference about the
 * attempt. Differences about other charges do not matter: the processor's list was complete.
 */
export async function isReconciled(
  tx: Tx,
  { companyId, processor }: ProcessorScope,
  { attemptId, from, on, timeZone }: Covered,
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

type Covered = { attemptId: AttemptId; from: Instant; on: IsoDate; timeZone: string };

function attemptsOf({ companyId, processor }: ProcessorScope, more: SQL | undefined) {
  return and(matching(attempts, { companyId, processor }), more);
}

/** Open, or an orphan: those stay CREATED while another attempt is open on their invoice. */
function isUndecided() {
  return or(isOpenAttempt(), matching(attempts, { state: 'CREATED', isOrphan: true }));
}

export async function oldestUndecided(tx: Tx, scope: ProcessorScope): Promise<Instant | null> {
  const [row] = await tx
    .select({ createdAt: attempts.createdAt })
    .from(attempts)
    .where(attemptsOf(scope, isUndecided()))
    .orderBy(asc(attempts.createdAt), asc(attempts.id))
    .limit(1);
  return row?.createdAt ?? null;
}

export async function attemptsSince(
  tx: Tx,
  scope: ProcessorScope,
  from: Instant,
): Promise<Attempt[]> {
  return tx
    .select()
    .from(attempts)
    .where(attemptsOf(scope, gte(attempts.createdAt, from)));
}

/** By our ids or by the processor's references. */
export async function attemptsNamed(
  tx: Tx,
  scope: ProcessorScope,
  named: { ids: Attempt['id'][]; references: string[] },
): Promise<Attempt[]> {
  const { ids, references } = named;
  const byId = ids.length > 0 ? inArray(attempts.id, ids) : sql`false`;
  const byReference =
    references.length > 0 ? inArray(attempts.processorReference, references) : sql`false`;
  return tx
    .select()
    .from(attempts)
    .where(attemptsOf(scope, or(byId, byReference)));
}

/** Succeeded bank debits that can still be returned. */
export async function paidDebitsSince(
  tx: Tx,
  scope: ProcessorScope,
  from: Instant,
): Promise<Attempt[]> {
  const isPaidDebit = and(
    matching(attempts, { method: 'ACH', state: 'SUCCEEDED' }),
    gte(attempts.createdAt, from),
  );
  return tx
    .select()
    .from(attempts)
    .where(attemptsOf(scope, isPaidDebit))
    .orderBy(asc(attempts.createdAt), asc(attempts.id));
}

/** Sent without a known outcome, oldest first. */
export async function listUnresolvedAttempts(
  tx: Tx,
  { companyId, before }: { companyId?: CompanyId; before: Instant },
): Promise<Attempt[]> {
  return tx
    .select()
    .from(attempts)
    .where(
      and(
        companyId ? eq(attempts.companyId, companyId) : undefined,
        inArray(attempts.state, ['SENT', 'UNKNOWN']),
        lte(attempts.createdAt, before),
      ),
    )
    .orderBy(asc(attempts.createdAt), asc(attempts.id));
}
