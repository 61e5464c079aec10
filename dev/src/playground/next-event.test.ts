/** Tests when a due day is handled, given the hours in which charges are made (R14, R79). */
import { instant, isoDate } from '@quittance/contract/dates';
import { describe, expect, it } from 'vitest';
import { actedOn } from './next-event.ts';

const dueOn = (on: string) => ({
  what: 'an installment is due',
  on: isoDate(on),
  timeZone: 'America/New_York',
});

const at = (time: string) => instant(`2026-11-17T${time}:00.000Z`);

describe('A due day', () => {
  it.each([
    ['2026-11-20', '17:00', '2026-11-20T15:05:00.000Z'],
    ['2026-11-17', '12:00', '2026-11-17T15:05:00.000Z'],
    ['2026-11-17', '22:00', '2026-11-18T15:05:00.000Z'],
  ])('a due day on %s, viewed at %s, is processed at %s', (on, seen, expected) => {
    expect(actedOn(dueOn(on), at(seen))).toBe(expected);
  });

  it('a due day has no next event while the charges of the day are running', () => {
    expect(actedOn(dueOn('2026-11-17'), at('17:00'))).toBeNull();
  });

  it('a due day in the past has no next event', () => {
    expect(actedOn(dueOn('2026-11-16'), at('22:00'))).toBeNull();
  });
});
