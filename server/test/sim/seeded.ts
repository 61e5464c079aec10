/** Seeded randomness: every run of a history gets the same ids, bytes and choices. */
import type { Entropy } from '../../src/kernel/entropy.ts';

/** Mulberry32: returns an integer below 2^32 on every call. */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Consecutive seeds give unrelated histories. */
export function mixedSeed(seed: number): number {
  return seededNumbers(seed)() | 0;
}

function uuidFrom(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

export function seededEntropy(seed: number): Entropy {
  const next = seededNumbers(seed);
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => next() & 0xff);
  return { bytes, uuid: () => uuidFrom(bytes(16)) };
}
