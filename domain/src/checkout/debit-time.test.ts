import { addDays, compareDates, isoDate } from '@quittance/contract/dates';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { debitExpectedOn, debitTimeline } from './debit-time.ts';

describe('When a bank debit is expected to settle (product §4.22, R66)', () => {
  it.each([
    ['a Monday', '2026-11-16', '2026-11-20'],
    ['a Wednesday', '2026-11-18', '2026-11-24'],
    ['a Saturday', '2026-11-14', '2026-11-19'],
    ['a Sunday', '2026-11-15', '2026-11-19'],
    ['the day before Thanksgiving', '2026-11-25', '2026-12-02'],
    ['the day before Christmas', '2026-12-24', '2026-12-31'],
  ])('a debit sent on %s is expected four banking days later', (_day, sent, expected) => {
    expect(debitExpectedOn(isoDate(sent))).toBe(expected);
  });
});

describe('The days of a bank debit (R66)', () => {
  const sent = {
    submittedOn: isoDate('2026-11-16'),
    failedOn: null,
    settledOn: null,
    returnedOn: null,
    isBusinessAccount: false,
    today: isoDate('2026-11-17'),
  };

  it('the return windows start on the expected day until the debit settles', () => {
    expect(debitTimeline(sent)).toEqual({
      submittedOn: '2026-11-16',
      expectedOn: '2026-11-20',
      isLate: false,
      failedOn: null,
      settledOn: null,
      returnedOn: null,
      fundsUntil: '2026-11-24',
      unauthorizedUntil: '2027-01-19',
    });
  });

  it('the return windows start on the settlement date once that date is known', () => {
    const settled = { ...sent, settledOn: isoDate('2026-11-18') };
    expect(debitTimeline(settled)).toMatchObject({
      fundsUntil: '2026-11-20',
      unauthorizedUntil: '2027-01-17',
    });
  });

  it('a business account debit has a return window of two banking days, even if unauthorized', () => {
    const { fundsUntil, unauthorizedUntil } = debitTimeline({ ...sent, isBusinessAccount: true });
    expect(unauthorizedUntil).toBe(fundsUntil);
  });

  it('a debit is late after the expected day unless its result is known', () => {
    const today = isoDate('2026-11-21');
    expect(debitTimeline({ ...sent, today }).isLate).toBe(true);
    expect(debitTimeline({ ...sent, today, settledOn: isoDate('2026-11-19') }).isLate).toBe(false);
    expect(debitTimeline({ ...sent, today, failedOn: isoDate('2026-11-19') }).isLate).toBe(false);
  });

  it('a return window never ends before the expected day or the settlement of the debit', () => {
    const days = fc.integer({ min: 0, max: 3660 }).map((by) => addDays(isoDate('2024-01-01'), by));
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: 0, max: 10 }),
        fc.boolean(),
        (submittedOn, by, isBusinessAccount) => {
          const settledOn = addDays(submittedOn, by);
          const line = debitTimeline({ ...sent, submittedOn, settledOn, isBusinessAccount });
          expect(compareDates(line.submittedOn, line.expectedOn)).toBe(-1);
          expect(compareDates(settledOn, line.fundsUntil)).toBe(-1);
          expect(compareDates(line.fundsUntil, line.unauthorizedUntil)).not.toBe(1);
        },
      ),
    );
  });
});
