import { addDays, daysBetween, isoDate } from '@quittance/contract/dates';
import { describe, expect, it } from 'vitest';
import { InvariantViolation } from '../invariant.ts';
import { nextTryOn, TRIES_MAX } from './declines.ts';

const firstTryOn = isoDate('2026-02-27');

describe('Trying a declined charge again (R15)', () => {
  it('never happens after a hard decline', () => {
    for (let tries = 1; tries <= TRIES_MAX; tries++)
      expect(nextTryOn({ declineClass: 'hard', failedOn: firstTryOn, tries })).toBeNull();
  });

  it('happens 1, 3 and 5 days after a soft decline, four tries in all', () => {
    const tries = [firstTryOn];
    for (;;) {
      const failedOn = tries.at(-1) ?? firstTryOn;
      const next = nextTryOn({ declineClass: 'soft', failedOn, tries: tries.length });
      if (next === null) break;
      tries.push(next);
    }
    expect(tries).toEqual(['2026-02-27', '2026-02-28', '2026-03-03', '2026-03-08']);
    expect(tries).toHaveLength(TRIES_MAX);
    expect(daysBetween({ from: firstTryOn, to: tries.at(-1) ?? firstTryOn })).toBeLessThan(15);
  });

  it('counts from the failure, however late a try was made', () => {
    const failedOn = addDays(firstTryOn, 40);
    expect(nextTryOn({ declineClass: 'soft', failedOn, tries: 2 })).toBe(addDays(failedOn, 3));
  });

  it('needs a first try', () => {
    for (const tries of [0, -1, 1.5])
      expect(() => nextTryOn({ declineClass: 'soft', failedOn: firstTryOn, tries })).toThrow(
        InvariantViolation,
      );
  });
});
