/**
 * Generates values that match a zod schema, as far as our contract uses zod. Ids of existing rows are mixed in, so
 * that some requests find something.
 */
import fc from 'fast-check';
import { z } from 'zod';
import type { Ids } from './tenants.ts';

type KnownIds = Partial<Ids>;

const DATES = ['2026-11-15', '2026-11-16', '2026-12-01', '2028-02-29', '1999-12-31'];

function fittingString(schema: z.ZodString, known: KnownIds): fc.Arbitrary<unknown> {
  const { minLength, maxLength, format } = schema;
  if (format === 'uuid') {
    const own = Object.values(known).filter((id) => /^[0-9a-f-]{36}$/.test(id));
    return own.length > 0 ? fc.oneof(fc.uuid(), fc.constantFrom(...own)) : fc.uuid();
  }
  const length = { minLength: minLength ?? 0, maxLength: Math.min(maxLength ?? 60, 600) };
  return fc.oneof(
    fc.string(length),
    fc.string({ ...length, unit: 'grapheme' }),
    fc.constantFrom(...DATES, ...Object.values(known), '4111', 'a@example.com', '+12075550142'),
  );
}

function fittingNumber(schema: z.ZodNumber): fc.Arbitrary<unknown> {
  const min = Math.ceil(Math.max(schema.minValue ?? -1e9, -1e9));
  const max = Math.floor(Math.min(schema.maxValue ?? 1e9, 1e9));
  return fc.integer({ min, max });
}

function fittingObject(schema: z.ZodObject, known: KnownIds): fc.Arbitrary<unknown> {
  const shape = Object.entries(schema.shape).map(([name, part]) => {
    // The cast is needed because zod's own type does not state that a shape holds schemas.
    return [name, fitting(part as z.ZodType, known)] as const;
  });
  return fc
    .record(Object.fromEntries(shape))
    .map((value) =>
      Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)),
    );
}

function inner(schema: z.ZodType): z.ZodType | null {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodReadonly) {
    return schema.unwrap() as z.ZodType; // because zod's own type of it is wider
  }
  return schema instanceof z.ZodPipe ? (schema.in as z.ZodType) : null; // because as above
}

function raw(schema: z.ZodType, known: KnownIds): fc.Arbitrary<unknown> {
  const inside = inner(schema);
  if (inside) return fitting(inside, known);
  if (schema instanceof z.ZodOptional) {
    return fc.option(fitting(schema.unwrap() as z.ZodType, known), { nil: undefined }); // because as above
  }
  if (schema instanceof z.ZodNullable) {
    return fc.option(fitting(schema.unwrap() as z.ZodType, known), { nil: null }); // because as above
  }
  if (schema instanceof z.ZodObject) return fittingObject(schema, known);
  if (schema instanceof z.ZodArray) {
    return fc.array(fitting(schema.element as z.ZodType, known), { minLength: 1, maxLength: 4 }); // because as above
  }
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return fittingNumber(schema);
  if (schema instanceof z.ZodString || schema instanceof z.ZodUUID) {
    return fittingString(schema as z.ZodString, known); // because a uuid is a string with a format
  }
  if (schema instanceof z.ZodUnion) {
    return fc.oneof(...schema.options.map((option) => fitting(option as z.ZodType, known))); // because as above
  }
  throw new Error(`No values are known for a schema of type ${schema.type}`);
}

/** Most generated values match. The few that a refinement rejects are kept. */
export function fitting(schema: z.ZodType, known: KnownIds = {}): fc.Arbitrary<unknown> {
  return raw(schema, known);
}
