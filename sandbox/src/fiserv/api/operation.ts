// How every call to this company runs: the signature is checked, an answer given before is given
// again, the request is checked, and then it is carried out, which may not fail. Between the last
// two an ordered accident takes place.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, answer, type Faults, type Operation } from '../../faults.ts';
import type { Remembered, Store } from '../store.ts';
import { brokenAnswer } from './gateway-error.ts';
import { type Call, requireSignature } from './merchants.ts';

/** `execute` never throws, because it may run twice, later, or with nobody listening. */
export type Prepared = { operation: Operation; execute: () => Answer };

export type Prepare = (store: Store, call: Call) => Prepared;

export type Desk = { store: Store; faults: Faults };

/** How long a Client-Request-Id is remembered. Afterwards the same request is a new one. */
export const REMEMBERED_MS = 5 * 60_000;

function recall(store: Store, key: string): Remembered | undefined {
  const remembered = store.answers.get(key);
  return remembered !== undefined && remembered.expiresAtMs > store.clock.now()
    ? remembered
    : undefined;
}

/** Carries out what was not carried out yet, and remembers how it ended. */
function once(store: Store, key: string, { operation, execute }: Prepared): Answer {
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

type Identify = (store: Store, request: FastifyRequest) => Call;

export function operate(desk: Desk, prepare: Prepare, identify: Identify = requireSignature) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { store } = desk;
    const call = identify(store, request);
    const { merchantId } = call.merchant;
    const key = JSON.stringify([merchantId, request.url, call.clientRequestId]);
    const before = recall(store, key);
    const prepared =
      before === undefined
        ? prepare(store, call)
        : { operation: before.operation, execute: () => before.answer };

    const { operation, execute } = prepared;
    const fault = desk.faults.take({ processor: 'fiserv', operation, merchantId });
    const broken = brokenAnswer(request);
    const exchange = { request, reply, clock: store.clock, fault, broken };
    // A double execution is this company's own mistake, which no memory of its protects from.
    const isDouble = fault?.fault === 'duplicate';
    return answer(exchange, isDouble ? execute : () => once(store, key, prepared));
  };
}
