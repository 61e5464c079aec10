import { addDays, isoDate } from '@quittance/contract/dates';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { autoPayDates, isNoticeOldEnough, noticeOn, postponedOn } from './auto-pay.ts';

const SINCE = '2026-01-10';

function datesFor(kind: ChargeKind, { due, today }: { due: string; today: string }) {
  const dates = { dueOn: isoDate(due), sinceOn: isoDate(SINCE), today: isoDate(today) };
  const { noticeOn: told, chargeOn } = autoPayDates({ kind, ...dates });
  return `${told} ${chargeOn}`;
}

describe('The days of auto-pay (R14)', () => {
  it.each<[ChargeKind, string, string, string, string]>([
    ['card', '2026-01-31', '2026-01-10', '2026-01-28 2026-01-31', 'on the due date'],
    ['ach', '2026-01-31', '2026-01-10', '2026-01-21 2026-01-31', 'on the due date'],
    ['card', '2026-03-01', '2026-01-10', '2026-02-26 2026-03-01', 'over the end of February'],
    ['card', '2026-01-11', '2026-01-10', '2026-01-10 2026-01-11', 'told at once for tomorrow'],
    ['card', '2026-01-10', '2026-01-10', '2026-01-10 2026-01-10', 'due on the day it is set up'],
    ['card', '2026-01-09', '2026-01-10', '2026-01-10 2026-01-11', 'past due: the next day'],
    ['card', '2025-11-30', '2026-01-10', '2026-01-10 2026-01-11', 'long past due: the next day'],
    ['card', '2026-01-15', '2026-01-20', '2026-01-20 2026-01-20', 'found late: today'],
    ['ach', '2026-01-15', '2026-01-10', '2026-01-10 2026-01-20', 'a debit waits for its notice'],
    ['ach', '2026-01-09', '2026-01-10', '2026-01-10 2026-01-20', 'a debit past due waits too'],
    ['ach', '2026-01-20', '2026-01-10', '2026-01-10 2026-01-20', 'just in time'],
    ['ach', '2026-01-15', '2026-02-01', '2026-02-01 2026-02-11', 'a debit found late'],
  ])('%s due %s, seen on %s: told and charged on %s (%s)', (kind, due, today, expected) => {
    expect(datesFor(kind, { due, today })).toBe(expected);
  });

  it('never charge in the past and never debit under a young notice', () => {
    for (const kind of ['card', 'ach'] as const) {
      for (let due = -20; due <= 40; due++) {
        for (let day = 0; day <= 30; day++) {
          const sinceOn = isoDate(SINCE);
          const today = addDays(sinceOn, day);
          const dates = autoPayDates({ kind, dueOn: addDays(sinceOn, due), sinceOn, today });
          expect(dates.chargeOn >= today && dates.noticeOn >= today).toBe(true);
          const noticedOn = dates.noticeOn;
          expect(isNoticeOldEnough({ kind, noticedOn, today: dates.chargeOn })).toBe(true);
        }
      }
    }
  });
});

describe('Notices (R14)', () => {
  it('go out 3 days before a card is charged and 10 before a bank debit', () => {
    const chargeOn = isoDate('2026-03-05');
    expect(noticeOn({ kind: 'card', chargeOn })).toBe('2026-03-02');
    expect(noticeOn({ kind: 'ach', chargeOn })).toBe('2026-02-23');
  });

  it('of a bank debit count from the tenth day on', () => {
    const noticedOn = isoDate('2026-02-20');
    const isOld = (today: string) =>
      isNoticeOldEnough({ kind: 'ach', noticedOn, today: isoDate(today) });
    expect(isOld('2026-03-01')).toBe(false);
    expect(isOld('2026-03-02')).toBe(true);
  });

  it('of another amount put the charge off by their own time', () => {
    const today = isoDate('2026-02-27');
    expect(postponedOn({ kind: 'card', today })).toBe('2026-03-02');
    expect(postponedOn({ kind: 'ach', today })).toBe('2026-03-09');
  });
});
