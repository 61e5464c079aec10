/**
 * The idempotency key of a payment. A client that sends none gets one derived from the request and the
 * current 30-second window, so that a double click is still one payment.
 */
import { type IdempotencyKey, idempotencyKeySchema } from '@quittance/contract/ids';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { hashedUuid } from '../../kernel/hashed-uuid.ts';

const WINDOW_MS = 30_000;

function derivedKey(request: FastifyRequest, clock: Clock): IdempotencyKey {
  const window = Math.floor(Date.parse(clock.now()) / WINDOW_MS);
  const { quote, paymentInfo } = (request.body ?? {}) as Record<string, unknown>; // because it is only hashed
  const kind = (paymentInfo as { paymentType?: unknown } | undefined)?.paymentType; // because as above
  const content = JSON.stringify([request.url, quote, kind, window]);
  return idempotencyKeySchema.parse(hashedUuid(content));
}

export function idempotencyKeyOf(request: FastifyRequest, clock: Clock): IdempotencyKey {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return derivedKey(request, clock);
  const key = idempotencyKeySchema.safeParse(header);
  if (!key.success) throw new AppError('INVALID_REQUEST');
  return key.data;
}
