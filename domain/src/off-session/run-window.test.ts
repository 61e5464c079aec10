import { instant } from '@quittance/contract/dates';
import { HOUR_MS } from '@quittance/contract/durations';
import { describe, expect, it } from 'vitest';
import { hourIn, isWithinRunWindow } from './run-window.ts';

const NEW_YORK = 'America/New_York';

describe('The hours of merchant-initiated charges (R8)', () => {
  it.each([
    ['2026-01-15T14:59:59.999Z', false, '9:59 in winter'],
    ['2026-01-15T15:00:00.000Z', true, '10:00 in winter'],
    ['2026-01-15T20:59:59.999Z', true, '15:59 in winter'],
    ['2026-01-15T21:00:00.000Z', false, '16:00 in winter'],
    ['2026-07-15T13:59:59.999Z', false, '9:59 in summer'],
    ['2026-07-15T14:00:00.000Z', true, '10:00 in summer'],
    ['2026-07-15T20:00:00.000Z', false, '16:00 in summer'],
  ])('the charge window at %s is open: %s (%s)', (at, isOpen) => {
    expect(isWithinRunWindow({ timeZone: NEW_YORK, at: instant(at) })).toBe(isOpen);
  });

  it('midnight has the hour number 0', () => {
    expect(hourIn(NEW_YORK, instant('2026-01-15T05:00:00.000Z'))).toBe(0);
  });

  it.each([
    NEW_YORK,
    'America/Los_Angeles',
    'America/Phoenix',
    'Pacific/Honolulu',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'Europe/London',
  ])('the charge window lasts six hours every day in %s, including clock changes', (zone) => {
    const start = Date.parse('2026-01-01T00:00:00.000Z');
    const openHours = Array.from({ length: 365 * 24 }, (_, hour) =>
      instant(new Date(start + hour * HOUR_MS + HOUR_MS / 2).toISOString()),
    ).filter((at) => isWithinRunWindow({ timeZone: zone, at }));
    expect(Math.abs(openHours.length - 365 * 6)).toBeLessThanOrEqual(6);
  });
});
