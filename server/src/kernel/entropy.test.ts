/** Time-ordered ids for rows that are added together. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { fixedClock } from './clock.ts';
import { systemEntropy, timeOrdered } from './entropy.ts';

it('time-ordered ids are unique UUIDs of version 7 in order of creation', () => {
  const clock = fixedClock('2026-11-17T12:00:00.000Z');
  const { uuid } = timeOrdered({ clock, entropy: systemEntropy });
  const ids = Array.from({ length: 10_000 }, uuid);
  expect(ids.every((id) => z.uuidv7().safeParse(id).success)).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Number.parseInt(ids[0]?.replace('-', '').slice(0, 12) ?? '', 16)).toBe(
    Date.parse(clock.now()),
  );
});
