/** JSON Schemas of the provider API. Named schemas are components. All other schemas are inlined. */

import type { ProviderRoute } from '@quittance/contract/http/provider-route';
import { FIELD_DESCRIPTIONS } from '@quittance/contract/openapi/field-descriptions';
import { PROVIDER_ROUTES } from '@quittance/contract/provider-routes';
import { z } from 'zod';

/** OpenAPI 3.1 uses the same dialect. */
const TARGET = 'draft-2020-12';
const CALENDAR_DATE = '^\\d{4}-\\d{2}-\\d{2}$';

export type JsonSchema = {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  pattern?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
};

export const toTypes = ({ type = [] }: JsonSchema): readonly string[] => [type].flat();

type Direction = 'input' | 'output';

const toUri = (id: string) => `#/components/schemas/${id}`;

export const nameIn = (ref: string) => ref.slice(toUri('').length);

function withDescriptions(schema: JsonSchema): JsonSchema {
  if (schema.oneOf) return { ...schema, oneOf: schema.oneOf.map(withDescriptions) };
  if (!schema.properties) return schema;
  const described = Object.entries(schema.properties).map(([name, field]) => {
    const description = field.description ?? FIELD_DESCRIPTIONS[name];
    return [name, description === undefined ? field : { ...field, description }];
  });
  return { ...schema, properties: Object.fromEntries(described) };
}

function withoutHeader(schema: object): JsonSchema {
  const { $schema: _, $id: __, ...rest } = schema as Record<string, unknown>; // because both are optional
  return withDescriptions(rest);
}

const BINARY = { type: 'string', format: 'binary' } as const;
/** Zod cannot represent bytes in JSON Schema. `override` describes them. */
const unrepresentable = 'any';

type SchemaOverride = { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema };

const override = ({ zodSchema, jsonSchema }: SchemaOverride) => {
  // File bytes are the only value that JSON cannot represent.
  if (zodSchema._zod.def.type === 'custom') Object.assign(jsonSchema, BINARY);
  if (jsonSchema.pattern === CALENDAR_DATE) jsonSchema.format = 'date';
};

export function toSchema(schema: z.ZodType, io: Direction): JsonSchema {
  const named = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  const { id } = z.globalRegistry.get(named) ?? {};
  if (id !== undefined) return { $ref: toUri(id) };
  return withoutHeader(z.toJSONSchema(schema, { io, target: TARGET, unrepresentable, override }));
}

function allNamed(io: Direction): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    io,
    target: TARGET,
    uri: toUri,
    unrepresentable,
    override,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, withoutHeader(schema)]),
  );
}

const REFERENCE = /"\$ref":"([^"]+)"/g;

function reachable(
  from: readonly JsonSchema[],
  named: Readonly<Record<string, JsonSchema>>,
): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  const visit = (schema: JsonSchema) => {
    for (const [, ref = ''] of JSON.stringify(schema).matchAll(REFERENCE)) {
      const id = nameIn(ref);
      const target = named[id];
      if (!target || id in found) continue;
      found[id] = target;
      visit(target);
    }
  };
  for (const schema of from) visit(schema);
  return found;
}

/** Optional fields can differ between a request body and a response. Such a schema needs two names. */
export function namedSchemas(): Record<string, JsonSchema> {
  const routes: ProviderRoute[] = Object.values(PROVIDER_ROUTES);
  const bodies = routes.flatMap(({ body }) => (body ? [toSchema(body, 'input')] : []));
  const answers = routes.map(({ answer }) => toSchema(answer, 'output'));
  const problem = { $ref: toUri('Problem') };
  const sent = reachable(bodies, allNamed('input'));
  const received = reachable([...answers, problem], allNamed('output'));
  for (const id of Object.keys(sent)) {
    const isSame = JSON.stringify(sent[id]) === JSON.stringify(received[id] ?? sent[id]);
    if (!isSame) throw new Error(`${id} differs between a body and an answer`);
  }
  return { ...sent, ...received };
}
