/** Intents: payments that a browser may confirm at the processor until the intent proceeds or is canceled (R44). */
import type { Instant } from '@quittance/contract/dates';
import type { AttemptId, CompanyId, InvoiceId } from '@quittance/contract/ids';
import { and, asc, type Column, eq, getTableColumns, gt, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import {
  type CustomerKey,
  type InvoiceKey,
  matching,
  type RequestKey,
} from '../platform/database/keys.ts';
import { readPrepared } from '../platform/database/prepared.ts';
import { findRow, lockRow, writtenRow } from '../platform/database/rows.ts';
import { intents, OPEN_INTENT_STATES } from '../schema/intents.ts';
import { requests } from '../schema/invoices.ts';

export type { IntentQuote } from '../schema/intents.ts';
export type Intent = typeof intents.$inferSelect;
export type NewIntent = typeof intents.$inferInsert;
export type IntentKey = { companyId: CompanyId; intentId: AttemptId };

export type IntentPayable = CustomerKey &
  RequestKey &
  Pick<Intent, 'invoiceId'> & {
    invoiceIds?: readonly InvoiceId[];
  };

export function isOpenIntent({ state }: Pick<Intent, 'state'>): boolean {
  return OPEN_INTENT_STATES.some((open) => open === state);
}

export async function insertIntent(tx: Tx, intent: NewIntent): Promise<Intent> {
  return writtenRow(tx.insert(intents).values(intent).returning());
}

export async function findIntent(
  tx: Tx,
  { companyId, intentId }: IntentKey,
): Promise<Intent | null> {
  return findRow(tx, intents, { companyId, id: intentId });
}

export async function lockIntent(
  tx: Tx,
  { companyId, intentId }: IntentKey,
): Promise<Intent | null> {
  return lockRow(tx, intents, { companyId, id: intentId });
}

export async function findIntentByReference(
  tx: Tx,
  { companyId, processorReference }: { companyId: CompanyId; processorReference: string },
): Promise<Intent | null> {
  return findRow(tx, intents, { companyId, processorReference });
}

export type IntentChange = Partial<
  Pick<
    Intent,
    'state' | 'quotes' | 'processorReference' | 'nextCheckAt' | 'checkCount' | 'settledAt'
  >
>;

export async function updateIntent(
  tx: Tx,
  { companyId, intentId }: IntentKey,
  change: IntentChange,
): Promise<Intent> {
  const isIntent = matching(intents, { companyId, id: intentId });
  return writtenRow(tx.update(intents).set(change).where(isIntent).returning());
}

const isOfPayable = (column: Column, name: keyof IntentPayable) =>
  eq(column, sql.placeholder(name));

/** An intent references its invoice, or the request of the invoice. */
export async function listOpenIntentsOn(
  tx: Tx,
  { companyId, invoiceIds }: { companyId: CompanyId; invoiceIds: readonly InvoiceId[] },
): Promise<Intent[]> {
  const ids = sql`any(${sql.param([...invoiceIds])}::uuid[])`;
  const theirs = tx
    .select({ id: requests.id })
    .from(requests)
    .where(and(matching(requests, { companyId }), sql`${requests.invoiceId} = ${ids}`));
  return tx
    .select()
    .from(intents)
    .where(
      and(
        matching(intents, { companyId, state: OPEN_INTENT_STATES }),
        or(sql`${intents.invoiceId} = ${ids}`, sql`${intents.requestId} = any(array(${theirs}))`),
      ),
    )
    .orderBy(asc(intents.id));
}

export async function listOpenIntents(tx: Tx, payable: IntentPayable): Promise<Intent[]> {
  const { requestId, customerId, companyId, invoiceId, invoiceIds } = payable;
  if (invoiceIds) return listOpenIntentsOn(tx, { companyId, invoiceIds });
  const isOnInvoice = invoiceId !== null;
  const values = isOnInvoice ? { companyId, requestId, invoiceId } : { companyId, customerId };
  return readPrepared(tx, { name: `open_intents_${isOnInvoice}`, values }, () => {
    const isOfCompany = and(
      eq(intents.companyId, sql.placeholder('companyId')),
      matching(intents, { state: OPEN_INTENT_STATES }),
    );
    const isOnPayable = isOnInvoice
      ? or(isOfPayable(intents.requestId, 'requestId'), isOfPayable(intents.invoiceId, 'invoiceId'))
      : and(isOfPayable(intents.customerId, 'customerId'), isNull(intents.invoiceId));
    return {
      selection: getTableColumns(intents),
      source: sql`from ${intents} where ${and(isOfCompany, isOnPayable)} order by ${asc(intents.id)}`,
    };
  });
}

export async function hasOpenIntent(tx: Tx, payable: IntentPayable): Promise<boolean> {
  return (await listOpenIntents(tx, payable)).length > 0;
}

export async function hasOpenIntentOn(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<boolean> {
  return (await listOpenIntentsOn(tx, { companyId, invoiceIds: [invoiceId] })).length > 0;
}

export async function countIntents(
  tx: Tx,
  { companyId, requestId, since }: RequestKey & { since: Instant },
): Promise<number> {
  const isOfRequest = matching(intents, { companyId, requestId });
  return tx.$count(intents, and(isOfRequest, gt(intents.createdAt, since)));
}

export const intentQueue = {
  table: intents,
  dueAt: 'nextCheckAt',
  isWaiting: matching(intents, { state: OPEN_INTENT_STATES }),
  /** Longer than a lookup plus the cancellation that may follow it. */
  leaseMs: 45_000,
} as const;

export const isIntentFor = ({ requestId }: RequestKey) => matching(intents, { requestId });
