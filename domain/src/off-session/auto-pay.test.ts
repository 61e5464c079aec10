import { addDays, instant, isoDate } from '@quittance/contract/dates';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { autoPayDates, isNoticeOldEnough, noticeOn, postponedOn } from './auto-pay.ts';

const SINCE = '2026-01-10';

type AutoPayCase = { due: string; today: string; hour?: number };

function datesFor(kind: ChargeKind, { due, today, hour = 0 }: AutoPayCase) {
  const dates = { dueOn: isoDate(due), sinceOn: isoDate(SINCE), today: isoDate(today), hour };
  const { noticeOn: told, chargeOn } = autoPayDates({ kind, isReopened: false, ...dates });
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
  ])(
    'auto-pay by %s of an invoice due %s, seen on %s, notifies and charges on %s (%s)',
    (kind, due, today, expected) => {
      expect(datesFor(kind, { due, today })).toBe(expected);
    },
  );

  it('a bank debit is charged a day later when its notice is sent late in the day', () => {
    const seen = { due: '2026-01-15', today: '2026-01-10' };
    expect(datesFor('ach', { ...seen, hour: 14 })).toBe('2026-01-10 2026-01-20');
    expect(datesFor('ach', { ...seen, hour: 15 })).toBe('2026-01-10 2026-01-21');
    expect(datesFor('card', { ...seen, hour: 23 })).toBe('2026-01-12 2026-01-15');
  });

  it('a card can be charged on the day of its notice, even if the notice is sent late', () => {
    const seen = { due: '2026-01-10', today: '2026-01-10', hour: 23 };
    expect(datesFor('card', seen)).toBe('2026-01-10 2026-01-10');
  });

  it('auto-pay never charges in the past and never before the notice', () => {
    const sinceOn = isoDate(SINCE);
    for (const kind of ['card', 'ach'] as const) {
      for (let due = -20; due <= 40; due += 3) {
        for (let day = 0; day <= 30; day++) {
          const today = addDays(sinceOn, day);
          for (const isReopened of [false, true]) {
            const question = { kind, isReopened, dueOn: addDays(sinceOn, due), sinceOn, today };
            const dates = autoPayDates({ ...question, hour: 0 });
            const days = kind === 'ach' ? 10 : isReopened ? 3 : 0;
            expect(dates.noticeOn >= today).toBe(true);
            expect(dates.chargeOn >= addDays(dates.noticeOn, days)).toBe(true);
          }
        }
      }
    }
  });
});

describe('Notices (R14)', () => {
  it('a notice is sent 3 days before a card charge and 10 days before a bank debit', () => {
    const chargeOn = isoDate('2026-03-05');
    expect(noticeOn({ kind: 'card', chargeOn })).toBe('2026-03-02');
    expect(noticeOn({ kind: 'ach', chargeOn })).toBe('2026-02-23');
  });

  it('a bank debit notice takes effect after 240 hours, and a card charge notice takes effect immediately', () => {
    const noticedAt = instant('2026-02-20T15:30:00.000Z');
    const isOld = (kind: ChargeKind, now: string) =>
      isNoticeOldEnough({ kind, isReopened: false, noticedAt, now: instant(now) });
    expect(isOld('ach', '2026-03-02T15:29:59.999Z')).toBe(false);
    expect(isOld('ach', '2026-03-02T15:30:00.000Z')).toBe(true);
    expect(isOld('card', '2026-02-20T15:30:00.000Z')).toBe(true);
    const reopened = { kind: 'card', isReopened: true, noticedAt } as const;
    const isOldAt = (now: string) => isNoticeOldEnough({ ...reopened, now: instant(now) });
    expect(isOldAt('2026-02-23T15:29:59.999Z')).toBe(false);
    expect(isOldAt('2026-02-23T15:30:00.000Z')).toBe(true);
  });

  it('a notice of a changed amount postpones the charge by the full notice period', () => {
    const today = isoDate('2026-02-27');
    expect(postponedOn({ kind: 'card', today, hour: 15 })).toBe('2026-03-02');
    expect(postponedOn({ kind: 'ach', today, hour: 10 })).toBe('2026-03-09');
    expect(postponedOn({ kind: 'ach', today, hour: 15 })).toBe('2026-03-10');
    expect(postponedOn({ kind: 'card', isReopened: true, today, hour: 15 })).toBe('2026-03-03');
  });
});
