// The steps of a call: authenticate, replay a remembered response, validate, execute. Injected faults take effect
// between validation and execution, so execution must not fail.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, answer, type Faults, type Operation } from '../../faults.ts';
import type { RememberedResponse, Store } from '../store.ts';
import { brokenAnswer, inProgressAnswer, refusedAnswer } from './gateway-error.ts';
import { type Call, requireSignature } from './merchants.ts';

/** `execute` must not throw: it may run twice, later, or after the caller has disconnected. */
export type PreparedOperation = { operation: Operation; execute: () => Answer };

export type Prepare = (store: Store, call: Call) => PreparedOperation;

export type ProcessorContext = { store: Store; faults: Faults };

/** The lifetime of a Client-Request-Id. Afterwards, the same request is executed again. */
export const REMEMBERED_MS = 5 * 60_000;

function recall(store: Store, key: string): RememberedResponse | undefined {
  const remembered = store.answers.get(key);
  return remembered !== undefined && remembered.expiresAtMs > store.clock.now()
    ? remembered
    : undefined;
}

function once(store: Store, key: string, { operation, execute }: PreparedOperation): Answer {
  const before = recall(store, key);
  if (before !== undefined) return before.answer;
  const done = execute();
  const now = store.clock.now();
  for (const [old, { expiresAtMs }] of store.answers) {
    if (expiresAtMs <= now) store.answers.delete(old);
  }
  store.answers.set(key, { operation, answer: done, expiresAtMs: now + REMEMBERED_MS });
  return done;
}

/** Until the request is executed, a repeated request gets the "in progress" response. Its id expires as usual. */
function beginLate(
  store: Store,
  key: string,
  { operation, request }: { operation: Operation; request: FastifyRequest },
): void {
  const expiresAtMs = store.clock.now() + REMEMBERED_MS;
  store.answers.set(key, { operation, answer: inProgressAnswer(request), expiresAtMs });
}

type Identify = (store: Store, request: FastifyRequest) => Call;

export function operate(
  context: ProcessorContext,
  prepare: Prepare,
  identify: Identify = requireSignature,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { store } = context;
    const call = identify(store, request);
    const { merchantId } = call.merchant;
    const key = JSON.stringify([merchantId, request.url, call.clientRequestId]);
    const before = recall(store, key);
    const prepared =
      before === undefined
        ? prepare(store, call)
        : { operation: before.operation, execute: () => before.answer };

    const { operation, execute } = prepared;
    const fault = context.faults.take({ processor: 'fiserv', operation, merchantId });
    const broken = brokenAnswer(request);
    const refused = (status: number, message: string) => refusedAnswer(request, status, message);
    const exchange = { request, reply, clock: store.clock, fault, broken, refused };
    if (fault?.fault === 'execute_late') beginLate(store, key, { operation, request });
    // The processor's idempotency store does not prevent a duplicate execution inside the processor.
    const isDouble = fault?.fault === 'duplicate';
    const isLate = fault?.fault === 'execute_late';
    return answer(exchange, isDouble || isLate ? execute : () => once(store, key, prepared));
  };
}
