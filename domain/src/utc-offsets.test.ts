import { addDays, type Instant, instantSchema, isoDate } from '@quittance/contract/dates';
import { formatInstant } from '@quittance/contract/format';
import { dateTexts } from '@quittance/contract/texts/en/dates';
import { describe, expect, it } from 'vitest';
import { toUtcOffsets } from './utc-offsets.ts';

const TODAY = isoDate('2026-11-15');
const HALF_HOUR_MS = 1_800_000;

function instantsAround(offsets: ReturnType<typeof toUtcOffsets>): Instant[] {
  const edges = offsets.flatMap(({ from, until }) => [Date.parse(from), Date.parse(until) - 1]);
  return edges.flatMap((edge) =>
    Array.from({ length: 97 }, (_, index) =>
      instantSchema.parse(new Date(edge + (index - 48) * HALF_HOUR_MS).toISOString()),
    ),
  );
}

describe('The offsets of a time zone (R8)', () => {
  it('New York has nine offset periods in four years with eight clock changes', () => {
    const offsets = toUtcOffsets('America/New_York', TODAY);
    expect(offsets.map(({ minutes }) => minutes)).toEqual([
      -300, -240, -300, -240, -300, -240, -300, -240, -300,
    ]);
    expect(offsets[6]).toEqual({
      from: '2026-11-01T06:00:00.000Z',
      until: '2027-03-14T07:00:00.000Z',
      minutes: -300,
    });
  });

  it('the offsets cover the past three years and the next year without a gap', () => {
    const offsets = toUtcOffsets('America/Denver', TODAY);
    expect(offsets[0]?.from).toBe(`${addDays(TODAY, -3 * 365)}T00:00:00.000Z`);
    expect(offsets.at(-1)?.until).toBe(`${addDays(TODAY, 365)}T00:00:00.000Z`);
    expect(offsets.slice(1).map(({ from }) => from)).toEqual(
      offsets.slice(0, -1).map(({ until }) => until),
    );
  });

  it.each([
    'America/New_York',
    'America/Phoenix',
    'Pacific/Honolulu',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'UTC',
  ])('the offsets give the same local times as the time zone name: %s', (timeZone) => {
    const utcOffsets = toUtcOffsets(timeZone, TODAY);
    for (const at of instantsAround(utcOffsets))
      expect(formatInstant(at, { timeZone, utcOffsets }, dateTexts)).toBe(
        formatInstant(at, timeZone, dateTexts),
      );
  });
});
