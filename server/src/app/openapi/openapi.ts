import {
  KEY_SCOPES,
  PROVIDER_BASE,
  type ProviderRoute,
} from '@quittance/contract/http/provider-route';
import { DEVELOPERS_PATH } from '@quittance/contract/pages';
import { PROVIDER_ROUTES } from '@quittance/contract/provider-routes';
import { toEventName } from '@quittance/contract/webhooks/event-data';
import { EVENTS_OF, type EventObject } from '@quittance/contract/webhooks/event-schemas';
import { type JsonObject, type SchemasByName, toOperation } from './openapi-operation.ts';
import { namedSchemas } from './openapi-schemas.ts';

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Any text of up to 255 characters. A call is executed once per key, and the response is repeated for every retry with the same key.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: 'invoice INV-2026-0117',
};

const PARAMETERS = {
  IdempotencyKey: { ...IDEMPOTENCY_KEY, required: false },
  RequiredIdempotencyKey: { ...IDEMPOTENCY_KEY, required: true },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` of the object as you read it. If it has changed since, nothing is done.',
    schema: { type: 'string' },
    example: '"2jmj7l5rSw0yVb_vlWAYkK"',
  },
};

const countHeader = (description: string) => ({
  description,
  required: true,
  schema: { type: 'integer', minimum: 0 },
});

const HEADERS = {
  RequestId: {
    description: 'Request ID. Include the ID when you contact support about a call.',
    required: true,
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Version of the object, for `If-Match`.',
    required: true,
    schema: { type: 'string' },
  },
  RateLimitLimit: countHeader('How many calls the key may make in the current window.'),
  RateLimitRemaining: countHeader('How many of them are left.'),
  RateLimitReset: countHeader('In how many seconds the window ends.'),
  RetryAfter: {
    description: 'Number of seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 0 },
  },
};

function toPaths(named: SchemasByName): JsonObject {
  const paths: Record<string, JsonObject> = {};
  const rows: [string, ProviderRoute][] = Object.entries(PROVIDER_ROUTES);
  for (const [name, route] of rows) {
    const operation = { [route.method.toLowerCase()]: toOperation(name, route, named) };
    paths[route.path] = { ...paths[route.path], ...operation };
  }
  return paths;
}

/** The requests that endpoints of the company receive. */
function toWebhooks(): JsonObject {
  const webhooks = Object.entries(EVENTS_OF).flatMap(([object, types]) =>
    types.map((type) => {
      const name = toEventName(object as EventObject); // because entries() widens the keys
      const schema = { $ref: `#/components/schemas/${name}` };
      const post = {
        operationId: type,
        tags: ['Webhook endpoints'],
        summary: type,
        description:
          'Signed as standardwebhooks.com defines. Sent again until it is answered with 2xx.',
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { '2XX': { description: 'The event is received.' } },
      };
      return [type, { post }];
    }),
  );
  return Object.fromEntries(webhooks);
}

function toTags(): JsonObject[] {
  const names = new Set(Object.values(PROVIDER_ROUTES).map(({ tag }) => tag));
  return [...names].map((name) => ({ name, description: `${name} of your company.` }));
}

export function openApiDocument(publicUrl: string): JsonObject {
  const schemas = namedSchemas();
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
      contact: { name: 'Reference', url: `${publicUrl}${DEVELOPERS_PATH}` },
    },
    servers: [{ url: `${publicUrl}${PROVIDER_BASE}`, description: 'This portal.' }],
    externalDocs: {
      description: 'Human-readable API reference',
      url: `${publicUrl}${DEVELOPERS_PATH}`,
    },
    tags: toTags(),
    paths: toPaths(schemas),
    webhooks: toWebhooks(),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'Company API key.' },
      },
      parameters: PARAMETERS,
      headers: HEADERS,
      schemas,
    },
  };
}
