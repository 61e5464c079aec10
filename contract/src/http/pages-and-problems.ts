/** Schemas shared by the provider API's resources: lists, references and errors. */

import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { ERROR_CODES } from '../errors.ts';
import { plainText } from '../plain-text.ts';

const PAGE_MAX = 100;
const PAGE_DEFAULT = 25;
const REF_MAX = 100;

/** Coerced because query parameters are text. */
const pageSizeSchema = z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE_DEFAULT);

export const pageQuerySchema = z.strictObject({
  limit: pageSizeSchema.describe('Number of objects per page.'),
  after: z.string().max(400).optional().describe('Value of `nextCursor` from the previous page.'),
});
export type PageQuery = z.infer<typeof pageQuerySchema>;

const SEARCH_MAX = 100;

/** At least two characters, because a single one matches too much to be useful. */
export const searchSchema = z.string().trim().min(2).max(SEARCH_MAX).optional();

/** A query parameter that may be repeated: one of the values is enough. */
export function oneOrMore<Item extends z.ZodType>(item: Item) {
  return z.union([item, z.array(item)]).optional();
}

export const createdRange = {
  createdFrom: instantSchema.optional().describe('Earliest creation time, inclusive.'),
  createdTo: instantSchema.optional().describe('Latest creation time, exclusive.'),
};
export type CreatedRange = z.infer<z.ZodObject<typeof createdRange>>;

export const updatedRange = {
  updatedFrom: instantSchema
    .optional()
    .describe('Earliest time of the last change, inclusive. Creation counts as a change.'),
  updatedTo: instantSchema.optional().describe('Latest time of the last change, exclusive.'),
};

/** The objects that a read includes on request. */
export function expandSchema<const Name extends string>(names: readonly Name[]) {
  return oneOrMore(z.enum(names)).describe(
    'Object to include in the response. Repeat the parameter for several.',
  );
}

export function toPage<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    nextCursor: z.string().nullable().describe('Cursor for the next page; null on the last page.'),
  });
}

/** The object's identifier in the provider's own system. Optional, and unique per kind of object. */
export const externalRefSchema = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'Visible ASCII characters without spaces')
  .max(REF_MAX);

export const errorCodeSchema = z.enum(ERROR_CODES).meta({ id: 'ErrorCode' });
export const fieldProblemSchema = z
  .object({ field: z.string(), message: z.string() })
  .meta({ id: 'FieldProblem' });

/** An error in the format of RFC 9457. `code` is from the error catalog. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: errorCodeSchema,
    fields: z.array(fieldProblemSchema).optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problemSchema>;

export const emailSchema = z.email().max(254);

/**
 * The form in which addresses are compared. Only ASCII letters are folded, because toLowerCase() makes ASCII letters
 * of some others: the Kelvin sign (U+212A) would become a k. `lower()` of the database does the same in some locales,
 * so it is applied only to stored addresses, which are ASCII.
 */
export function foldEmail(email: string): string {
  return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

const REASON_MAX = 500;

export const reasonSchema = z
  .strictObject({ reason: plainText({ max: REASON_MAX }) })
  .meta({ id: 'Reason' });
