import { isoDate } from '@quittance/contract/dates';
import { describe, expect, it } from 'vitest';
import { type ChargedToday, isLateInstallment, mayChargeToday, oldestFirst } from './catch-up.ts';

const today = isoDate('2026-04-15');
const late = { isInstallment: true, occurrenceOn: isoDate('2026-02-15'), today };
const due = { isInstallment: true, occurrenceOn: today, today };
const lateSchedule = { isInstallment: false, occurrenceOn: isoDate('2026-02-15'), today };

describe('Charging after an outage', () => {
  it.each<[string, typeof due, ChargedToday, boolean]>([
    ['the first missed installment', late, { all: 0, lateInstallments: 0 }, true],
    ['a second one on the same day', late, { all: 1, lateInstallments: 1 }, false],
    ["today's own beside a missed one", due, { all: 1, lateInstallments: 1 }, true],
    [
      'a scheduled payment beside a missed one',
      lateSchedule,
      { all: 1, lateInstallments: 1 },
      true,
    ],
    ['the third charge of a day', due, { all: 2, lateInstallments: 0 }, true],
    ['a fourth', due, { all: 3, lateInstallments: 0 }, false],
    ['a fourth that is no installment', lateSchedule, { all: 3, lateInstallments: 0 }, false],
  ])('the daily limit is applied to %s', (_name, charge, charged, expected) => {
    expect(mayChargeToday(charge, charged)).toBe(expected);
  });

  it('an installment counts as missed from the day after its due date', () => {
    expect([late, due, lateSchedule].map(isLateInstallment)).toEqual([true, false, false]);
  });

  it('the oldest charge is made first, and the input list is not modified', () => {
    const item = (dueOn: string, occurrenceOn = dueOn) => ({
      dueOn: isoDate(dueOn),
      occurrenceOn: isoDate(occurrenceOn),
    });
    const items = [
      item('2026-03-01'),
      item('2026-02-01', '2026-02-01'),
      item('2026-02-01', '2026-01-31'),
    ];
    const days = oldestFirst(items).map(({ occurrenceOn }) => occurrenceOn);
    expect(days).toEqual(['2026-01-31', '2026-02-01', '2026-03-01']);
    expect(items[0]?.dueOn).toBe('2026-03-01');
  });
});
