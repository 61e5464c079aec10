// The steps of a call: validation, which may reject it, then execution, which must not fail. Injected faults take
// effect between the two.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { type Answer, answer, type Faults, type Operation } from '../faults.ts';
import type { Merchant, Store } from './store.ts';

/** `execute` must not throw: it may run twice, later, or after the caller has disconnected. */
export type PreparedOperation = { merchant: Merchant; execute: () => Answer };

export type Prepare = (store: Store, request: FastifyRequest) => PreparedOperation;

export type ProcessorContext = { store: Store; faults: Faults; clock: Clock };

export function operate(context: ProcessorContext, operation: Operation, prepare: Prepare) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { merchant, execute } = prepare(context.store, request);
    const { merchantId } = merchant;
    const fault = context.faults.take({ processor: 'payengine', operation, merchantId });
    return answer({ request, reply, clock: context.clock, fault }, execute);
  };
}
