/** The OpenAPI document of the provider API, and the examples in it. */
import { PROVIDER_BASE, type ProviderRoute } from '@quittance/contract/http/provider-route';
import { PROVIDER_ROUTES, type ProviderRouteName } from '@quittance/contract/provider-routes';
import { describe, expect, it } from 'vitest';
import { toExample } from '../../../src/app/openapi/examples.ts';
import { openApiDocument } from '../../../src/app/openapi/openapi.ts';
import { namedSchemas, toSchema } from '../../../src/app/openapi/openapi-schemas.ts';

const names = Object.keys(PROVIDER_ROUTES) as ProviderRouteName[]; // because keys() forgets the union
const named = namedSchemas();
const text = JSON.stringify(openApiDocument('https://pay.example.com'));

describe('The OpenAPI document', () => {
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
