import { isoDate } from '@quittance/contract/dates';
import { expect, it } from 'vitest';
import { moveWindow } from './move-window.ts';

type Case = {
  is: string;
  today?: string;
  movedFromOn?: string;
  after?: string;
  before?: string;
  latest?: string;
  isLaterOnly?: boolean;
  maxMoveDays?: number;
  window: [earliest: string, latest: string] | null;
};

const optional = (date: string | undefined) => (date === undefined ? null : isoDate(date));

it.each<Case>([
  { is: 'tomorrow until ten days after its day', window: ['2026-11-10', '2026-11-30'] },
  { is: 'closed by the company', maxMoveDays: 0, window: null },
  {
    is: 'counted from the day that was agreed at first',
    movedFromOn: '2026-11-15',
    window: ['2026-11-10', '2026-11-25'],
  },
  {
    is: 'between the installments before and behind it',
    after: '2026-11-12',
    before: '2026-11-22',
    window: ['2026-11-13', '2026-11-21'],
  },
  {
    is: 'not widened by installments farther away',
    after: '2026-11-01',
    before: '2026-12-15',
    window: ['2026-11-10', '2026-11-30'],
  },
  {
    is: 'ended by the last day of a schedule',
    latest: '2026-11-24',
    window: ['2026-11-10', '2026-11-24'],
  },
  {
    is: 'later only for auto-pay',
    isLaterOnly: true,
    window: ['2026-11-20', '2026-11-30'],
  },
  {
    is: 'later than the agreed day for auto-pay that was moved',
    isLaterOnly: true,
    movedFromOn: '2026-11-18',
    window: ['2026-11-18', '2026-11-28'],
  },
  { is: 'one day', latest: '2026-11-10', window: ['2026-11-10', '2026-11-10'] },
  { is: 'empty when its last day is today', latest: '2026-11-09', window: null },
  { is: 'empty when it is over', today: '2026-11-30', window: null },
])('the window for moving a charge is $is', ({ window, ...given }) => {
  expect(
    moveWindow({
      today: isoDate(given.today ?? '2026-11-09'),
      chargeOn: isoDate('2026-11-20'),
      movedFromOn: optional(given.movedFromOn),
      rules: { maxMoveDays: given.maxMoveDays ?? 10 },
      after: optional(given.after),
      before: optional(given.before),
      ...(given.latest ? { latest: isoDate(given.latest) } : {}),
      ...(given.isLaterOnly ? { isLaterOnly: true } : {}),
    }),
  ).toEqual(window && { earliest: window[0], latest: window[1] });
});
