/**
 * Finds the companies for which a sweep may have work, in one statement, so that a sweep does not visit all
 * companies. The conditions are broader than those of the sweep, which decides by each company's own calendar.
 */
import type { IsoDate } from '@quittance/contract/dates';
import { and, asc, eq, exists, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type CompanyRow, listChargingCompanies } from '../companies/store.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { matching, references } from '../platform/database/keys.ts';
import { autoPayCharges, installments, plans, schedules } from '../schema/arrangements.ts';
import { companies } from '../schema/companies.ts';
import { customers, paymentMethods } from '../schema/customers.ts';
import { invoices } from '../schema/invoices.ts';

type Work = (tx: Tx, until: IsoDate) => SQL | undefined;

function hasAny(tx: Tx, table: PgTable, condition: SQL | undefined): SQL {
  return exists(tx.select({ one: sql`1` }).from(table).where(condition));
}

const ofCompany = { companyId: companies.companyId };

const hasOverdue: Work = (tx, until) =>
  or(
    hasAny(
      tx,
      invoices,
      and(matching(invoices, { ...ofCompany, status: 'DUE' }), lt(invoices.dueOn, until)),
    ),
    hasAny(
      tx,
      invoices,
      and(matching(invoices, ofCompany), sql`${invoices.negotiation} is not null`),
    ),
  );

const hasAutoPay: Work = (tx, until) =>
  or(
    hasAny(tx, autoPayCharges, matching(autoPayCharges, { ...ofCompany, state: 'LIVE' })),
    exists(
      tx
        .select({ one: sql`1` })
        .from(invoices)
        .innerJoin(customers, references(invoices.customerId, customers))
        .where(
          and(
            matching(invoices, { ...ofCompany, status: ['DUE', 'IN_COLLECTION'] }),
            lte(invoices.dueOn, until),
            eq(customers.isAutoPayActive, true),
          ),
        ),
    ),
  );

/** Worded exactly like the index predicate, so that the index is used. */
const isUnpaid = sql`${installments.status} in ('OPEN', 'FAILED')`;

const hasAgreed: Work = (tx, until) =>
  or(
    hasAny(
      tx,
      schedules,
      and(matching(schedules, { ...ofCompany, state: 'LIVE' }), lte(schedules.attemptOn, until)),
    ),
    hasAny(
      tx,
      installments,
      and(matching(installments, ofCompany), isUnpaid, lte(installments.attemptOn, until)),
    ),
  );

const hasDue: Work = (tx, until) =>
  or(
    hasAgreed(tx, until),
    hasAny(
      tx,
      autoPayCharges,
      and(
        matching(autoPayCharges, { ...ofCompany, state: 'LIVE' }),
        lte(autoPayCharges.attemptOn, until),
      ),
    ),
  );

const hasUncharged: Work = (tx) =>
  or(
    hasAny(tx, schedules, matching(schedules, { ...ofCompany, state: 'SUSPENDED' })),
    hasAny(tx, plans, matching(plans, { ...ofCompany, state: ['LIVE', 'SUSPENDED'] })),
  );

/** Cards that expired months ago are not checked again. */
const hasExpiring: Work = (tx, until) =>
  hasAny(
    tx,
    paymentMethods,
    and(
      matching(paymentMethods, { ...ofCompany, state: 'active' }),
      sql`make_date(${paymentMethods.expiresYear}, ${paymentMethods.expiresMonth}, 1)
        between ${until}::date - interval '3 months' and ${until}::date`,
    ),
  );

const WORK = { hasOverdue, hasAutoPay, hasAgreed, hasDue, hasUncharged, hasExpiring };

export type KindOfWork = keyof typeof WORK;

/**
 * Lists companies that have work of this kind due by this day and whose customers may be charged, which excludes
 * demo companies. On a distributed database, all companies are listed: Citus does not support this condition on a
 * reference table.
 */
export async function listCompaniesWith(
  { asSystem, isDistributed }: Database,
  { kind, until }: { kind: KindOfWork; until: IsoDate },
): Promise<CompanyRow[]> {
  if (await isDistributed()) return asSystem(listChargingCompanies);
  return asSystem((tx) =>
    tx
      .select()
      .from(companies)
      .where(and(eq(companies.isDemo, false), WORK[kind](tx, until)))
      .orderBy(asc(companies.domain)),
  );
}
