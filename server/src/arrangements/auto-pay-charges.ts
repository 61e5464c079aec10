/**
 * Auto-pay (R14): the invoices not yet planned and the planned charges. payments/ decides whether and when to
 * charge.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { CompanyId, MandateId } from '@quittance/contract/ids';
import {
  and,
  asc,
  type Column,
  eq,
  exists,
  lt,
  max,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { NOT_SENT } from '../ledger/attempts.ts';
import { isContestedInvoice } from '../ledger/holds.ts';
import type { Tx } from '../platform/database/database.ts';
import {
  type CustomerKey,
  type InvoiceKey,
  matching,
  references,
} from '../platform/database/keys.ts';
import { readPrepared } from '../platform/database/prepared.ts';
import { hasRows, listRows } from '../platform/database/rows.ts';
import { autoPayCharges, IS_SKIPPED } from '../schema/arrangements.ts';
import type { MethodRow } from '../schema/customers.ts';
import { customers, paymentMethods } from '../schema/customers.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { invoices } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import { isNoticeDue, isSoon } from './notices.ts';

export type AutoPayCandidate = {
  invoice: InvoiceRow;
  method: MethodRow;
  mandateId: MandateId;
  sinceOn: IsoDate;
};

const OPEN_INVOICE = ['DUE', 'IN_COLLECTION'] as const;

/**
 * An outdated charge is planned again (R81). It is before the invoice's due date because the company has since
 * moved that date.
 */
const IS_OUTDATED = lt(autoPayCharges.attemptOn, invoices.dueOn);

export const isUpToDate = and(matching(autoPayCharges, { state: 'LIVE' }), not(IS_OUTDATED));

/**
 * Condition under which an invoice is not planned again: its charge is already planned, was given up under this
 * mandate, or the payer took the invoice out of auto-pay.
 */
const isPlanned = (mandateId: MandateId | typeof customers.autoPayMandateId) =>
  or(
    isUpToDate,
    matching(autoPayCharges, { state: 'EXCLUDED' }),
    matching(autoPayCharges, { state: 'GAVE_UP', mandateId }),
  );

/** Selects the charges that keep an invoice of the outer query, which joins its customer, from being planned. */
export const selectPlannedCharges = (tx: Tx, companyId: CompanyId | Column) =>
  tx
    .select({ one: sql`1` })
    .from(autoPayCharges)
    .where(
      and(
        matching(autoPayCharges, { companyId, invoiceId: invoices.id }),
        isPlanned(customers.autoPayMandateId),
      ),
    );

/**
 * Condition for an open invoice that auto-pay charges without its payer: the charge is planned, or it will be,
 * because nothing keeps it from being planned. A contested invoice is not charged (R82).
 */
export function isTakenByAutoPay(tx: Tx, companyId: CompanyId | Column): SQL {
  const planned = tx
    .select({ one: sql`1` })
    .from(autoPayCharges)
    .where(and(matching(autoPayCharges, { companyId, invoiceId: invoices.id }), isUpToDate));
  const expecting = tx
    .select({ one: sql`1` })
    .from(customers)
    .innerJoin(
      paymentMethods,
      and(
        references(customers.autoPayMethodId, paymentMethods),
        matching(paymentMethods, { state: 'active' }),
      ),
    )
    .where(
      and(
        matching(customers, { companyId, id: invoices.customerId }),
        eq(customers.isAutoPayActive, true),
        not(exists(selectPlannedCharges(tx, companyId))),
      ),
    );
  return sql`((${exists(planned)} or ${exists(expecting)}) and not ${isContestedInvoice({ companyId })})`;
}

/** Must run under the invoice lock, which planning and changing the charge also take. */
export async function hasAutoPayCharge(
  tx: Tx,
  { companyId, invoiceId, mandateId }: InvoiceKey & { mandateId: MandateId },
): Promise<boolean> {
  const isOfInvoice = matching(autoPayCharges, { companyId, invoiceId });
  const found = tx
    .select({ id: autoPayCharges.id })
    .from(autoPayCharges)
    .innerJoin(invoices, references(autoPayCharges.invoiceId, invoices));
  return hasRows(found.where(and(isOfInvoice, isPlanned(mandateId))).limit(1));
}

/**
 * A charge that was given up is planned again only under a new mandate, which comes with another payment method. A
 * contested invoice (R82), or one that the payer took out of auto-pay, is paid again only by the payer.
 */
export const isCandidate = (
  tx: Tx,
  { companyId, today }: { companyId: CompanyId | Column; today: SQL },
) =>
  and(
    matching(invoices, { status: OPEN_INVOICE }),
    eq(customers.isAutoPayActive, true),
    isSoon(invoices.dueOn, today),
    isNoticeDue(invoices.dueOn, today),
    not(exists(selectPlannedCharges(tx, companyId))),
    not(isContestedInvoice({ companyId })),
  );

export const selectCandidates = (tx: Tx) =>
  tx
    .select({
      invoice: invoices,
      method: paymentMethods,
      mandateId: customers.autoPayMandateId,
      sinceOn: customers.autoPaySinceOn,
    })
    .from(invoices)
    .innerJoin(customers, references(invoices.customerId, customers))
    .innerJoin(
      paymentMethods,
      and(
        references(customers.autoPayMethodId, paymentMethods),
        matching(paymentMethods, { state: 'active' }),
      ),
    );

export async function findAutoPayCandidates(
  tx: Tx,
  { companyId, today }: { companyId: CompanyId; today: IsoDate },
): Promise<AutoPayCandidate[]> {
  const rows = await selectCandidates(tx)
    .where(
      and(
        matching(invoices, { companyId }),
        isCandidate(tx, { companyId, today: sql`${today}::date` }),
      ),
    )
    .orderBy(asc(invoices.dueOn), asc(invoices.accountRef));
  return rows.flatMap(({ mandateId, sinceOn, ...row }) =>
    mandateId && sinceOn ? [{ ...row, mandateId, sinceOn }] : [],
  );
}

const EXCLUDED_MAX = 50;

/** Lists open invoices that auto-pay would charge if the payer had not taken them out (R83). */
export async function listExcludedInvoices(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
): Promise<InvoiceRow[]> {
  const rows = await tx
    .select({ invoice: invoices })
    .from(autoPayCharges)
    .innerJoin(invoices, references(autoPayCharges.invoiceId, invoices))
    .innerJoin(customers, references(autoPayCharges.customerId, customers))
    .where(
      and(
        matching(autoPayCharges, { companyId, customerId, state: 'EXCLUDED' }),
        matching(invoices, { companyId, status: OPEN_INVOICE }),
        eq(customers.isAutoPayActive, true),
        not(isContestedInvoice({ companyId })),
      ),
    )
    .orderBy(asc(invoices.dueOn), asc(invoices.accountRef))
    .limit(EXCLUDED_MAX);
  return rows.map(({ invoice }) => invoice);
}

/** Returns false if the invoice already has a live charge because another process was first. */
export async function insertAutoPayCharge(
  tx: Tx,
  charge: typeof autoPayCharges.$inferInsert,
): Promise<boolean> {
  return hasRows(
    tx
      .insert(autoPayCharges)
      .values(charge)
      .onConflictDoNothing()
      .returning({ id: autoPayCharges.id }),
  );
}

export async function postponeAutoPayCharge(
  tx: Tx,
  { companyId, id }: { companyId: CompanyId; id: string },
  chargeOn: IsoDate,
): Promise<void> {
  await tx
    .update(autoPayCharges)
    .set({ chargeOn, nextTryOn: null })
    .where(matching(autoPayCharges, { companyId, id }));
}

export async function cancelPassedAutoPayCharge(
  tx: Tx,
  { companyId, invoiceId, today }: InvoiceKey & { today: IsoDate },
): Promise<void> {
  const isLive = matching(autoPayCharges, { companyId, invoiceId, state: 'LIVE' });
  const hasCome = sql`${autoPayCharges.attemptOn} <= ${today}::date`;
  await tx.update(autoPayCharges).set({ state: 'CANCELED' }).where(and(isLive, hasCome));
}

export async function countSkips(tx: Tx, { companyId, invoiceId }: InvoiceKey): Promise<number> {
  const [row] = await tx
    .select({ skips: max(autoPayCharges.skips) })
    .from(autoPayCharges)
    .where(and(matching(autoPayCharges, { companyId, invoiceId }), IS_SKIPPED));
  return row?.skips ?? 0;
}

export type AutoPayCharge = typeof autoPayCharges.$inferSelect;

/** Includes charges in any state. The invoice must be locked. */
export async function listAutoPayCharges(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<AutoPayCharge[]> {
  return listRows(tx, autoPayCharges, {
    values: { companyId, invoiceId },
    orderedBy: ['createdAt', 'id'],
  });
}

export type AutoPayChange = Partial<
  Pick<AutoPayCharge, 'chargeOn' | 'movedFromOn' | 'skips' | 'state' | 'nextTryOn'>
>;

export async function updateAutoPayCharge(
  tx: Tx,
  { companyId, id }: { companyId: CompanyId; id: string },
  change: AutoPayChange,
): Promise<void> {
  await tx.update(autoPayCharges).set(change).where(matching(autoPayCharges, { companyId, id }));
}

/** Condition: the invoice of a live charge is neither open nor pending, or due later than planned. */
export function isChargeToClose(tx: Tx): SQL | undefined {
  const isInvoiceClosed = exists(
    tx
      .select({ one: sql`1` })
      .from(invoices)
      .where(
        and(
          references(autoPayCharges.invoiceId, invoices),
          or(notInArray(invoices.status, [...OPEN_INVOICE, 'PENDING']), IS_OUTDATED),
        ),
      ),
  );
  return and(matching(autoPayCharges, { state: 'LIVE' }), isInvoiceClosed);
}

/**
 * Closes live charges whose invoice is neither open nor pending, or is due later than the charge was planned for.
 * The state becomes DONE if auto-pay paid the invoice, and CANCELED otherwise.
 */
export async function closeSettledAutoPayCharges(tx: Tx, companyId: CompanyId): Promise<number> {
  const isOwnAttempt = sql`${attempts.occurrenceOf} = 'auto-pay:' || ${autoPayCharges.id}`;
  const isPaidByAutoPay = exists(
    tx
      .select({ one: sql`1` })
      .from(attempts)
      .where(and(matching(attempts, { companyId, state: 'SUCCEEDED' }), isOwnAttempt)),
  );
  const rows = await tx
    .update(autoPayCharges)
    .set({ state: sql`case when ${isPaidByAutoPay} then 'DONE' else 'CANCELED' end` })
    .where(and(matching(autoPayCharges, { companyId }), isChargeToClose(tx)))
    .returning({ id: autoPayCharges.id });
  return rows.length;
}

export async function countMerchantCharges(
  tx: Tx,
  { companyId, customerId, timeZone, today }: CustomerKey & { timeZone: string; today: IsoDate },
): Promise<{ all: number; lateInstallments: number }> {
  const values = { companyId, customerId, timeZone, today };
  const [row] = await readPrepared(tx, { name: 'merchant_charges', values }, () => {
    const day = sql.placeholder('today');
    return {
      selection: {
        all: sql<number>`count(*)::int`,
        lateInstallments: sql<number>`count(*) filter (
          where ${attempts.planId} is not null and ${attempts.occurrenceOn} < ${day}::date)::int`,
      },
      source: sql`from ${attempts} where ${attempts.companyId} = ${sql.placeholder('companyId')}
        and ${attempts.customerId} = ${sql.placeholder('customerId')}
        and ${attempts.initiator} = 'MIT' and ${attempts.responseCode} is distinct from ${sql.raw(`'${NOT_SENT}'`)}
        and (${attempts.createdAt} at time zone ${sql.placeholder('timeZone')})::date = ${day}::date`,
    };
  });
  return row ?? { all: 0, lateInstallments: 0 };
}
