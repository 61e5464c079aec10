import type { Instant } from '@quittance/contract/dates';
import type { AttemptId, CompanyId, CustomerId } from '@quittance/contract/ids';
import { ZERO } from '@quittance/contract/money';
import { PAYMENT_TYPES } from '@quittance/contract/vocabulary';
import { type AttemptState, OPEN_STATES } from '@quittance/domain/status/payment-status';
import { and, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type InvoiceKey, matching, type RequestKey } from '../platform/database/keys.ts';
import { readPrepared } from '../platform/database/prepared.ts';
import {
  findNewestRow,
  findRow,
  firstRow,
  hasRows,
  insertAhead,
  insertRow,
  lockRow,
  updateAhead,
  updateRow,
} from '../platform/database/rows.ts';
import { readAcross } from '../platform/database/sharding/across-companies.ts';
import { together } from '../platform/database/transaction.ts';
import { attemptParts } from '../schema/attempt-parts.ts';
import { attemptMoves, attempts } from '../schema/payments.ts';

/** Response code of an attempt that never reached its processor. */
export const NOT_SENT = 'not_sent';

export type Attempt = typeof attempts.$inferSelect;
export type NewAttempt = typeof attempts.$inferInsert;

export type AttemptKey = { companyId: CompanyId; attemptId: AttemptId };

/** Rows that belong to an attempt also store its customer. */
export type OwnedAttempt = Pick<Attempt, 'companyId' | 'id' | 'customerId'>;

export async function insertAttempt(tx: Tx, attempt: NewAttempt): Promise<Attempt> {
  return insertRow(tx, attempts, attempt);
}

/** Columns of an attempt that has just been written and has no outcome. */
const WITHOUT_OUTCOME = {
  refundedCents: ZERO,
  creditUsedCents: ZERO,
  disputeState: null,
  declineClass: null,
  isOrphan: false,
  processorReference: null,
  responseCode: null,
  responseMessage: null,
  leasedBy: null,
  heldAt: null,
  checkCount: 0,
  settledAt: null,
  acknowledgedAt: null,
  warning: null,
  warnedAt: null,
  updatedAt: null,
} as const;

/** Does not wait for the write and returns the row. The transaction commits only if it is written. */
export function addAttempt(tx: Tx, attempt: Omit<Attempt, keyof typeof WITHOUT_OUTCOME>): Attempt {
  insertAhead(tx, attempts, attempt);
  return { ...WITHOUT_OUTCOME, ...attempt };
}

export async function findAttempt(
  tx: Tx,
  { companyId, attemptId }: AttemptKey,
): Promise<Attempt | null> {
  return findRow(tx, attempts, { companyId, id: attemptId });
}

type ManualKey = Pick<Attempt, 'companyId' | 'method'> & {
  reference: string;
  customerId?: CustomerId;
};

/** Finds a payment that the company recorded under this number and has not reversed (R89, R102). */
export async function findManualAttempt(
  tx: Tx,
  { reference, ...key }: ManualKey,
): Promise<Attempt | null> {
  const isNumbered = sql`lower(${attempts.reference}) = lower(${reference}) and ${attempts.state} <> 'RETURNED'`;
  return firstRow(
    tx
      .select()
      .from(attempts)
      .where(and(matching(attempts, key), isNumbered)),
  );
}

export async function lockAttempt(
  tx: Tx,
  { companyId, attemptId }: AttemptKey,
): Promise<Attempt | null> {
  return lockRow(tx, attempts, { companyId, id: attemptId });
}

export type AttemptChange = Partial<
  Pick<
    Attempt,
    | 'state'
    | 'creditCents'
    | 'refundedCents'
    | 'disputeState'
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
    | 'heldAt'
    | 'settledAt'
    | 'warning'
    | 'warnedAt'
    | 'updatedAt'
  >
>;

export async function updateAttempt(
  tx: Tx,
  { companyId, attemptId }: AttemptKey,
  change: AttemptChange,
): Promise<Attempt> {
  return updateRow(tx, attempts, { key: { companyId, id: attemptId }, change });
}

/**
 * Like `updateAttempt`, for an attempt that is already locked. Does not wait for the write and returns the updated
 * row.
 */
export function changeAttempt(tx: Tx, attempt: Attempt, change: AttemptChange): Attempt {
  const { companyId, id } = attempt;
  updateAhead(tx, attempts, { key: { companyId, id }, change });
  return { ...attempt, ...change };
}

export type Move = { fromState: AttemptState; toState: AttemptState; source: string; at: Instant };

export async function appendMove(tx: Tx, attempt: OwnedAttempt, move: Move): Promise<void> {
  const { companyId, id: attemptId, customerId } = attempt;
  insertAhead(tx, attemptMoves, { companyId, attemptId, customerId, ...move });
}

/** Finds the newest payment of the request, whatever its outcome (R105). */
export async function findNewestAttempt(
  tx: Tx,
  { companyId, requestId }: RequestKey,
): Promise<Attempt | null> {
  return findNewestRow(tx, attempts, { companyId, requestId, type: PAYMENT_TYPES });
}

/** Condition: the attempt is open and holds its payable, so no other attempt may start on it. */
export function isOpenAttempt() {
  return matching(attempts, { state: OPEN_STATES });
}

/** The only query for open attempts. Use it with `hasRows`, or as a subquery of `exists`. */
export function selectOpenAttempts(tx: Tx, ...conditions: (SQL | undefined)[]) {
  return tx
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(isOpenAttempt(), ...conditions));
}

export async function hasOpenAttempt(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
  except?: AttemptId,
): Promise<boolean> {
  const [alone, among] = await together([
    findRow(tx, attempts, { companyId, invoiceId, state: OPEN_STATES }),
    findRow(tx, attemptParts, { companyId, invoiceId, isOpen: true }),
  ]);
  // At most one attempt of each kind can be open.
  return (alone !== null && alone.id !== except) || (among !== null && among.attemptId !== except);
}

export async function hasOpenAttemptOnRequest(
  tx: Tx,
  { companyId, requestId }: RequestKey,
): Promise<boolean> {
  return (await findRow(tx, attempts, { companyId, requestId, state: OPEN_STATES })) !== null;
}

/** Locks the amount that a negotiation waived on the invoice (R11), while the waiver stands. */
export async function lockWaiver(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<Attempt | null> {
  return lockRow(tx, attempts, {
    companyId,
    invoiceId,
    method: 'NEGOTIATION',
    state: 'SUCCEEDED',
  });
}

/** Locks the balance that is given up, as long as the invoice is written off (R115). */
export async function lockUncollectible(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<Attempt | null> {
  const standing = { method: 'UNCOLLECTIBLE', state: 'SUCCEEDED' } as const;
  return lockRow(tx, attempts, { companyId, invoiceId, ...standing });
}

/** Locks what was written off with a payment that was too small (R101), while the write-off stands. */
export async function lockShortfall(
  tx: Tx,
  { companyId, invoiceId, requestId }: InvoiceKey & RequestKey,
): Promise<Attempt | null> {
  const standing = { method: 'WRITE_OFF', state: 'SUCCEEDED' } as const;
  return lockRow(tx, attempts, { companyId, invoiceId, requestId, ...standing });
}

/** Returns false if the attempt does not pay a plan, or if another attempt pays the same plan. */
export async function isOnlyAttemptOfPlan(
  tx: Tx,
  { companyId, planId, id }: Pick<Attempt, 'companyId' | 'planId' | 'id'>,
): Promise<boolean> {
  if (!planId) return false;
  const read = { name: 'other_attempt_of_plan', values: { companyId, planId, id } };
  const others = readPrepared(tx, read, () => ({
    selection: { id: attempts.id },
    source: sql`from ${attempts} where ${attempts.companyId} = ${sql.placeholder('companyId')}
      and ${attempts.planId} = ${sql.placeholder('planId')}
      and ${attempts.id} <> ${sql.placeholder('id')} limit 1`,
  }));
  return !(await hasRows(others));
}

/** Finds the attempt by the processor's charge id, which is unique within a company. */
export async function findByProcessorReference(
  tx: Tx,
  { companyId, processorReference }: { companyId: CompanyId; processorReference: string },
): Promise<Attempt | null> {
  return findRow(tx, attempts, { companyId, processorReference });
}

export const attemptQueue = {
  table: attempts,
  dueAt: 'nextCheckAt',
  isWaiting: isOpenAttempt(),
  /** Longer than a lookup plus the call that may follow it. */
  leaseMs: 45_000,
} as const;

export const isAttempt = ({ attemptId }: Pick<AttemptKey, 'attemptId'>) =>
  matching(attempts, { id: attemptId });

export const isAttemptAt = (processor: Attempt['processor']) => matching(attempts, { processor });

/** Requires system scope. Lists the processors that have attempts to check. */
export async function listProcessorsToCheck(
  tx: Tx,
  isDue: SQL | undefined,
): Promise<Attempt['processor'][]> {
  const { companyId, processor } = attempts;
  const rows = await readAcross(tx, 'each processor has a queue of its own', (isAsked) =>
    tx
      .selectDistinct({ processor })
      .from(attempts)
      .where(and(isDue, isAsked(companyId))),
  );
  return [...new Set(rows.map((row) => row.processor))].sort();
}
