import { addDays, isoDate } from '@quittance/contract/dates';
import { describe, expect, it } from 'vitest';
import { InvariantViolation } from '../invariant.ts';
import { type FailedAttempt, isPlanDefaulted, nextStep, notSentPauseMs } from './retries.ts';
import { RETURN_CLASSES, RETURN_CODES } from './return-codes.ts';

const SOFT: FailedAttempt = { kind: 'declined', class: 'soft' };
const HARD: FailedAttempt = { kind: 'declined', class: 'hard' };
const NO_FUNDS: FailedAttempt = { kind: 'returned', code: 'R01' };
const NOT_SENT: FailedAttempt = { kind: 'notSent' };

const FAILED_ON = isoDate('2026-01-30');

function after(...attempts: FailedAttempt[]): string {
  const step = nextStep({ attempts, firstAttemptOn: isoDate('2026-01-20'), failedOn: FAILED_ON });
  return step.kind === 'retry' ? step.on : step.kind;
}

describe('After a failed off-session charge (R15)', () => {
  it.each<[string, FailedAttempt[], string]>([
    ['a soft decline', [SOFT], '2026-01-31'],
    ['two of them', [SOFT, SOFT], '2026-02-02'],
    ['three of them', [SOFT, SOFT, SOFT], '2026-02-04'],
    ['the fourth', [SOFT, SOFT, SOFT, SOFT], 'giveUp'],
    ['a hard decline', [HARD], 'giveUp'],
    ['a hard decline after a soft one', [SOFT, HARD], 'giveUp'],
    ['a return for lack of funds', [NO_FUNDS], '2026-02-02'],
    ['the second return', [NO_FUNDS, NO_FUNDS], '2026-02-04'],
    ['the third return', [NO_FUNDS, NO_FUNDS, NO_FUNDS], 'giveUp'],
    ['an unauthorized debit', [{ kind: 'returned', code: 'R10' }], 'giveUp'],
    ['a closed account', [{ kind: 'returned', code: 'R02' }], 'giveUp'],
    [
      'a closed account after a lack of funds',
      [NO_FUNDS, { kind: 'returned', code: 'R02' }],
      'giveUp',
    ],
    ['an unreachable processor', [NOT_SENT], FAILED_ON],
    ['a processor unreachable for long', Array.from({ length: 7 }, () => NOT_SENT), FAILED_ON],
    ['a soft decline after an outage', [NOT_SENT, NOT_SENT, SOFT], '2026-01-31'],
    ['a soft decline between returns', [NO_FUNDS, SOFT], '2026-01-31'],
    ['the first return after declines and outages', [SOFT, NOT_SENT, NO_FUNDS], '2026-02-02'],
  ])('%s is followed by the expected action (attempts: %s)', (_name, attempts, expected) => {
    expect(after(...attempts)).toBe(expected);
  });

  it('a returned debit is presented again only if its return code allows it', () => {
    for (const name of RETURN_CLASSES) {
      for (const code of RETURN_CODES[name]) {
        expect(after({ kind: 'returned', code })).toBe(
          name === 'representable' ? '2026-02-02' : 'giveUp',
        );
      }
    }
  });

  it('a returned debit is not presented again after 180 days', () => {
    const on = (days: number) =>
      nextStep({
        attempts: [NO_FUNDS],
        firstAttemptOn: FAILED_ON,
        failedOn: addDays(FAILED_ON, days),
      });
    expect(on(177)).toEqual({ kind: 'retry', on: addDays(FAILED_ON, 180) });
    expect(on(178)).toEqual({ kind: 'giveUp' });
  });

  it('the retry decision throws without a failed attempt', () => {
    expect(() => after()).toThrow(
      new InvariantViolation('Not true: a failure has at least one attempt'),
    );
  });
});

describe('A payment plan (R15)', () => {
  it('a payment plan defaults with its second missed installment', () => {
    expect([0, 1, 2, 3].map(isPlanDefaulted)).toEqual([false, false, true, true]);
  });
});

describe('A charge that does not reach its processor', () => {
  it.each([
    [1, 15],
    [2, 30],
    [3, 60],
    [4, 120],
    [30, 120],
  ])('a charge that fails to send %i times in a row waits %i minutes', (inARow, minutes) => {
    expect(notSentPauseMs(inARow)).toBe(minutes * 60_000);
  });
});
