import { isoDate } from '@quittance/contract/dates';
import { addCents, cents } from '@quittance/contract/money';
import { describe, expect, it } from 'vitest';
import { InvariantViolation } from '../invariant.ts';
import { changedInstallments, type PlanChange } from './plan-changes.ts';

const installment = (dueOn: string, index: number) => ({
  index,
  dueOn: isoDate(dueOn),
  principalCents: cents(1000),
  feeCents: cents(31),
  costCents: cents(1031),
});

type Plan = { dates: readonly string[]; dayOfMonth?: number; today?: string; firstIndex?: number };

function change(made: PlanChange, plan: Plan) {
  const { dates, dayOfMonth = 31, today = '2026-01-10', firstIndex = 0 } = plan;
  return changedInstallments({
    unpaid: dates.map((dueOn, position) => installment(dueOn, position + firstIndex)),
    change: made,
    dayOfMonth,
    today: isoDate(today),
  });
}

const datesAfter = (made: PlanChange, plan: Plan) => change(made, plan).map(({ dueOn }) => dueOn);

const MONTH_ENDS = ['2026-01-31', '2026-02-28', '2026-03-31'];

describe('A change of a plan', () => {
  it('a move changes one installment and leaves the others unchanged', () => {
    const moved = { kind: 'move', index: 1, date: isoDate('2026-02-20') } as const;
    expect(change(moved, { dates: MONTH_ENDS })).toEqual([
      installment('2026-01-31', 0),
      installment('2026-02-20', 1),
      installment('2026-03-31', 2),
    ]);
  });

  it('a skip moves an installment and all later ones by a month and keeps the agreed day', () => {
    const skip = { kind: 'skip', index: 1 } as const;
    expect(datesAfter(skip, { dates: MONTH_ENDS })).toEqual([
      '2026-01-31',
      '2026-03-31',
      '2026-04-30',
    ]);
  });

  it('a pause moves all open installments by whole months, across the end of a year', () => {
    const pause = { kind: 'pause', months: 3 } as const;
    const dates = ['2026-11-30', '2026-12-31'];
    expect(datesAfter(pause, { dates })).toEqual(['2027-02-28', '2027-03-31']);
  });

  it.each([
    ['2026-02-28', 30, '2026-03-30'],
    ['2026-02-28', 28, '2026-03-28'],
    ['2026-02-15', 31, '2026-03-15'],
    ['2026-02-28', 15, '2026-03-28'],
    ['2026-04-30', 31, '2026-05-31'],
    ['2028-02-29', 31, '2028-03-31'],
  ])('one month after %s with the agreed day %i is %s', (date, dayOfMonth, later) => {
    expect(datesAfter({ kind: 'skip', index: 0 }, { dates: [date], dayOfMonth })).toEqual([later]);
  });

  it('two installments keep separate days when a short month would merge them', () => {
    const dates = ['2026-01-29', '2026-01-30', '2026-01-31', '2026-02-28'];
    expect(datesAfter({ kind: 'pause', months: 1 }, { dates })).toEqual([
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
      '2026-03-31',
    ]);
  });
});

describe('Another day of the month', () => {
  const day = (number: number) => ({ kind: 'day', day: number }) as const;

  it.each([
    [15, '2026-01-10', ['2026-01-15', '2026-02-15', '2026-03-15']],
    [30, '2026-01-10', ['2026-01-30', '2026-02-28', '2026-03-30']],
    [11, '2026-01-10', ['2026-01-11', '2026-02-11', '2026-03-11']],
    [10, '2026-01-10', ['2026-02-10', '2026-03-10', '2026-04-10']],
    [5, '2026-01-10', ['2026-02-05', '2026-03-05', '2026-04-05']],
  ])(
    'a change to day %i keeps the months unless the first new date has passed on %s',
    (number, today, dates) => {
      expect(datesAfter(day(number), { dates: MONTH_ENDS, today })).toEqual(dates);
    },
  );

  it('a day change returns a moved installment to its original month', () => {
    const dates = ['2026-01-31', '2026-03-02', '2026-03-31'];
    expect(datesAfter(day(20), { dates })).toEqual(['2026-01-20', '2026-02-20', '2026-03-20']);
  });

  it('a day change leaves a plan without unpaid installments unchanged', () => {
    expect(change(day(20), { dates: [] })).toEqual([]);
  });
});

describe('A plan in fewer installments', () => {
  it('a shortened plan keeps the totals and the first installment dates', () => {
    const shorter = change({ kind: 'shorten', count: 2 }, { dates: MONTH_ENDS, firstIndex: 4 });
    expect(shorter.map(({ index, dueOn }) => [index, dueOn])).toEqual([
      [4, '2026-01-31'],
      [5, '2026-02-28'],
    ]);
    expect(shorter.map(({ costCents }) => costCents)).toEqual([1547, 1546]);
    expect(addCents(...shorter.map(({ principalCents }) => principalCents))).toBe(3000);
    expect(addCents(...shorter.map(({ feeCents }) => feeCents))).toBe(93);
  });

  it('a shortened plan cannot have more installments than the original plan', () => {
    const longer = () => change({ kind: 'shorten', count: 4 }, { dates: MONTH_ENDS });
    expect(longer).toThrow(InvariantViolation);
    expect(longer).toThrow('a shorter plan has a date for each installment');
  });
});
