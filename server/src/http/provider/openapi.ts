/** The provider API as an OpenAPI 3.1 document, generated from its route table. */
import { ERROR_CODES } from '@quittance/contract/errors';
import { problemSchema } from '@quittance/contract/provider/pages-and-problems';
import { KEY_SCOPES, PROVIDER_BASE, type ProviderRoute } from '@quittance/contract/provider/route';
import { PROVIDER_ROUTES } from '@quittance/contract/provider/routes';
import { z } from 'zod';

type JsonObject = Record<string, unknown>;

/** Names come from the catalog of a schema; OpenAPI 3.1 uses the same dialect of JSON Schema. */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  return rest;
}

function parametersOf({ params, query }: ProviderRoute): JsonObject[] {
  const named = (schema: z.ZodObject | undefined, place: 'path' | 'query') =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => {
      const { description, ...fieldSchema } = jsonSchemaOf(field, 'input');
      const isRequired = place === 'path' || !field.safeParse(undefined).success;
      return {
        name,
        in: place,
        required: isRequired,
        ...(description ? { description } : {}),
        schema: fieldSchema,
      };
    });
  return [...named(params, 'path'), ...named(query, 'query')];
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Any text of up to 255 characters. The call is executed once under it, and its answer is repeated.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function keyParameterOf({ method, scope }: ProviderRoute): JsonObject[] {
  if (method !== 'POST') return [];
  return [{ ...IDEMPOTENCY_KEY, required: scope === 'money' }];
}

const PROBLEM = {
  description: 'What is wrong, with a code of the error catalog.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
const PROBLEMS = ['400', '401', '403', '404', '409', '422', '429', '500', '503'];

function operationOf(name: string, route: ProviderRoute): JsonObject {
  const { tag, summary, description, body, answer, status = 200, scope } = route;
  const parameters = [...parametersOf(route), ...keyParameterOf(route)];
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: [description, `Needs the scope \`${scope}\`.`].filter(Boolean).join(' '),
    security: [{ key: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchemaOf(body, 'input') } },
          },
        }
      : {}),
    responses: {
      [status]: {
        description: status === 201 ? 'Created.' : 'The result.',
        content: { 'application/json': { schema: jsonSchemaOf(answer, 'output') } },
      },
      ...Object.fromEntries(PROBLEMS.map((code) => [code, PROBLEM])),
    },
  };
}

function pathsOf(): JsonObject {
  const paths: Record<string, JsonObject> = {};
  const rows: [string, ProviderRoute][] = Object.entries(PROVIDER_ROUTES);
  for (const [name, route] of rows) {
    const operation = { [route.method.toLowerCase()]: operationOf(name, route) };
    paths[route.path] = { ...paths[route.path], ...operation };
  }
  return paths;
}

function tagsOf(): JsonObject[] {
  const names = new Set(Object.values(PROVIDER_ROUTES).map(({ tag }) => tag));
  return [...names].map((name) => ({ name, description: `${name} of your company.` }));
}

export function openApiDocument(publicUrl: string): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quittance provider API',
      version: '1',
      description: [
        'For the systems of a company: customers, invoices, links and payments.',
        `A key begins with \`qk_\`, belongs to one company and has scopes: ${KEY_SCOPES.join(', ')}.`,
        'Amounts are cents, dates are `YYYY-MM-DD`, instants are ISO 8601 in UTC.',
        'Errors are `application/problem+json`; `code` is stable, `detail` is for people.',
      ].join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}${PROVIDER_BASE}` }],
    tags: tagsOf(),
    paths: pathsOf(),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key of the company.' },
      },
      schemas: {
        Problem: jsonSchemaOf(problemSchema, 'output'),
        ErrorCode: { type: 'string', enum: [...ERROR_CODES] },
      },
    },
  };
}
