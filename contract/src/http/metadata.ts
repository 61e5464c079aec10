/** Own keys and values that a company keeps with its customers, invoices and payments. Payers never see them. */
import { z } from 'zod';
import { plainText } from '../plain-text.ts';

const KEYS_MAX = 50;
const VALUE_MAX = 500;

const keySchema = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,40}$/, 'Up to 40 letters, digits and the characters _ . : -');

export const metadataSchema = z
  .record(keySchema, z.string())
  .describe('Your own keys and values. Payers never see them.');
export type Metadata = z.infer<typeof metadataSchema>;

export const METADATA_KEYS_MAX = KEYS_MAX;

export const metadataChangeSchema = z
  .record(keySchema, plainText({ max: VALUE_MAX }).nullable())
  .refine((change) => Object.keys(change).length <= KEYS_MAX, `At most ${KEYS_MAX} keys`)
  .describe(
    `Your own keys and values, at most ${KEYS_MAX} per object. Keys that are not named stay as they are; null removes a key.`,
  );
export type MetadataChange = z.infer<typeof metadataChangeSchema>;

const pairSchema = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,40}=.{1,500}$/s, 'A pair such as region=west');

export const metadataFilterSchema = z
  .union([pairSchema, z.array(pairSchema).max(KEYS_MAX)])
  .optional()
  .describe('Metadata that the object has, as `key=value`. Repeat the parameter for several.');
