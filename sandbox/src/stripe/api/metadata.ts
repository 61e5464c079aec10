// Metadata parameters: text and numbers. An empty value removes a key; an empty text instead of the
// object removes all keys.
import { z } from 'zod';

const Value = z.union([z.string(), z.number()]);

export const Metadata = z.union([z.literal(''), z.record(z.string(), Value)]).optional();

export function mergeMetadata(
  before: Record<string, string>,
  given: z.infer<typeof Metadata>,
): Record<string, string> {
  if (given === undefined) return before;
  if (given === '') return {};
  const merged = { ...before, ...given };
  return Object.fromEntries(
    Object.entries(merged)
      .filter(([, value]) => value !== '')
      .map(([key, value]) => [key, String(value)]),
  );
}
