/** A company's payments, newest first, and the state changes of one payment. */
import type { Instant } from '@quittance/contract/dates';
import type { CreatedRange } from '@quittance/contract/http/pages-and-problems';
import {
  attemptIdSchema,
  type CompanyId,
  type CustomerId,
  type InvoiceId,
  invoiceIdSchema,
} from '@quittance/contract/ids';
import { METHOD_TYPES, type MethodType } from '@quittance/contract/vocabulary';
import { and, asc, lte, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isFoundPayment } from '../customers/search.ts';
import type { Tx } from '../platform/database/database.ts';
import { type InvoiceKey, matching } from '../platform/database/keys.ts';
import { hasMetadata } from '../platform/database/metadata.ts';
import { isCreatedIn } from '../platform/database/pages.ts';
import {
  isInRange,
  lastChangeIn,
  type Orders,
  readPageOfPlaces,
  type SortedPage,
} from '../platform/database/sorted-pages.ts';
import { attemptParts } from '../schema/attempt-parts.ts';
import { attemptMoves, attempts } from '../schema/payments.ts';
import { ATTEMPT_PROCESSORS } from '../schema/posting-checks.ts';
import type { Attempt, AttemptKey } from './attempts.ts';

export type MoveRow = typeof attemptMoves.$inferSelect;

export type PaymentFilter = CreatedRange & {
  companyId: CompanyId;
  customerId?: CustomerId | undefined;
  invoiceId?: InvoiceId | undefined;
  states?: readonly Attempt['state'][];
  methods?: readonly MethodType[];
  metadata?: string | readonly string[] | undefined;
  updatedFrom?: Instant | undefined;
  updatedTo?: Instant | undefined;
  processorReference?: string | undefined;
  reference?: string | undefined;
  minAmount?: number | undefined;
  maxAmount?: number | undefined;
  search?: string | undefined;
  unresolvedSince?: Instant;
};

/**
 * Condition: the attempt covers the invoice, alone or together with others. The ids are looked up first, each
 * through its own index.
 */
function isOnInvoice({ companyId, invoiceId }: InvoiceKey): SQL {
  return sql`${attempts.id} = any(array(
    select a.id from ${attempts} a where a.company_id = ${companyId} and a.invoice_id = ${invoiceId}
    union all
    select p.attempt_id from ${attemptParts} p
    where p.company_id = ${companyId} and p.invoice_id = ${invoiceId}))`;
}

const LAST_CHANGE = lastChangeIn(attempts);

export const PAYMENT_ORDERS: Orders<Attempt> = {
  createdAt: { key: sql`${attempts.createdAt}`, type: 'instant', of: (row) => row.createdAt },
  updatedAt: { key: LAST_CHANGE, type: 'instant', of: (row) => row.updatedAt ?? row.createdAt },
  amount: {
    key: sql`${attempts.amountCents}`,
    type: 'cents',
    of: (row) => String(row.amountCents),
  },
};

/** The index on charges starts with the processor, so the condition lists all processors. */
function isCharge(processorReference: string): SQL | undefined {
  return matching(attempts, { processor: ATTEMPT_PROCESSORS, processorReference });
}

/** Two conditions, because the index on references leaves out returned payments, of which there are few. */
function isRecordedAs({ companyId, reference }: { companyId: CompanyId; reference: string }): SQL {
  const ids = (condition: SQL) => sql`select a.id from ${attempts} a
    where a.company_id = ${companyId} and a.reference is not null
      and lower(a.reference) = lower(${reference}) and ${condition}`;
  return sql`${attempts.id} = any(array(
    ${ids(sql`a.method = any(${sql.param([...METHOD_TYPES])}::text[]) and a.state <> 'RETURNED'`)}
    union all ${ids(sql`a.state = 'RETURNED'`)}))`;
}

function isUnresolved(since: Instant): SQL | undefined {
  return and(matching(attempts, { state: ['SENT', 'UNKNOWN'] }), lte(attempts.createdAt, since));
}

function isWantedBy(filter: PaymentFilter): SQL | undefined {
  const { companyId, customerId, invoiceId, unresolvedSince } = filter;
  const { metadata, processorReference, minAmount, maxAmount } = filter;
  const { updatedFrom, updatedTo, reference, search } = filter;
  return and(
    customerId ? matching(attempts, { customerId }) : undefined,
    invoiceId ? isOnInvoice({ companyId, invoiceId }) : undefined,
    metadata === undefined ? undefined : hasMetadata(attempts.id, companyId, metadata),
    isCreatedIn(attempts, filter),
    isInRange(LAST_CHANGE, { from: updatedFrom, to: updatedTo }),
    processorReference === undefined ? undefined : isCharge(processorReference),
    reference === undefined ? undefined : isRecordedAs({ companyId, reference }),
    minAmount === undefined ? undefined : sql`${attempts.amountCents} >= ${minAmount}::bigint`,
    maxAmount === undefined ? undefined : sql`${attempts.amountCents} <= ${maxAmount}::bigint`,
    search === undefined ? undefined : isFoundPayment({ companyId, text: search }),
    unresolvedSince ? isUnresolved(unresolvedSince) : undefined,
  );
}

export async function listPaymentRows(
  tx: Tx,
  { filter, page }: { filter: PaymentFilter; page: SortedPage<Attempt> },
): Promise<Attempt[]> {
  const { companyId, states = [], methods = [] } = filter;
  const ofStates = states.map((state) => matching(attempts, { state }));
  const ofMethods = methods.map((method) => matching(attempts, { method }));
  const isBoth = ofStates.flatMap((state) => ofMethods.map((method) => and(state, method)));
  return readPageOfPlaces(tx, attempts, {
    isOfCompany: matching(attempts, { companyId }),
    isWanted: isWantedBy(filter),
    places: isBoth.length > 0 ? isBoth : [...ofStates, ...ofMethods],
    page,
  });
}

const paymentPlaceSchema = z.object({ invoiceId: invoiceIdSchema, attemptId: attemptIdSchema });

/** The newest payments on each of these invoices, alone or together with others. */
export async function listPaymentsOnInvoices(
  tx: Tx,
  { companyId, invoiceIds }: { companyId: CompanyId; invoiceIds: readonly InvoiceId[] },
  countMax: number,
) {
  const { rows } = await tx.execute(sql`
    select wanted.id as "invoiceId", found.id as "attemptId"
    from unnest(${sql.param([...invoiceIds])}::uuid[]) as wanted (id)
    cross join lateral (
      select a.id, a.created_at from ${attempts} a
      where a.company_id = ${companyId} and a.invoice_id = wanted.id
      union all
      select a.id, a.created_at from ${attemptParts} p
      join ${attempts} a on a.company_id = ${companyId} and a.id = p.attempt_id
      where p.company_id = ${companyId} and p.invoice_id = wanted.id
      order by created_at desc, id desc limit ${countMax}) found
    order by found.created_at desc, found.id desc`);
  const places = z.array(paymentPlaceSchema).parse(rows);
  const id = [...new Set(places.map(({ attemptId }) => attemptId))];
  const found = tx.select().from(attempts).where(matching(attempts, { companyId, id }));
  return { places, rows: id.length === 0 ? [] : await found };
}

export async function listMoves(tx: Tx, { companyId, attemptId }: AttemptKey): Promise<MoveRow[]> {
  return tx
    .select()
    .from(attemptMoves)
    .where(matching(attemptMoves, { companyId, attemptId }))
    .orderBy(asc(attemptMoves.id));
}
