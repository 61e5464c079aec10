/**
 * Serializes responses by their schema: fields not in the schema are dropped at any depth. Values are validated
 * only in tests, because validation takes longer than reading the data.
 */
import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';

type Pick = (value: unknown) => unknown;

const asItIs: Pick = (value) => value;

/** Lets the library encode schemas that contain unions or conversions. */
const encodeBy =
  (schema: z.ZodType): Pick =>
  (value) =>
    z.encode(schema, value);

function pickObject(schema: z.ZodObject): Pick {
  const fields = Object.entries(schema.shape).map(
    ([key, field]) => [key, toPicker(field)] as const,
  );
  return (value) => {
    const given = value as Record<string, unknown>; // because the handler's type is inferred from the schema
    const picked: Record<string, unknown> = {};
    for (const [key, pick] of fields) {
      const field = given[key];
      if (field !== undefined) picked[key] = pick(field);
    }
    return picked;
  };
}

function pickItems(element: unknown): Pick {
  const pick = toPicker(element);
  return pick === asItIs ? asItIs : (value) => (value as unknown[]).map(pick); // because as above
}

function pickUnlessMissing(inner: unknown): Pick {
  const pick = toPicker(inner);
  return pick === asItIs ? asItIs : (value) => (value == null ? value : pick(value));
}

const SCALARS = new Set(['string', 'number', 'boolean', 'enum', 'literal', 'null']);

function toPicker(given: unknown): Pick {
  const schema = given as z.ZodType; // because the parts of a schema are schemas
  if (SCALARS.has(schema.def.type)) return asItIs;
  if (schema instanceof z.ZodObject && !schema.def.catchall) return pickObject(schema);
  if (schema instanceof z.ZodArray) return pickItems(schema.element);
  if (schema instanceof z.ZodNullable) return pickUnlessMissing(schema.unwrap());
  if (schema instanceof z.ZodOptional) return pickUnlessMissing(schema.unwrap());
  return encodeBy(schema);
}

export function toSerializer(schema: z.ZodType): (answer: unknown) => string {
  const pick = toPicker(schema);
  return (answer) => JSON.stringify(pick(answer));
}

export const answerSerializer: FastifySerializerCompiler<z.ZodType> = ({ schema }) =>
  toSerializer(schema);
