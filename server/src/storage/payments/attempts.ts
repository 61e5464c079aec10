/** Attempts and their history: the rows that say what we tried and what became of it. */
import type { Instant } from '@quittance/contract/dates';
import type { AttemptId, CompanyId, InvoiceId, RequestId } from '@quittance/contract/ids';
import { type AttemptState, OPEN_STATES } from '@quittance/domain/status/payment-status';
import { and, asc, desc, eq, inArray, lte, ne } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { attemptMoves, attempts } from '../schema/payments.ts';

export type Attempt = typeof attempts.$inferSelect;
export type NewAttempt = typeof attempts.$inferInsert;

export type AttemptKey = { companyId: CompanyId; attemptId: AttemptId };

/** The attempt holds its payable: no other may start on it. */
export function isOpenAttempt() {
  return inArray(attempts.state, [...OPEN_STATES]);
}

function isKey(key: AttemptKey) {
  return and(eq(attempts.companyId, key.companyId), eq(attempts.id, key.attemptId));
}

export async function insertAttempt(tx: Tx, attempt: NewAttempt): Promise<Attempt> {
  const [row] = await tx.insert(attempts).values(attempt).returning();
  if (!row) throw new Error('An inserted attempt was not returned');
  return row;
}

export async function findAttempt(tx: Tx, key: AttemptKey): Promise<Attempt | null> {
  const [row] = await tx.select().from(attempts).where(isKey(key));
  return row ?? null;
}

export async function lockAttempt(tx: Tx, key: AttemptKey): Promise<Attempt | null> {
  const [row] = await tx.select().from(attempts).where(isKey(key)).for('update');
  return row ?? null;
}

export type AttemptChange = Partial<
  Pick<
    Attempt,
    | 'state'
    | 'creditCents'
    | 'methodId'
    | 'methodBrand'
    | 'methodLast4'
    | 'processorReference'
    | 'responseCode'
    | 'responseMessage'
    | 'declineClass'
    | 'orderSealed'
    | 'mandateId'
    | 'nextCheckAt'
    | 'checkCount'
    | 'settledAt'
  >
>;

export async function updateAttempt(
  tx: Tx,
  key: AttemptKey,
  change: AttemptChange,
): Promise<Attempt> {
  const [row] = await tx.update(attempts).set(change).where(isKey(key)).returning();
  if (!row) throw new Error('An updated attempt was not returned');
  return row;
}

export type Move = { fromState: AttemptState; toState: AttemptState; source: string; at: Instant };

export async function appendMove(tx: Tx, key: AttemptKey, move: Move): Promise<void> {
  await tx.insert(attemptMoves).values({ ...key, ...move });
}

type RequestKey = { companyId: CompanyId; requestId: RequestId };

export async function findNewestAttempt(tx: Tx, key: RequestKey): Promise<Attempt | null> {
  const [row] = await tx
    .select()
    .from(attempts)
    .where(and(eq(attempts.companyId, key.companyId), eq(attempts.requestId, key.requestId)))
    .orderBy(desc(attempts.createdAt), desc(attempts.id))
    .limit(1);
  return row ?? null;
}

/** Whether the plan was paid on, or tried to be, by any other attempt. */
export async function isOnlyAttemptOfPlan(
  tx: Tx,
  { companyId, planId, id }: Pick<Attempt, 'companyId' | 'planId' | 'id'>,
): Promise<boolean> {
  if (!planId) return false;
  const others = await tx
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.companyId, companyId), eq(attempts.planId, planId), ne(attempts.id, id)))
    .limit(1);
  return others.length === 0;
}

/** By the processor's own name for the charge, which is unique within a company. */
export async function findByProcessorReference(
  tx: Tx,
  { companyId, processorReference }: { companyId: CompanyId; processorReference: string },
): Promise<Attempt | null> {
  const [row] = await tx
    .select()
    .from(attempts)
    .where(
      and(eq(attempts.companyId, companyId), eq(attempts.processorReference, processorReference)),
    );
  return row ?? null;
}

type InvoiceKey = { companyId: CompanyId; invoiceId: InvoiceId };

/** Whether an open attempt, other than the given one, exists on the invoice or the request. */
export async function hasOpenAttempt(
  tx: Tx,
  key: InvoiceKey | RequestKey,
  except?: AttemptId,
): Promise<boolean> {
  const isPayable =
    'invoiceId' in key
      ? eq(attempts.invoiceId, key.invoiceId)
      : eq(attempts.requestId, key.requestId);
  const isOther = except ? ne(attempts.id, except) : undefined;
  const rows = await tx
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.companyId, key.companyId), isPayable, isOpenAttempt(), isOther))
    .limit(1);
  return rows.length > 0;
}

/** Shown as transactions: everything that was really tried, newest first. */
export async function listAttempts(tx: Tx, key: InvoiceKey, limit: number): Promise<Attempt[]> {
  return tx
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.companyId, key.companyId),
        eq(attempts.invoiceId, key.invoiceId),
        ne(attempts.state, 'CREATED'),
      ),
    )
    .orderBy(desc(attempts.createdAt), desc(attempts.id))
    .limit(limit);
}

/** System scope: open attempts of all companies whose time to ask again has come, oldest first. */
export async function findDueAttempts(tx: Tx, now: Instant, limit: number): Promise<AttemptKey[]> {
  return tx
    .select({ companyId: attempts.companyId, attemptId: attempts.id })
    .from(attempts)
    .where(and(isOpenAttempt(), lte(attempts.nextCheckAt, now)))
    .orderBy(asc(attempts.nextCheckAt), asc(attempts.id))
    .limit(limit);
}
