/**
 * Finds the companies for which a sweep has work, in one statement, by the calendar of each. A company whose rows
 * only wait for a later day is not visited: with thousands of companies, the visits would be the load. A condition
 * may be broader than that of its sweep, which reads everything again, but never narrower.
 */

import type { Instant } from '@quittance/contract/dates';
import { GRACE_DAYS, REMIND_AFTER_DAYS } from '@quittance/domain/dunning/arrangement-end';
import { and, eq, exists, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import {
  isCandidate,
  isChargeToClose,
  selectCandidates,
} from '../../arrangements/auto-pay-charges.ts';
import { isExpiredOffer, isOverdue } from '../../arrangements/due.ts';
import {
  isInstallmentToNotify,
  isScheduleToNotify,
  selectInstallments,
  selectSchedules,
} from '../../arrangements/notices.ts';
import { isOverPlan } from '../../arrangements/uncharged.ts';
import {
  type CompanyToVisit,
  isInRunWindow,
  listChargingCompanies,
  localTime,
} from '../../companies/store.ts';
import { isContestedInvoice } from '../../ledger/holds.ts';
import { isCardToNotify } from '../../methods/expiring-methods.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { matching, references } from '../../platform/database/keys.ts';
import { onOneServer } from '../../platform/database/sharding/across-companies.ts';
import { autoPayCharges, installments, plans, schedules } from '../../schema/arrangements.ts';
import { companies } from '../../schema/companies.ts';
import { customers, HAS_CREDIT, paymentMethods } from '../../schema/customers.ts';
import { invoices } from '../../schema/invoices.ts';

/** The company's local time and date, as expressions over its row. */
type LocalTime = { at: SQL; today: SQL };

type Work = (tx: Tx, local: LocalTime) => SQL | undefined;

function hasAny(tx: Tx, table: PgTable, condition: SQL | undefined): SQL {
  return exists(tx.select({ one: sql`1` }).from(table).where(condition));
}

const ofCompany = { companyId: companies.companyId };

const hasOverdue: Work = (tx, { today }) =>
  or(
    hasAny(tx, invoices, and(matching(invoices, ofCompany), isOverdue(today))),
    hasAny(tx, invoices, and(matching(invoices, ofCompany), isExpiredOffer(today))),
  );

const hasCredit: Work = (tx) =>
  and(
    eq(companies.isCreditApplied, true),
    hasAny(tx, customers, and(matching(customers, ofCompany), HAS_CREDIT)),
  );

const hasAutoPay: Work = (tx, { today }) =>
  or(
    hasAny(tx, autoPayCharges, and(matching(autoPayCharges, ofCompany), isChargeToClose(tx))),
    exists(
      selectCandidates(tx).where(
        and(
          matching(invoices, ofCompany),
          isCandidate(tx, { companyId: invoices.companyId, today }),
        ),
      ),
    ),
  );

const hasNotices: Work = (tx, { today }) =>
  or(
    exists(selectSchedules(tx).where(isScheduleToNotify(tx, companies.companyId, today))),
    exists(selectInstallments(tx).where(isInstallmentToNotify(tx, companies.companyId, today))),
  );

/** Worded exactly like the index predicate, so that the index is used. */
const isUnpaid = sql`${installments.status} in ('OPEN', 'FAILED')`;

const isRunning = ({ at }: LocalTime) => and(isNull(companies.chargesHeldSince), isInRunWindow(at));

const hasDue: Work = (tx, local) => {
  const { today } = local;
  const single = (table: typeof schedules | typeof autoPayCharges) =>
    and(
      matching<PgTable>(table, ofCompany),
      sql`${table.state} = 'LIVE'`,
      lte(table.attemptOn, today),
    );
  const isDueInstallment = and(
    matching(installments, ofCompany),
    isUnpaid,
    lte(installments.attemptOn, today),
  );
  const isAny = or(
    hasAny(tx, schedules, single(schedules)),
    hasAny(tx, installments, isDueInstallment),
    hasAny(tx, autoPayCharges, single(autoPayCharges)),
  );
  return and(isRunning(local), isAny);
};

type Suspendable = typeof schedules | typeof plans;

/** A suspended arrangement has work when its reminder is due, when it may end, and after a lost dispute. */
function isSuspendedWithWork(table: Suspendable, today: SQL, mayEnd: (since: SQL) => SQL) {
  const since = sql`(${table.suspendedAt} at time zone ${companies.timeZone})::date`;
  const isToRemind = and(
    isNull(table.remindedAt),
    sql`${since} + ${REMIND_AFTER_DAYS}::int <= ${today}`,
  );
  const isContested = isContestedInvoice({
    companyId: table.companyId,
    invoiceId: table.invoiceId,
  });
  return and(
    matching<PgTable>(table, { ...ofCompany, state: 'SUSPENDED' }),
    or(isToRemind, mayEnd(since), isContested),
  );
}

const hasUncharged: Work = (tx, { today }) => {
  const isEnding = (dueOn: SQL | typeof schedules.chargeOn, since: SQL) =>
    sql`greatest(${dueOn}, ${since}) + ${GRACE_DAYS}::int <= ${today}`;
  const isSchedule = isSuspendedWithWork(schedules, today, (since) =>
    isEnding(schedules.chargeOn, since),
  );
  const isPlan = isSuspendedWithWork(plans, today, (since) =>
    hasAny(
      tx,
      installments,
      and(
        references(installments.planId, plans),
        isUnpaid,
        or(eq(installments.isMissed, true), isEnding(sql`${installments.dueOn}`, since)),
      ),
    ),
  );
  const isOver = and(matching(plans, ofCompany), isOverPlan(today));
  return and(
    isNull(companies.chargesHeldSince),
    or(hasAny(tx, schedules, isSchedule), hasAny(tx, plans, isPlan), hasAny(tx, plans, isOver)),
  );
};

const hasExpiring: Work = (tx, { today }) =>
  hasAny(tx, paymentMethods, and(matching(paymentMethods, ofCompany), isCardToNotify(tx, today)));

const WORK = { hasOverdue, hasCredit, hasAutoPay, hasNotices, hasDue, hasUncharged, hasExpiring };

export type KindOfWork = keyof typeof WORK;

/**
 * Lists companies that have work of this kind now and whose customers may be charged, which excludes demo companies.
 * On a distributed database, all companies are listed: Citus does not support this condition on a reference table.
 */
export async function listCompaniesWith(
  { asSystem, isDistributed }: Database,
  { kind, now }: { kind: KindOfWork; now: Instant },
): Promise<CompanyToVisit[]> {
  const at = localTime(now);
  const isOnSeveral = await isDistributed();
  return asSystem((tx) =>
    listChargingCompanies(
      tx,
      isOnSeveral
        ? undefined
        : and(
            onOneServer('Citus takes no such condition on companies'),
            WORK[kind](tx, { at, today: sql`${at}::date` }),
          ),
    ),
  );
}
