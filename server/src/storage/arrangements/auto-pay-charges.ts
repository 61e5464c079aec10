/**
 * Auto-pay's own rows (R14): the invoices it has yet to take up, and the charges it has planned for
 * them. When and whether to charge is decided by payments/.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { CompanyId, MandateId } from '@quittance/contract/ids';
import { and, asc, eq, exists, inArray, not, notInArray, or, sql } from 'drizzle-orm';
import type { InvoiceRow, MethodRow } from '../billing/invoices.ts';
import type { Tx } from '../database.ts';
import { autoPayCharges } from '../schema/arrangements.ts';
import { customers, paymentMethods } from '../schema/customers.ts';
import { invoices } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import type { CustomerKey } from './auto-pay.ts';

export type AutoPayChargeRow = typeof autoPayCharges.$inferSelect;

/** An open invoice of a customer whose auto-pay is on and has not taken it up. */
export type AutoPayCandidate = {
  invoice: InvoiceRow;
  method: MethodRow;
  mandateId: MandateId;
  sinceOn: IsoDate;
};

type Until = { companyId: CompanyId; dueUntil: IsoDate };

const OPEN_INVOICE = ['DUE', 'IN_COLLECTION'] as const;

/**
 * What was given up stays given up while the authorisation is the same: only a new one, which comes
 * with another method, is a reason to try again.
 */
export async function findAutoPayCandidates(
  tx: Tx,
  { companyId, dueUntil }: Until,
): Promise<AutoPayCandidate[]> {
  const taken = tx
    .select({ one: sql`1` })
    .from(autoPayCharges)
    .where(
      and(
        eq(autoPayCharges.companyId, invoices.companyId),
        eq(autoPayCharges.invoiceId, invoices.id),
        or(
          eq(autoPayCharges.state, 'LIVE'),
          and(
            eq(autoPayCharges.state, 'GAVE_UP'),
            eq(autoPayCharges.mandateId, customers.autoPayMandateId),
          ),
        ),
      ),
    );
  const rows = await tx
    .select({
      invoice: invoices,
      method: paymentMethods,
      mandateId: customers.autoPayMandateId,
      sinceOn: customers.autoPaySinceOn,
    })
    .from(invoices)
    .innerJoin(
      customers,
      and(eq(customers.companyId, invoices.companyId), eq(customers.id, invoices.customerId)),
    )
    .innerJoin(
      paymentMethods,
      and(
        eq(paymentMethods.companyId, customers.companyId),
        eq(paymentMethods.id, customers.autoPayMethodId),
        eq(paymentMethods.state, 'active'),
      ),
    )
    .where(
      and(
        eq(invoices.companyId, companyId),
        inArray(invoices.status, [...OPEN_INVOICE]),
        eq(customers.isAutoPayActive, true),
        sql`${invoices.dueOn} <= ${dueUntil}::date`,
        not(exists(taken)),
      ),
    )
    .orderBy(asc(invoices.dueOn), asc(invoices.accountRef));
  return rows.flatMap(({ mandateId, sinceOn, ...row }) =>
    mandateId && sinceOn ? [{ ...row, mandateId, sinceOn }] : [],
  );
}

/** False when another process was first: one live charge per invoice is all there can be. */
export async function insertAutoPayCharge(tx: Tx, charge: AutoPayChargeRow): Promise<boolean> {
  const rows = await tx
    .insert(autoPayCharges)
    .values(charge)
    .onConflictDoNothing()
    .returning({ id: autoPayCharges.id });
  return rows.length > 0;
}

export async function postponeAutoPayCharge(
  tx: Tx,
  { companyId, id }: { companyId: CompanyId; id: string },
  chargeOn: IsoDate,
): Promise<void> {
  await tx
    .update(autoPayCharges)
    .set({ chargeOn, nextTryOn: null })
    .where(and(eq(autoPayCharges.companyId, companyId), eq(autoPayCharges.id, id)));
}

/**
 * Closes live charges whose invoice is neither open nor being paid any more: done where auto-pay
 * itself paid it, canceled where somebody else did or made other arrangements.
 */
export async function closeSettledAutoPayCharges(tx: Tx, companyId: CompanyId): Promise<number> {
  const mine = sql`${attempts.occurrenceOf} = 'auto-pay:' || ${autoPayCharges.id}`;
  const isPaidByUs = exists(
    tx
      .select({ one: sql`1` })
      .from(attempts)
      .where(and(eq(attempts.companyId, companyId), eq(attempts.state, 'SUCCEEDED'), mine)),
  );
  const isElsewhere = exists(
    tx
      .select({ one: sql`1` })
      .from(invoices)
      .where(
        and(
          eq(invoices.companyId, autoPayCharges.companyId),
          eq(invoices.id, autoPayCharges.invoiceId),
          notInArray(invoices.status, [...OPEN_INVOICE, 'PENDING']),
        ),
      ),
  );
  const rows = await tx
    .update(autoPayCharges)
    .set({ state: sql`case when ${isPaidByUs} then 'DONE' else 'CANCELED' end` })
    .where(
      and(eq(autoPayCharges.companyId, companyId), eq(autoPayCharges.state, 'LIVE'), isElsewhere),
    )
    .returning({ id: autoPayCharges.id });
  return rows.length;
}

/** What the company has charged the customer on its own, on one day of its own calendar. */
export async function countMerchantCharges(
  tx: Tx,
  { companyId, customerId, timeZone, today }: CustomerKey & { timeZone: string; today: IsoDate },
): Promise<{ all: number; lateInstallments: number }> {
  const [row] = await tx
    .select({
      all: sql<number>`count(*)::int`,
      lateInstallments: sql<number>`count(*) filter (
        where ${attempts.planId} is not null and ${attempts.occurrenceOn} < ${today}::date)::int`,
    })
    .from(attempts)
    .where(
      and(
        eq(attempts.companyId, companyId),
        eq(attempts.customerId, customerId),
        eq(attempts.initiator, 'MIT'),
        sql`(${attempts.createdAt} at time zone ${timeZone})::date = ${today}::date`,
      ),
    );
  return row ?? { all: 0, lateInstallments: 0 };
}
