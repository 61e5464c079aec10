/**
 * Dates of payments that a list query does not return: when a bank debit was paid and returned, whether its account
 * is a business account, and when a failed charge is retried. Each is read by one statement, which runs only when
 * the list needs it.
 */
import type { Instant, IsoDate } from '@quittance/contract/dates';
import type { AttemptId, CompanyId, MethodId } from '@quittance/contract/ids';
import type { DebitTimeline } from '@quittance/contract/invoices/payment-outcome';
import { dateIn } from '@quittance/contract/local-time';
import { debitTimeline } from '@quittance/domain/checkout/debit-time';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { matching, references } from '../platform/database/keys.ts';
import { autoPayCharges, installments, plans, schedules } from '../schema/arrangements.ts';
import { paymentMethods } from '../schema/customers.ts';
import { attemptMoves, attempts } from '../schema/payments.ts';
import type { Attempt } from './attempts.ts';

type Times = { paidAt: Instant | null; returnedAt: Instant | null };

export type PaymentDays = {
  /** Times of returned debits. A return overwrites the time on the attempt; the history has both times. */
  times: ReadonlyMap<AttemptId, Times>;
  retries: ReadonlyMap<AttemptId, IsoDate>;
  businessAccounts: ReadonlySet<MethodId>;
};

type DatedAttempt = Pick<
  Attempt,
  'id' | 'method' | 'processor' | 'state' | 'occurrenceOf' | 'methodId' | 'createdAt' | 'settledAt'
>;

const isDebit = ({ method, processor }: DatedAttempt) => method === 'ACH' && processor !== 'manual';

async function readTimes(tx: Tx, companyId: CompanyId, attemptIds: readonly AttemptId[]) {
  const times = new Map<AttemptId, Times>();
  if (attemptIds.length === 0) return times;
  const moves = await tx
    .select()
    .from(attemptMoves)
    .where(
      matching(attemptMoves, {
        companyId,
        attemptId: [...attemptIds],
        toState: ['SUCCEEDED', 'RETURNED'],
      }),
    )
    .orderBy(asc(attemptMoves.id));
  for (const { attemptId, toState, at } of moves) {
    const known = times.get(attemptId) ?? { paidAt: null, returnedAt: null };
    const change = toState === 'SUCCEEDED' ? { paidAt: at } : { returnedAt: at };
    times.set(attemptId, { ...known, ...change });
  }
  return times;
}

/** Only auto-pay occurrences, named 'auto-pay:<id>', contain an id that can be cast. */
const AUTO_PAY_ID = sql`case when ${attempts.occurrenceOf} like 'auto-pay:%'
  then substr(${attempts.occurrenceOf}, 10)::uuid end`;

async function readRetries(tx: Tx, companyId: CompanyId, attemptIds: readonly AttemptId[]) {
  const retries = new Map<AttemptId, IsoDate>();
  if (attemptIds.length === 0) return retries;
  const rows = await tx
    .select({
      id: attempts.id,
      schedule: schedules.nextTryOn,
      installment: installments.nextTryOn,
      autoPay: autoPayCharges.nextTryOn,
    })
    .from(attempts)
    .leftJoin(
      schedules,
      and(references(attempts.scheduleId, schedules), eq(schedules.state, 'LIVE')),
    )
    .leftJoin(plans, and(references(attempts.planId, plans), eq(plans.state, 'LIVE')))
    .leftJoin(
      installments,
      and(
        eq(installments.companyId, plans.companyId),
        eq(installments.planId, plans.id),
        eq(installments.index, attempts.installmentFrom),
        eq(installments.status, 'FAILED'),
        eq(installments.isMissed, false),
      ),
    )
    .leftJoin(
      autoPayCharges,
      and(
        eq(autoPayCharges.companyId, attempts.companyId),
        eq(autoPayCharges.id, AUTO_PAY_ID),
        eq(autoPayCharges.state, 'LIVE'),
      ),
    )
    .where(matching(attempts, { companyId, id: [...attemptIds] }));
  for (const { id, schedule, installment, autoPay } of rows) {
    const day = schedule ?? installment ?? autoPay;
    if (day) retries.set(id, day);
  }
  return retries;
}

async function readBusinessAccounts(tx: Tx, companyId: CompanyId, ids: readonly MethodId[]) {
  if (ids.length === 0) return new Set<MethodId>();
  const rows = await tx
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(
      matching(paymentMethods, {
        companyId,
        id: [...new Set(ids)],
        accountType: ['BUSINESS_CHECKING', 'BUSINESS_SAVINGS'],
      }),
    );
  return new Set(rows.map(({ id }) => id));
}

export async function readPaymentDays(
  tx: Tx,
  companyId: CompanyId,
  shown: readonly DatedAttempt[],
): Promise<PaymentDays> {
  const debits = shown.filter(isDebit);
  const toIds = (list: readonly DatedAttempt[]) => [...new Set(list.map(({ id }) => id))];
  const returned = debits.filter(({ state }) => state === 'RETURNED');
  const undone = shown.filter(
    ({ state, occurrenceOf }) =>
      occurrenceOf !== null && (state === 'FAILED' || state === 'RETURNED'),
  );
  return {
    times: await readTimes(tx, companyId, toIds(returned)),
    retries: await readRetries(tx, companyId, toIds(undone)),
    businessAccounts: await readBusinessAccounts(
      tx,
      companyId,
      debits.flatMap(({ methodId }) => methodId ?? []),
    ),
  };
}

/**
 * Returns null for a payment that is not a bank debit, and for a debit that has settled and can no longer be
 * returned. Dates are in the company's calendar.
 */
export function toDebitDays(
  attempt: DatedAttempt,
  { times, businessAccounts }: PaymentDays,
  { timeZone, today }: { timeZone: string; today: IsoDate },
): DebitTimeline | null {
  if (!isDebit(attempt)) return null;
  const { id, state, methodId, createdAt, settledAt } = attempt;
  const { paidAt = null, returnedAt = null } = times.get(id) ?? {};
  const toDay = (at: Instant | null) => at && dateIn(timeZone, at);
  const line = debitTimeline({
    submittedOn: dateIn(timeZone, createdAt),
    failedOn: state === 'FAILED' ? toDay(settledAt ?? createdAt) : null,
    settledOn: toDay(state === 'SUCCEEDED' ? (settledAt ?? createdAt) : paidAt),
    returnedOn: state === 'RETURNED' ? toDay(returnedAt ?? settledAt ?? createdAt) : null,
    isBusinessAccount: methodId !== null && businessAccounts.has(methodId),
    today,
  });
  return state === 'SUCCEEDED' && today > line.unauthorizedUntil ? null : line;
}
