/** Derives the maximum body size of a route from its schema. Larger bodies are refused before they are parsed. */
import { z } from 'zod';

export const BODY_BYTES_MAX = 64 * 1024;
/** Allowance for whitespace between tokens and around trimmed text. */
const SPACES = 1024;
/** '\u00e9' is the longest encoding of a character. */
const CHARACTER = 6;
/** Fits '-2251799813685248', true and null. */
const SCALAR = 24;
/** Fits an id, a date or an instant. */
const PATTERN = 64;
/** Name of the size of an object with any fields, in the metadata of its schema. */
const OWN_LIMIT = 'bytesMax';
/** Browsers send more passkey data than the server reads. */
const UNREAD = 4096;

type Part = z.core.JSONSchema.JSONSchema;

const largest = (sizes: readonly number[]) => Math.max(0, ...sizes);
const computeSize = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Our patterns allow only ASCII characters that JSON does not escape. */
function bytesOfText({ maxLength, pattern }: Part): number {
  if (pattern !== undefined) return 2 + (maxLength ?? PATTERN);
  return 2 + CHARACTER * (maxLength ?? Number.POSITIVE_INFINITY);
}

function bytesOfList({ items, maxItems = Number.POSITIVE_INFINITY }: Part): number {
  return 2 + maxItems * (toBytes(Array.isArray(items) ? true : (items ?? true)) + 1);
}

function bytesOfObject({ properties = {}, additionalProperties }: Part): number {
  const fields = Object.entries(properties).map(
    ([name, part]) => computeSize(name) + 2 + toBytes(part),
  );
  const known = 2 + fields.reduce((sum, size) => sum + size, 0);
  if (additionalProperties === false) return known;
  return additionalProperties === undefined ? known + UNREAD : Number.POSITIVE_INFINITY;
}

function toBytes(part: Part | boolean): number {
  if (typeof part === 'boolean') return Number.POSITIVE_INFINITY;
  const own = part[OWN_LIMIT];
  if (typeof own === 'number') return own;
  const options = part.anyOf ?? part.oneOf;
  if (options) return largest(options.map(toBytes));
  if (part.enum) return largest(part.enum.map(computeSize));
  if (part.const !== undefined) return computeSize(part.const);
  switch (part.type) {
    case 'string':
      return bytesOfText(part);
    case 'array':
      return bytesOfList(part);
    case 'object':
      return bytesOfObject(part);
    case undefined:
      return Number.POSITIVE_INFINITY;
    default:
      return SCALAR;
  }
}

/** A call without a body may still send an empty one. */
export function bodyBytesMax(schema: z.ZodType | undefined): number {
  if (!schema) return SPACES;
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Math.min(BODY_BYTES_MAX, SPACES + toBytes(json));
}
