// How every call to this company runs: first the request is checked, which may refuse it, then it
// is carried out, which may not. Between the two an ordered accident takes place.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { type Answer, answer, type Faults, type Operation } from '../faults.ts';
import type { Merchant, Store } from './store.ts';

/** `execute` never throws, because it may run twice, later, or with nobody listening. */
export type Prepared = { merchant: Merchant; execute: () => Answer };

export type Prepare = (store: Store, request: FastifyRequest) => Prepared;

export type Desk = { store: Store; faults: Faults; clock: Clock };

export function operate(desk: Desk, operation: Operation, prepare: Prepare) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { merchant, execute } = prepare(desk.store, request);
    const { merchantId } = merchant;
    const fault = desk.faults.take({ processor: 'payengine', operation, merchantId });
    return answer({ request, reply, clock: desk.clock, fault }, execute);
  };
}
