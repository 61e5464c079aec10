/**
 * The parts of a payment that covers several invoices (R48). They are written with their attempt and are read and
 * changed together.
 */
import type { AttemptId, CompanyId, InvoiceId } from '@quittance/contract/ids';
import { type Cents, subtractCents } from '@quittance/contract/money';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { computeProportion } from '@quittance/domain/apportion';
import { invariant } from '@quittance/domain/invariant';
import { receivable } from '@quittance/domain/ledger-accounts';
import type { NamedPart } from '@quittance/domain/postings';
import { and, asc, desc, eq, exists, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '../platform/database/database.ts';
import { type InvoiceKey, matching, references } from '../platform/database/keys.ts';
import { findRow, firstRow } from '../platform/database/rows.ts';
import { sendAhead } from '../platform/database/transaction.ts';
import { attemptParts } from '../schema/attempt-parts.ts';
import { type InvoiceRow, invoices } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import type { Attempt, AttemptKey, OwnedAttempt } from './attempts.ts';
import { lockInvoices } from './holds.ts';

export type PartRow = typeof attemptParts.$inferSelect;

export type PaidPart = { invoice: InvoiceRow; amountCents: Cents };

export type PartAmount = { invoiceId: InvoiceId; amountCents: Cents };

export type NewPart = Pick<PartRow, 'invoiceId' | 'amountCents' | 'feeCents'>;

/** Inserted in the order of the split. While `isOpen` is true, the parts hold their invoices. */
export async function insertParts(
  tx: Tx,
  { companyId, id: attemptId, customerId, isOpen }: OwnedAttempt & { isOpen: boolean },
  parts: readonly NewPart[],
): Promise<void> {
  const owner = { companyId, attemptId, customerId, isOpen };
  const rows = parts.map((part, index) => ({ ...owner, position: index + 1, ...part }));
  await tx.insert(attemptParts).values(rows);
}

export async function listParts(tx: Tx, { companyId, attemptId }: AttemptKey): Promise<PartRow[]> {
  return tx
    .select()
    .from(attemptParts)
    .where(matching(attemptParts, { companyId, attemptId }))
    .orderBy(asc(attemptParts.position));
}

export async function findPart(
  tx: Tx,
  { companyId, attemptId }: AttemptKey,
  invoiceId: InvoiceId,
): Promise<PartRow | null> {
  return findRow(tx, attemptParts, { companyId, attemptId, invoiceId });
}

export function creditedFee({
  amountCents,
  creditCents,
  feeCents,
}: Pick<PartRow, 'amountCents' | 'creditCents' | 'feeCents'>): Cents {
  return computeProportion(feeCents, creditCents, amountCents);
}

/** The amount exceeding the invoice balance, and its share of the fee, were not paid on the invoice. */
export function namedPart(part: PartRow): NamedPart {
  return {
    account: receivable(part.invoiceId),
    amountCents: subtractCents(part.amountCents, part.creditCents),
    feeCents: subtractCents(part.feeCents, creditedFee(part)),
  };
}

export type NamedPartRow = PartRow & {
  accountRef: string;
  productName: string;
  invoiceStatus: InvoiceStatus;
};

export async function loadParts(
  tx: Tx,
  companyId: CompanyId,
  attemptIds: readonly AttemptId[],
): Promise<NamedPartRow[]> {
  if (attemptIds.length === 0) return [];
  const rows = await tx
    .select({
      part: attemptParts,
      accountRef: invoices.accountRef,
      productName: invoices.productName,
      invoiceStatus: invoices.status,
    })
    .from(attemptParts)
    .innerJoin(invoices, references(attemptParts.invoiceId, invoices))
    .where(
      sql`${attemptParts.companyId} = ${companyId} and ${attemptParts.attemptId} = any(${sql.param([...attemptIds])}::uuid[])`,
    )
    .orderBy(asc(attemptParts.attemptId), asc(attemptParts.position));
  return rows.map(({ part, ...invoice }) => ({ ...part, ...invoice }));
}

export function partsByAttempt<Part extends { attemptId: AttemptId }>(
  parts: readonly Part[],
): ReadonlyMap<AttemptId, readonly Part[]> {
  const grouped = new Map<AttemptId, Part[]>();
  for (const part of parts) {
    const same = grouped.get(part.attemptId);
    if (same) same.push(part);
    else grouped.set(part.attemptId, [part]);
  }
  return grouped;
}

export type ListedPart = Pick<PartRow, 'attemptId' | 'invoiceId' | 'amountCents' | 'feeCents'> & {
  accountRef: string;
  count: number;
};

type FirstParts = {
  attemptIds: readonly AttemptId[];
  limit: number;
  invoiceId: InvoiceId | null;
};

export async function listFirstParts(
  tx: Tx,
  companyId: CompanyId,
  { attemptIds, limit, invoiceId }: FirstParts,
): Promise<ListedPart[]> {
  const isTheirs = sql`${attemptParts.companyId} = ${companyId}
    and ${attemptParts.attemptId} = any(${sql.param([...attemptIds])}::uuid[])`;
  const isShown = sql`(${attemptParts.position} <= ${limit} or ${attemptParts.invoiceId} = ${invoiceId})`;
  return tx
    .select({
      attemptId: attemptParts.attemptId,
      invoiceId: attemptParts.invoiceId,
      amountCents: attemptParts.amountCents,
      feeCents: attemptParts.feeCents,
      accountRef: invoices.accountRef,
      count: sql<number>`(select count(*) from attempt_parts counted
        where counted.company_id = ${companyId}
          and counted.attempt_id = ${attemptParts.attemptId})`.mapWith(Number),
    })
    .from(attemptParts)
    .innerJoin(invoices, references(attemptParts.invoiceId, invoices))
    .where(and(isTheirs, isShown))
    .orderBy(asc(attemptParts.attemptId), asc(attemptParts.position));
}

/** Locks the invoices in id order, as every payment does. Returns them in the order of the split. */
export async function lockParts(tx: Tx, key: AttemptKey): Promise<PaidPart[]> {
  const parts = await listParts(tx, key);
  const locked = await withInvoices(tx, key.companyId, parts);
  invariant(locked.length === parts.length, 'invoices are never deleted');
  return locked;
}

/** Part amounts never change, so they may be read before the lock is taken. */
export async function withInvoices(
  tx: Tx,
  companyId: CompanyId,
  parts: readonly PartAmount[],
): Promise<PaidPart[]> {
  const invoiceIds = parts.map(({ invoiceId }) => invoiceId);
  return toPaidParts(parts, await lockInvoices(tx, { companyId, invoiceIds }));
}

/** An invoice that was voided is hidden from its customer, and left out. */
export function toPaidParts(parts: readonly PartAmount[], rows: readonly InvoiceRow[]): PaidPart[] {
  const byId = new Map(rows.map((invoice) => [invoice.id, invoice]));
  return parts.flatMap(({ invoiceId, amountCents }) => {
    const invoice = byId.get(invoiceId);
    return invoice ? [{ invoice, amountCents }] : [];
  });
}

export function releaseParts(tx: Tx, { companyId, attemptId }: AttemptKey): void {
  const isOpenPart = matching(attemptParts, { companyId, attemptId, isOpen: true });
  sendAhead(tx, tx.update(attemptParts).set({ isOpen: false }).where(isOpenPart));
}

function addTo(
  tx: Tx,
  { companyId, attemptId }: AttemptKey,
  { column, added }: { column: SQL; added: readonly PartAmount[] },
): void {
  if (added.length === 0) return;
  const statement = sql`update ${attemptParts} set ${column} = ${attemptParts}.${column} + given."amountCents"
    from json_to_recordset(${JSON.stringify(added)}::json) as given ("invoiceId" uuid, "amountCents" bigint)
    where ${attemptParts.companyId} = ${companyId} and ${attemptParts.attemptId} = ${attemptId}
      and ${attemptParts.invoiceId} = given."invoiceId"`;
  const execute = async () => {
    const { rowCount } = await tx.execute(statement);
    invariant(rowCount === added.length, 'every part that changes is found');
  };
  sendAhead(tx, { execute });
}

export function addPartCredits(tx: Tx, key: AttemptKey, added: readonly PartAmount[]): void {
  addTo(tx, key, { column: sql.raw('credit_cents'), added });
}

export function addPartRefunds(tx: Tx, key: AttemptKey, added: readonly PartAmount[]): void {
  addTo(tx, key, { column: sql.raw('refunded_cents'), added });
}

/** Adds refunded principal that the company wants paid again (R88). */
export function addPartsOwedAgain(tx: Tx, key: AttemptKey, added: readonly PartAmount[]): void {
  addTo(tx, key, { column: sql.raw('owed_again_cents'), added });
}

/** Marks refunded amounts that are still settled on the invoice as owed again, and returns them. */
export async function reopenPartRefunds(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<Cents[]> {
  const isSettled = sql`${attemptParts.refundedCents} > ${attemptParts.owedAgainCents}`;
  const parts = await tx
    .select()
    .from(attemptParts)
    .where(sql`${matching(attemptParts, { companyId, invoiceId })} and ${isSettled}`)
    .for('no key update');
  for (const { attemptId, refundedCents: owedAgainCents } of parts) {
    await tx
      .update(attemptParts)
      .set({ owedAgainCents })
      .where(matching(attemptParts, { companyId, attemptId, invoiceId }));
  }
  return parts.map(({ refundedCents, owedAgainCents }) =>
    subtractCents(refundedCents, owedAgainCents),
  );
}

/** Condition: an open payment on several invoices covers the invoice of the row. */
export function isHeldByPart(
  tx: Tx,
  { companyId, invoiceId }: { companyId: PgColumn; invoiceId: PgColumn },
) {
  return exists(
    tx
      .select({ one: sql`1` })
      .from(attemptParts)
      .where(
        and(
          eq(attemptParts.companyId, companyId),
          eq(attemptParts.invoiceId, invoiceId),
          eq(attemptParts.isOpen, true),
        ),
      ),
  );
}

export async function findNewestPart(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<Attempt | null> {
  const found = await firstRow(
    tx
      .select({ attempt: attempts, part: attemptParts })
      .from(attemptParts)
      .innerJoin(attempts, references(attemptParts.attemptId, attempts))
      .where(matching(attemptParts, { companyId, invoiceId }))
      .orderBy(desc(attempts.createdAt), desc(attempts.id))
      .limit(1),
  );
  if (!found) return null;
  const { amountCents, feeCents } = found.part;
  return { ...found.attempt, amountCents, feeCents };
}
