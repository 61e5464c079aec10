import { attemptIdSchema } from '@quittance/contract/ids';
import { describe, expect, it } from 'vitest';
import { addMs, fixedClock } from '../kernel/clock.ts';
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
// Safe because the breaker passes the order on and never reads it.
const ORDER = {} as ChargeOrder;
const SOUGHT = {
  reference: attemptIdSchema.parse('3f0c6f0e-2f39-4d3b-8a35-9c9c1b7c3a55'),
  processorReference: null,
};

function guarded() {
  const clock = fixedClock(START);
  const script = { charge: LOST, lookup: LOST as Outcome | NotFound, sent: 0, soughtCount: 0 }; // because it widens
  const charges: Charges = {
    resend: { kind: 'never' },
    charge: async () => {
      script.sent += 1;
      return script.charge;
    },
    lookup: async () => {
      script.soughtCount += 1;
      return script.lookup;
    },
    refund: async () => ({ kind: 'unknown', reason: 'not scripted' }),
  };
  const breaker = createCircuitBreaker(clock).guard(charges);
  const chargeTimes = async (count: number) => {
    for (let time = 0; time < count; time += 1) await breaker.charge(ORDER);
  };
  const lookUpTimes = async (count: number) => {
    for (let time = 0; time < count; time += 1) await breaker.lookup(SOUGHT);
  };
  const wait = (ms: number) => clock.travelTo(addMs(clock.now(), ms));
  return { breaker, script, chargeTimes, lookUpTimes, wait };
}

describe('The circuit breaker of a processor', () => {
  it('the circuit opens after five consecutive failures', async () => {
    const { breaker, script, chargeTimes } = guarded();
    await chargeTimes(5);
    expect(await breaker.charge(ORDER)).toMatchObject({ kind: 'not_sent' });
    expect(script.sent).toBe(5);
  });

  it('a decline does not count as a circuit breaker failure', async () => {
    const { script, chargeTimes } = guarded();
    await chargeTimes(4);
    script.charge = DECLINED;
    await chargeTimes(1);
    script.charge = LOST;
    await chargeTimes(4);
    expect(script.sent).toBe(9);
  });

  it('the circuit opens again when the first charge after the pause fails', async () => {
    const { script, chargeTimes, wait } = guarded();
    await chargeTimes(5);
    wait(15_001);
    await chargeTimes(3);
    expect(script.sent).toBe(6);
  });

  it('a successful lookup closes the circuit', async () => {
    const { breaker, script, chargeTimes } = guarded();
    await chargeTimes(5);
    script.lookup = { kind: 'not_found' };
    await breaker.lookup(SOUGHT);
    await chargeTimes(1);
    expect(script.sent).toBe(6);
  });

  it('lookups stop after five consecutive failures while charges continue', async () => {
    const { breaker, script, lookUpTimes, chargeTimes } = guarded();
    await lookUpTimes(5);
    expect(await breaker.lookup(SOUGHT)).toEqual({ kind: 'unknown', reason: 'circuit open' });
    expect(script.soughtCount).toBe(5);
    script.charge = DECLINED;
    await chargeTimes(1);
    expect(script.sent).toBe(1);
  });

  it('one failed lookup per hour does not open the circuit', async () => {
    const { script, lookUpTimes, wait } = guarded();
    for (let hour = 0; hour < 8; hour += 1) {
      await lookUpTimes(1);
      wait(3_600_000);
    }
    await lookUpTimes(1);
    expect(script.soughtCount).toBe(9);
  });
});
