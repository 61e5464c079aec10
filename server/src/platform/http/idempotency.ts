/**
 * Idempotency keys (ADR 0019): read from the request, claimed in the same transaction as the work, and refused when
 * reused with different content. Payments claim a key per sender; provider API calls also store their response with
 * it.
 */
import { createHash } from 'node:crypto';
import type { Instant } from '@quittance/contract/dates';
import {
  type AttemptId,
  type CompanyId,
  type CustomerId,
  type IdempotencyKey,
  idempotencyKeySchema,
} from '@quittance/contract/ids';
import { and, eq, or } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, invalidField } from '../../kernel/errors.ts';
import { hashedUuid } from '../../kernel/hashed-uuid.ts';
import { idempotencyKeys } from '../../schema/idempotency-keys.ts';
import { providerCalls } from '../../schema/provider.ts';
import type { Tx } from '../database/database.ts';
import { type CustomerKey, matching } from '../database/keys.ts';
import { findRow, hasRows, insertAhead } from '../database/rows.ts';

const WINDOW_MS = 30_000;
/** Callers choose any unique text, as in Stripe's API. */
const KEY_MAX = 255;

function derivedKey(request: FastifyRequest, clock: Clock): IdempotencyKey {
  const window = Math.floor(Date.parse(clock.now()) / WINDOW_MS);
  const { paymentInfo, ...terms } = (request.body ?? {}) as Record<string, unknown>; // because it is only hashed
  const kind = (paymentInfo as { paymentType?: unknown } | undefined)?.paymentType; // because as above
  const content = JSON.stringify([request.url, terms, kind, window]);
  return idempotencyKeySchema.parse(hashedUuid(content));
}

/**
 * If a client sends no key, one is derived from the request and the current 30-second window, so that a double
 * click is still one payment. Its token is left out, because the fields make a new one for each click.
 */
export function readPaymentKey(request: FastifyRequest, clock: Clock): IdempotencyKey {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return derivedKey(request, clock);
  const key = idempotencyKeySchema.safeParse(header);
  if (!key.success) throw new AppError('INVALID_REQUEST');
  return key.data;
}

export function readCallKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key === '' || key.length > KEY_MAX) {
    throw invalidField('Idempotency-Key', `Expected a header of 1 to ${KEY_MAX} characters.`);
  }
  return key;
}

export function hashContent(content: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

export function requireSameContent(earlier: { requestHash: string }, requestHash: string): void {
  if (earlier.requestHash !== requestHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
}

export type ScopedKey = { companyId: CompanyId; scope: string; key: string };

export type ClaimedKey = { requestHash: string; attemptId: AttemptId };

export async function findKey(
  tx: Tx,
  { companyId, scope, key }: ScopedKey,
): Promise<ClaimedKey | null> {
  return findRow(tx, idempotencyKeys, { companyId, scope, key });
}

export async function claimKey(
  tx: Tx,
  scoped: ScopedKey,
  claim: ClaimedKey & { customerId: CustomerId; createdAt: Instant },
): Promise<void> {
  insertAhead(tx, idempotencyKeys, { ...scoped, ...claim });
}

type CallRow = typeof providerCalls.$inferSelect;
type CallKey = { companyId: CompanyId; key: string };

/** Returns false if the key was used before. Waits for a call in progress under the same key. */
export async function claimCall(
  tx: Tx,
  call: CallKey & { requestHash: string; createdAt: Instant },
): Promise<boolean> {
  return hasRows(
    tx
      .insert(providerCalls)
      .values(call)
      .onConflictDoNothing()
      .returning({ key: providerCalls.key }),
  );
}

export async function findCall(tx: Tx, { companyId, key }: CallKey): Promise<CallRow | null> {
  return findRow(tx, providerCalls, { companyId, key });
}

/** Includes the responses that have rows of any customer. */
export async function listAnswersAbout(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
): Promise<CallRow[]> {
  const isAbout = or(eq(providerCalls.customerId, customerId), eq(providerCalls.isOfMany, true));
  return tx
    .select()
    .from(providerCalls)
    .where(and(matching(providerCalls, { companyId }), isAbout));
}

export async function storeAnswer(
  tx: Tx,
  { companyId, key }: CallKey,
  answer: Partial<
    Pick<CallRow, 'status' | 'answerSealed' | 'objectId' | 'customerId' | 'isOfMany'>
  >,
): Promise<void> {
  await tx.update(providerCalls).set(answer).where(matching(providerCalls, { companyId, key }));
}
