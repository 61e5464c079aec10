import { addDays, daysBetween, isoDate } from '@quittance/contract/dates';
import { describe, expect, it } from 'vitest';
import { InvariantViolation } from '../invariant.ts';
import { ATTEMPTS_MAX, DECLINE_CLASSES, nextRetryOn } from './declines.ts';

const firstAttemptOn = isoDate('2026-02-27');

describe('Retrying a declined charge (R15)', () => {
  it('declines are classified as hard or soft', () => {
    expect(DECLINE_CLASSES).toEqual(['hard', 'soft']);
  });

  it('a hard decline is not retried', () => {
    for (let attempts = 1; attempts <= ATTEMPTS_MAX; attempts++)
      expect(nextRetryOn({ declineClass: 'hard', failedOn: firstAttemptOn, attempts })).toBeNull();
  });

  it('a soft decline is retried after 1, 3 and 5 days, four attempts in all', () => {
    const attemptDays = [firstAttemptOn];
    for (;;) {
      const failedOn = attemptDays.at(-1) ?? firstAttemptOn;
      const next = nextRetryOn({ declineClass: 'soft', failedOn, attempts: attemptDays.length });
      if (next === null) break;
      attemptDays.push(next);
    }
    expect(attemptDays).toEqual(['2026-02-27', '2026-02-28', '2026-03-03', '2026-03-08']);
    expect(attemptDays).toHaveLength(ATTEMPTS_MAX);
    expect(
      daysBetween({ from: firstAttemptOn, to: attemptDays.at(-1) ?? firstAttemptOn }),
    ).toBeLessThan(15);
  });

  it('the retry delay is counted from the failure, even if the attempt was late', () => {
    const failedOn = addDays(firstAttemptOn, 40);
    expect(nextRetryOn({ declineClass: 'soft', failedOn, attempts: 2 })).toBe(addDays(failedOn, 3));
  });

  it('the retry rule throws without a first attempt', () => {
    for (const attempts of [0, -1, 1.5])
      expect(() =>
        nextRetryOn({ declineClass: 'soft', failedOn: firstAttemptOn, attempts }),
      ).toThrow(new InvariantViolation('Not true: attempts are counted from one'));
  });
});
