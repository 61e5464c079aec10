import { attemptIdSchema } from '@quittance/contract/ids';
import { describe, expect, it } from 'vitest';
import { addMs, fixedClock } from '../clock.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import type { ChargeOrder, Charges, NotFound, Outcome } from './processor.ts';

const START = '2026-11-15T15:00:00.000Z';
const LOST: Outcome = { kind: 'unknown', reason: 'lost' };
const DECLINED: Outcome = {
  kind: 'declined',
  processorReference: null,
  code: '05',
  message: 'no',
  class: 'soft',
};
// because the breaker hands the order on and never looks inside
const ORDER = {} as ChargeOrder;
const SOUGHT = {
  reference: attemptIdSchema.parse('3f0c6f0e-2f39-4d3b-8a35-9c9c1b7c3a55'),
  processorReference: null,
};

/** A processor that answers what it is told to, behind a breaker. */
function guarded() {
  const clock = fixedClock(START);
  const told = { charge: LOST, lookup: LOST as Outcome | NotFound, sent: 0 }; // because it widens
  const charges: Charges = {
    resend: { kind: 'never' },
    charge: async () => {
      told.sent += 1;
      return told.charge;
    },
    lookup: async () => told.lookup,
    refund: async () => ({ kind: 'unknown', reason: 'not asked' }),
  };
  const breaker = createCircuitBreaker(clock).guard(charges);
  const chargeTimes = async (count: number) => {
    for (let time = 0; time < count; time += 1) await breaker.charge(ORDER);
  };
  const wait = (ms: number) => clock.travelTo(addMs(clock.now(), ms));
  return { breaker, told, chargeTimes, wait };
}

describe('The circuit breaker of a processor', () => {
  it('sends nothing for a while after five failures in a row', async () => {
    const { breaker, told, chargeTimes } = guarded();
    await chargeTimes(5);
    expect(await breaker.charge(ORDER)).toMatchObject({ kind: 'not_sent' });
    expect(told.sent).toBe(5);
  });

  it('takes a decline for an answer', async () => {
    const { told, chargeTimes } = guarded();
    await chargeTimes(4);
    told.charge = DECLINED;
    await chargeTimes(1);
    told.charge = LOST;
    await chargeTimes(4);
    expect(told.sent).toBe(9);
  });

  it('tries once after the pause, and pauses again when that fails too', async () => {
    const { told, chargeTimes, wait } = guarded();
    await chargeTimes(5);
    wait(15_001);
    await chargeTimes(3);
    expect(told.sent).toBe(6);
  });

  it('closes when a look-up is answered', async () => {
    const { breaker, told, chargeTimes } = guarded();
    await chargeTimes(5);
    told.lookup = { kind: 'not_found' };
    await breaker.lookup(SOUGHT);
    await chargeTimes(1);
    expect(told.sent).toBe(6);
  });
});
