/** Comparisons with processors' own books, and the attempts such a comparison is about. */
import type { Instant, IsoDate } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, asc, desc, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { CompanyRow } from '../billing/companies.ts';
import type { Tx } from '../database.ts';
import { companies } from '../schema/companies.ts';
import { invoices, requests } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import { reconciliations } from '../schema/reconciliations.ts';
import { type Attempt, isOpenAttempt } from './attempts.ts';

export type Reconciliation = typeof reconciliations.$inferSelect;

export type ProcessorScope = { companyId: CompanyId; processor: Attempt['processor'] };

/** System scope: those that take money; a demonstration that takes none has nothing to compare. */
export async function findReconciledCompanies(tx: Tx): Promise<CompanyRow[]> {
  return tx
    .select()
    .from(companies)
    .where(eq(companies.isDemo, false))
    .orderBy(asc(companies.createdAt));
}

export async function insertReconciliation(tx: Tx, row: Reconciliation): Promise<void> {
  await tx.insert(reconciliations).values(row);
}

function isOf({ companyId, processor }: ProcessorScope) {
  return and(eq(reconciliations.companyId, companyId), eq(reconciliations.processor, processor));
}

/** Up to when everything has been compared at all, and compared without a difference. */
export async function reconciledUntil(tx: Tx, account: ProcessorScope) {
  const [newest] = await tx
    .select()
    .from(reconciliations)
    .where(isOf(account))
    .orderBy(desc(reconciliations.coversTo))
    .limit(1);
  const [clean] = await tx
    .select()
    .from(reconciliations)
    .where(and(isOf(account), eq(reconciliations.isClean, true)))
    .orderBy(desc(reconciliations.coversTo))
    .limit(1);
  return { comparedUntil: newest?.coversTo ?? null, cleanUntil: clean?.coversTo ?? null };
}

/** A comparison without differences that reaches back to an instant and was made on a day or later. */
export async function hasCleanReconciliation(
  tx: Tx,
  account: ProcessorScope,
  { from, on, timeZone }: { from: Instant; on: IsoDate; timeZone: string },
): Promise<boolean> {
  const rows = await tx
    .select({ id: reconciliations.id })
    .from(reconciliations)
    .where(
      and(
        isOf(account),
        eq(reconciliations.isClean, true),
        lte(reconciliations.coversFrom, from),
        sql`(${reconciliations.coversTo} at time zone ${timeZone})::date >= ${on}::date`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

function attemptsOf({ companyId, processor }: ProcessorScope, more: SQL | undefined) {
  return and(eq(attempts.companyId, companyId), eq(attempts.processor, processor), more);
}

/** Orphans wait in CREATED while their debit is on its way and another attempt holds the invoice. */
function isUndecided() {
  const waitingOrphan = and(eq(attempts.state, 'CREATED'), eq(attempts.isOrphan, true));
  return or(isOpenAttempt(), waitingOrphan);
}

export async function oldestUndecided(tx: Tx, account: ProcessorScope): Promise<Instant | null> {
  const [row] = await tx
    .select({ createdAt: attempts.createdAt })
    .from(attempts)
    .where(attemptsOf(account, isUndecided()))
    .orderBy(asc(attempts.createdAt), asc(attempts.id))
    .limit(1);
  return row?.createdAt ?? null;
}

export async function attemptsSince(
  tx: Tx,
  account: ProcessorScope,
  from: Instant,
): Promise<Attempt[]> {
  return tx
    .select()
    .from(attempts)
    .where(attemptsOf(account, gte(attempts.createdAt, from)));
}

/** By our ids or by the processor's. */
export async function attemptsNamed(
  tx: Tx,
  account: ProcessorScope,
  named: { ids: Attempt['id'][]; references: string[] },
): Promise<Attempt[]> {
  const { ids, references } = named;
  const byId = ids.length > 0 ? inArray(attempts.id, ids) : sql`false`;
  const byReference =
    references.length > 0 ? inArray(attempts.processorReference, references) : sql`false`;
  return tx
    .select()
    .from(attempts)
    .where(attemptsOf(account, or(byId, byReference)));
}

/** Bank debits that were paid within a span, which can still come back. */
export async function paidDebitsSince(
  tx: Tx,
  account: ProcessorScope,
  from: Instant,
): Promise<Attempt[]> {
  const isPaidDebit = and(
    eq(attempts.method, 'ACH'),
    eq(attempts.state, 'SUCCEEDED'),
    gte(attempts.createdAt, from),
  );
  return tx
    .select()
    .from(attempts)
    .where(attemptsOf(account, isPaidDebit))
    .orderBy(asc(attempts.createdAt), asc(attempts.id));
}

/** Sent, and since then nobody could say what became of them; oldest first. */
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

/** The invoice a charge names, with the request it is paid through; both locked by the caller. */
export async function findPaymentTarget(
  tx: Tx,
  { companyId, invoiceRef }: { companyId: CompanyId; invoiceRef: string },
) {
  const [row] = await tx
    .select({ invoiceId: invoices.id, requestId: requests.id, customerId: invoices.customerId })
    .from(invoices)
    .innerJoin(
      requests,
      and(eq(requests.companyId, invoices.companyId), eq(requests.invoiceId, invoices.id)),
    )
    .where(and(eq(invoices.companyId, companyId), eq(invoices.accountRef, invoiceRef)));
  return row ?? null;
}
