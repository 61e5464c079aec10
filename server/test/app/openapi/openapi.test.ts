/** The OpenAPI document of the provider API, the examples in it, and the table of its objects. */
import { readFileSync } from 'node:fs';
import { PROVIDER_BASE, type ProviderRoute } from '@quittance/contract/http/provider-route';
import { PROVIDER_ROUTES, type ProviderRouteName } from '@quittance/contract/provider-routes';
import { describe, expect, it } from 'vitest';
import { toExample } from '../../../src/app/openapi/examples.ts';
import { openApiDocument } from '../../../src/app/openapi/openapi.ts';
import {
  type JsonSchema,
  namedSchemas,
  nameIn,
  toSchema,
} from '../../../src/app/openapi/openapi-schemas.ts';
import { inRepository } from '../../../src/kernel/folders.ts';

const names = Object.keys(PROVIDER_ROUTES) as ProviderRouteName[]; // because keys() forgets the union
const named = namedSchemas();
const text = JSON.stringify(openApiDocument('https://pay.example.com'));

type Content = Record<string, { schema: JsonSchema }>;
type Operation = {
  summary: string;
  parameters?: { $ref?: string; name?: string; schema?: JsonSchema }[];
  responses: Record<string, { headers: object; content: Content }>;
};
const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(text);

const LISTED = [
  ...(['customers', 'invoices', 'payments', 'plans', 'schedules', 'projects'] as const),
  ...(['contracts', 'disputes', 'payouts', 'events'] as const),
];
const NOT_FILTERS = ['limit', 'after', 'sort', 'expand'];

const quote = (words: Iterable<string>) => [...words].map((word) => `\`${word}\``).join(', ');
const dot = (isSo: boolean | undefined) => (isSo ? '●' : '');
const findSchema = (operation: Operation | undefined) =>
  operation?.responses['200']?.content['application/json']?.schema.$ref ?? '';

/** A row of the table of objects in docs/provider-api.md, as the document has it. */
function toRow(object: string): string {
  const list = paths[`/${object}`]?.['get'];
  const parameters = list?.parameters ?? [];
  const filters = parameters.flatMap(({ name = '' }) => (NOT_FILTERS.includes(name) ? [] : [name]));
  const listValues = (wanted: string) => {
    const { schema = {} } = parameters.find(({ name }) => name === wanted) ?? {};
    return [schema, ...(schema.anyOf ?? [])].flatMap((each) => (each.enum ?? []).map(String));
  };
  const sorts = new Set(listValues('sort').map((sort) => sort.replace('-', '')));
  const page = named[nameIn(findSchema(list))];
  const { properties: fields = {} } =
    named[nameIn(page?.properties?.['data']?.items?.$ref ?? '')] ?? {};
  const [one] = Object.entries(paths).flatMap(([path, methods]) =>
    new RegExp(`^/${object}/\\{\\w+\\}$`).test(path) ? [methods] : [],
  );
  const isConditional = one?.['patch']?.parameters?.some(({ $ref = '' }) => /IfMatch$/.test($ref));
  const hasTag = 'ETag' in (one?.['get']?.responses['200']?.headers ?? {});
  const cells = [
    object,
    dot(paths[`/${object}/by-ref/{externalRef}`]?.['get'] !== undefined),
    quote(filters),
    quote(sorts) || (list?.summary.split(', ')[1] ?? ''),
    quote(listValues('expand')),
    dot('metadata' in fields),
    dot('updatedAt' in fields),
    dot(hasTag && isConditional),
  ];
  return `| ${cells.join(' | ')} |`.replaceAll(/ {2,}/g, ' ');
}

describe('The OpenAPI document', () => {
  it('the guide of the API lists what each object can do as the OpenAPI document has it', () => {
    const guide = readFileSync(inRepository('docs/provider-api.md'), 'utf8');
    const [, section = ''] = guide.split('### What each object can do\n');
    const table = section.split('\n').filter((line) => line.startsWith('|'));
    expect(table.slice(2, 2 + LISTED.length)).toEqual(LISTED.map(toRow));
  });

  it('the OpenAPI document names the URL of its server', () => {
    expect(JSON.parse(text)).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: `https://pay.example.com${PROVIDER_BASE}` }],
    });
  });

  it('the OpenAPI document has no missing and no unused schemas', () => {
    const used = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual(Object.keys(named).sort());
  });

  it.each(names)('the OpenAPI document names the request body and the response of %s', (name) => {
    const { body, answer }: ProviderRoute = PROVIDER_ROUTES[name];
    if (body) expect(toSchema(body, 'input')).toEqual({ $ref: expect.any(String) });
    expect(toSchema(answer, 'output')).toEqual({ $ref: expect.any(String) });
  });

  it.each(Object.keys(named))('the OpenAPI document describes every field of %s', (name) => {
    const { oneOf = [], ...whole } = named[name] ?? {};
    const fields = [whole, ...oneOf].flatMap(({ properties = {} }) => Object.entries(properties));
    const bare = fields.filter(([, field]) => !field.description).map(([field]) => field);
    expect(bare).toEqual([]);
  });

  it.each(names)('the OpenAPI document has examples of %s that match its schemas', (name) => {
    const { params, body, bodyType, answer, answerType }: ProviderRoute = PROVIDER_ROUTES[name];
    for (const [field, schema] of Object.entries(params?.shape ?? {})) {
      schema.parse(toExample({ schema: toSchema(schema, 'input'), name: field, named }));
    }
    const exampleFor = (schema: ProviderRoute['answer'], io: 'input' | 'output') =>
      schema.safeParse(toExample({ schema: toSchema(schema, io), named })).error;
    if (body && !bodyType) expect(exampleFor(body, 'input')).toBeUndefined();
    if (!answerType) expect(exampleFor(answer, 'output')).toBeUndefined();
  });
});
