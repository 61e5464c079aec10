/** For tests only: a response with the shape that a route declares. Every list has one row; what can be null is null. */
import { z } from 'zod';

const ID = '6f1f7a52-0000-4000-8000-000000000001';
const DAY = '2026-11-16';
const FORMATS: Readonly<Record<string, string>> = {
  uuid: ID,
  date: DAY,
  'date-time': `${DAY}T15:00:00.000Z`,
  email: 'ada@example.com',
};
/** Fields that a page cannot use with any other text. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/color|^(button|link)/i, '#1f4e6f'],
  [/timeZone/, 'America/New_York'],
  [/url$/i, 'https://example.com/shown'],
  [/domain/, 'harbor'],
];

type Schema = z.core.JSONSchema.BaseSchema;

function toText({ format, pattern }: Schema, name: string): string {
  const known = FORMATS[format ?? ''] ?? FIELDS.find(([names]) => names.test(name))?.[1];
  return known ?? (pattern?.includes('\\d{4}-') ? DAY : 'Sample');
}

export function makeSample(answer: z.ZodType): unknown {
  const root = z.toJSONSchema(answer, { unrepresentable: 'any' });
  function sample(schema: Schema, name: string): unknown {
    if (schema.$ref) return sample(root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}, name);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum[0];
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return options.some(isNull) ? null : sample(options[0] ?? {}, name);
    switch (schema.type) {
      case 'object':
        return Object.fromEntries(
          (schema.required ?? []).map((key) => [key, sample(toSchema(schema, key), key)]),
        );
      case 'array':
        return [sample((schema.items as Schema | undefined) ?? {}, name)]; // because no list is a tuple
      case 'boolean':
        return false;
      case 'integer':
      case 'number':
        return Math.max(schema.minimum ?? 0, 0);
      default:
        return schema.type === 'string' ? toText(schema, name) : null;
    }
  }
  return sample(root, '');
}

const isNull = (schema: unknown) => (schema as Schema).type === 'null'; // because an option is a schema
const toSchema = ({ properties }: Schema, key: string) => (properties?.[key] ?? {}) as Schema; // because true is not used
