// Idempotency-Key: the same request with the same key is executed once and gets the same response for 24 hours,
// including errors. A different request with the same key is rejected, and so is a request that arrives while the
// first is in progress. Requests rejected before execution are not remembered.
import type { Answer, Operation } from '../../faults.ts';
import type { Remembered, Store } from '../store.ts';
import { ApiError } from './api-error.ts';
import { hash } from './ids.ts';

const REMEMBERED_FOR_MS = 86_400_000;
const KEY_LENGTH_MAX = 255;

export type KeyedRequest = { key: string; fingerprint: string };

type KeyedCall = { account: string; key: string | undefined; path: string; params: unknown };

export function keyedRequest({ account, key, path, params }: KeyedCall): KeyedRequest | null {
  if (key === undefined) return null;
  if (key.length > KEY_LENGTH_MAX) {
    const message = `Idempotency keys can have up to ${KEY_LENGTH_MAX} characters.`;
    throw new ApiError(400, { type: 'idempotency_error', message });
  }
  return { key: `${account}:${key}`, fingerprint: hash(JSON.stringify([path, params])) };
}

const OTHER_PARAMETERS =
  'Keys for idempotent requests can only be used with the same parameters they were first used ' +
  "with. Try using a key other than the one you've used if you meant to execute a different request.";

const IN_USE =
  'There is currently another in-progress request using this Idempotent Key (that probably means ' +
  'you submitted twice, and the other request is still going through). Try again later.';

export type Replay = { answer: Answer; operation: Operation };

export function toReplay(store: Store, request: KeyedRequest): Replay | undefined {
  const before = store.remembered.get(request.key);
  if (before === undefined || before.createdAtMs + REMEMBERED_FOR_MS <= store.clock.now()) {
    return undefined;
  }
  if (before.fingerprint !== request.fingerprint) {
    throw new ApiError(400, { type: 'idempotency_error', message: OTHER_PARAMETERS });
  }
  if (before.answer === null) {
    const code = 'idempotency_key_in_use';
    throw new ApiError(409, { code, message: IN_USE });
  }
  const headers = { ...before.answer.headers, 'idempotent-replayed': 'true' };
  return { answer: { ...before.answer, headers }, operation: before.operation };
}

export function beginRequest(
  store: Store,
  request: KeyedRequest,
  operation: Operation,
): Remembered {
  const createdAtMs = store.clock.now();
  return store.remembered.put({ ...request, operation, createdAtMs, answer: null });
}

export function rememberAnswer(store: Store, begun: Remembered, answer: Answer): void {
  store.remembered.put({ ...begun, answer });
}
