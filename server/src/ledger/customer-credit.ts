/**
 * The credit of customers (R90): what gave it, and what used it. A credit note gives credit, and so does what exceeds
 * the invoices of a payment that staff recorded. Each use names its sources, so that it can be taken back exactly.
 */
import type { Instant } from '@quittance/contract/dates';
import type { AttemptId, InvoiceId } from '@quittance/contract/ids';
import { addCents, type Cents, minCents, subtractCents, ZERO } from '@quittance/contract/money';
import { and, asc, type SQL, sql } from 'drizzle-orm';
import { changeCredit } from '../customers/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, isAnyId, matching, references } from '../platform/database/keys.ts';
import { insertRow } from '../platform/database/rows.ts';
import { invoices } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import { creditUses } from '../schema/refunds.ts';
import type { Attempt } from './attempts.ts';

/** Overpaid charges of a processor are refunded instead of used. */
const GIVES_CREDIT = sql`(${attempts.method} = 'CREDIT_NOTE' or (${attempts.type} = 'PAYMENT' and ${attempts.processor} = 'manual'))`;

export type CreditUser = { attemptId: AttemptId } | { refundId: string };

export type CreditPart = { source: Attempt; amountCents: Cents };

type CreditUse = CustomerKey & {
  amountCents: Cents;
  /** Oldest first. All sources of the customer if not given. */
  sourceIds?: readonly AttemptId[];
  at: Instant;
};

const toUnused = ({ creditCents, creditUsedCents }: Attempt) =>
  subtractCents(creditCents, creditUsedCents);

/** Always in the same order, and before the customer is locked: a transaction that needs more locks them all first. */
function lockSources(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
  condition: SQL | undefined,
): Promise<Attempt[]> {
  return tx
    .select()
    .from(attempts)
    .where(
      and(
        matching(attempts, { companyId, customerId, state: 'SUCCEEDED' }),
        GIVES_CREDIT,
        condition,
      ),
    )
    .orderBy(asc(attempts.createdAt), asc(attempts.id))
    .for('no key update');
}

/** Locks everything that gave the customer credit. */
export async function lockCredit(tx: Tx, key: CustomerKey): Promise<void> {
  await lockSources(tx, key, sql`${attempts.creditCents} > 0`);
}

/** Locks what gave the customer credit that is not used, oldest first. */
export async function lockUnused(
  tx: Tx,
  key: CustomerKey,
  sourceIds?: readonly AttemptId[],
): Promise<CreditPart[]> {
  const isUnused = and(
    sql`${attempts.creditCents} > ${attempts.creditUsedCents}`,
    sourceIds && isAnyId(attempts.id, sourceIds),
  );
  const sources = await lockSources(tx, key, isUnused);
  return sources.map((source) => ({ source, amountCents: toUnused(source) }));
}

export function sumCredit(parts: readonly CreditPart[]): Cents {
  return addCents(...parts.map(({ amountCents }) => amountCents));
}

/** Takes the amount off its sources and returns how much of each. */
export async function takeCredit(
  tx: Tx,
  { amountCents, sourceIds, at, ...key }: CreditUse,
): Promise<CreditPart[]> {
  const unused = await lockUnused(tx, key, sourceIds);
  if (sumCredit(unused) < amountCents) throw new AppError('CREDIT_TOO_LARGE');
  let restCents = amountCents;
  const parts: CreditPart[] = [];
  for (const { source, amountCents: leftCents } of unused) {
    const partCents = minCents(restCents, leftCents);
    if (partCents === 0) break;
    restCents = subtractCents(restCents, partCents);
    await addUsed(tx, source, partCents);
    parts.push({ source, amountCents: partCents });
  }
  await changeCredit(tx, key, { addedCents: subtractCents(ZERO, amountCents), at });
  return parts;
}

async function addUsed(
  tx: Tx,
  { companyId, id }: Pick<Attempt, 'companyId' | 'id'>,
  addedCents: Cents,
): Promise<void> {
  await tx
    .update(attempts)
    .set({ creditUsedCents: sql`${attempts.creditUsedCents} + ${addedCents}` })
    .where(matching(attempts, { companyId, id }));
}

/** Records what took the credit. */
export async function recordUses(
  tx: Tx,
  { entropy }: Pick<Deps, 'entropy'>,
  { user, parts }: { user: CreditUser; parts: readonly CreditPart[] },
): Promise<void> {
  for (const { source, amountCents } of parts) {
    const { companyId, customerId, id: sourceId } = source;
    const use = { companyId, customerId, sourceId, amountCents, ...user };
    await insertRow(tx, creditUses, { ...use, id: entropy.uuid() });
  }
}

export async function useCredit(
  tx: Tx,
  deps: Pick<Deps, 'entropy'>,
  { user, ...use }: CreditUse & { user: CreditUser },
): Promise<CreditPart[]> {
  const parts = await takeCredit(tx, use);
  await recordUses(tx, deps, { user, parts });
  return parts;
}

/** Gives what was used back to its sources. Returns them, so that they can be used again. */
export async function giveCreditBack(
  tx: Tx,
  { companyId, customerId, user, at }: CustomerKey & { user: CreditUser; at: Instant },
): Promise<{ sourceIds: AttemptId[]; amountCents: Cents }> {
  const uses = await tx
    .delete(creditUses)
    .where(matching(creditUses, { companyId, ...user }))
    .returning();
  const sourceIds = [...new Set(uses.map(({ sourceId }) => sourceId))];
  if (uses.length > 0) await lockCredit(tx, { companyId, customerId });
  for (const { sourceId, amountCents } of uses) {
    await addUsed(tx, { companyId, id: sourceId }, subtractCents(ZERO, amountCents));
  }
  const addedCents = addCents(...uses.map(({ amountCents }) => amountCents));
  if (addedCents > 0) await changeCredit(tx, { companyId, customerId }, { addedCents, at });
  return { sourceIds, amountCents: addedCents };
}

const isUsed = ({ creditUsedCents }: Attempt) => creditUsedCents > 0;

/** The invoice that credit paid. Null if it was paid out. */
type UsedCredit = { invoiceId: InvoiceId | null; accountRef: string | null };

/** Lists what used credit of these notes or payments. */
async function listUses(tx: Tx, sources: readonly Attempt[]): Promise<UsedCredit[]> {
  const used = sources.filter(isUsed);
  const [first] = used;
  if (!first) return [];
  const sourceIds = used.map(({ id }) => id);
  const isOfCompany = matching(creditUses, { companyId: first.companyId });
  return tx
    .select({ invoiceId: invoices.id, accountRef: invoices.accountRef })
    .from(creditUses)
    .leftJoin(attempts, references(creditUses.attemptId, attempts))
    .leftJoin(invoices, references(attempts.invoiceId, invoices))
    .where(and(isOfCompany, isAnyId(creditUses.sourceId, sourceIds)))
    .orderBy(asc(invoices.accountRef), asc(creditUses.id));
}

function alreadyUsed(uses: readonly UsedCredit[], gave: 'invoice' | 'payment'): AppError {
  const paidInvoices = [...new Set(uses.flatMap(({ accountRef }) => accountRef ?? []))];
  const paid = paidInvoices.length > 0 ? `It paid ${paidInvoices.join(', ')}.` : 'It was paid out.';
  const responseMessage = `The credit that this ${gave} gave has been used. ${paid}`;
  return new AppError('CREDIT_ALREADY_USED', {
    details: { invoices: paidInvoices },
    responseMessage,
  });
}

/** Names the invoices that the credit of the notes or the payment paid. */
export async function refuseUsed(
  tx: Tx,
  sources: readonly Attempt[],
  gave: 'invoice' | 'payment',
): Promise<void> {
  if (sources.some(isUsed)) throw alreadyUsed(await listUses(tx, sources), gave);
}

/** Names the other invoices that the credit of these notes paid. Credit that was paid out has gone back already. */
export async function refusePaidOthers(tx: Tx, notes: readonly Attempt[]): Promise<void> {
  const own = new Set(notes.map(({ invoiceId }) => invoiceId));
  const uses = await listUses(tx, notes);
  const ofOthers = uses.filter(({ invoiceId }) => invoiceId !== null && !own.has(invoiceId));
  if (ofOthers.length > 0) throw alreadyUsed(ofOthers, 'invoice');
}
