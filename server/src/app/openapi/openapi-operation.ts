import { ERRORS, type ErrorCode } from '@quittance/contract/errors';
import {
  hidesAnswer,
  isBodyOptional,
  isReadRoute,
  type ProviderRoute,
} from '@quittance/contract/http/provider-route';
import { guardedParam, isTagged } from '@quittance/contract/openapi/entity-tags';
import { FIELD_DESCRIPTIONS } from '@quittance/contract/openapi/field-descriptions';
import { needsIdempotencyKey, toErrors } from '@quittance/contract/openapi/route-errors';
import { DEVELOPERS_PATH } from '@quittance/contract/pages';
import { toExample } from './examples.ts';
import { type JsonSchema, toSchema } from './openapi-schemas.ts';

export type JsonObject = Record<string, unknown>;
export type SchemasByName = Readonly<Record<string, JsonSchema>>;

export type Parameter = {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
};

const REQUEST_ID = '0b5a6f0e-6a0c-4a55-9d9f-6a3c2f1f8e10';

export function toParameters({ params, query }: ProviderRoute): Parameter[] {
  const named = (shape: ProviderRoute['params'], place: 'path' | 'query') =>
    Object.entries(shape?.shape ?? {}).map(([name, field]) => {
      const { description = FIELD_DESCRIPTIONS[name], ...schema } = toSchema(field, 'input');
      const required = place === 'path' || !field.safeParse(undefined).success;
      const example = place === 'path' ? { example: toExample({ schema, name, named: {} }) } : {};
      return {
        name,
        in: place,
        required,
        ...(description ? { description } : {}),
        schema,
        ...example,
      };
    });
  return [...named(params, 'path'), ...named(query, 'query')];
}

function toKeyParameter(route: ProviderRoute): JsonObject[] {
  if (isReadRoute(route)) return [];
  const name = needsIdempotencyKey(route) ? 'RequiredIdempotencyKey' : 'IdempotencyKey';
  return [{ $ref: `#/components/parameters/${name}` }];
}

const toIfMatch = (route: ProviderRoute): JsonObject[] =>
  guardedParam(route) ? [{ $ref: '#/components/parameters/IfMatch' }] : [];

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });

const OF_EVERY_ANSWER = { 'Request-Id': header('RequestId') };
/** Rate limit headers are sent only to callers with a key. */
const OF_A_KEY = {
  ...OF_EVERY_ANSWER,
  'RateLimit-Limit': header('RateLimitLimit'),
  'RateLimit-Remaining': header('RateLimitRemaining'),
  'RateLimit-Reset': header('RateLimitReset'),
};
const WITHOUT_READ = {
  description: 'Success. The response has no body if the key lacks the `read` scope.',
  headers: OF_A_KEY,
};
const RETRIED = [429, 503];

function accessTo({ scope, isStaffOnly, alsoReads }: ProviderRoute): string {
  if (isStaffOnly) return 'No key can call it.';
  return `Needs the scope${alsoReads ? 's `read` and' : ''} \`${scope}\`.`;
}

function problemExample(status: number, code: ErrorCode): JsonObject {
  return {
    type: `${DEVELOPERS_PATH}#${code}`,
    title: code,
    status,
    detail: ERRORS[code].message,
    code,
    requestId: REQUEST_ID,
  };
}

function toProblem(status: number, codes: readonly [ErrorCode, ...ErrorCode[]]): JsonObject {
  const only = { properties: { code: { enum: codes } } };
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
    headers: RETRIED.includes(status)
      ? { ...OF_EVERY_ANSWER, 'Retry-After': header('RetryAfter') }
      : OF_EVERY_ANSWER,
    content: {
      'application/problem+json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, only] },
        example: problemExample(status, codes[0]),
      },
    },
  };
}

/** A body that is too large or of another content type is refused before the call is identified. */
const UNREADABLE = [413, 415];

function toProblems(route: ProviderRoute): JsonObject {
  const byStatus = new Map<number, [ErrorCode, ...ErrorCode[]]>();
  for (const code of toErrors(route)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code] as [ErrorCode]); // because it ends with code
  }
  if (route.method !== 'GET') {
    for (const status of UNREADABLE) {
      byStatus.set(status, byStatus.get(status) ?? ['INVALID_REQUEST']);
    }
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, toProblem(status, codes)]),
  );
}

function toContent(schema: JsonSchema, named: SchemasByName): JsonObject {
  return { 'application/json': { schema, example: toExample({ schema, named }) } };
}

function bodyContent({ body, bodyType }: ProviderRoute, named: SchemasByName): JsonObject | null {
  if (!body) return null;
  const schema = toSchema(body, 'input');
  return bodyType ? { [bodyType]: { schema } } : toContent(schema, named);
}

function answerContent(route: ProviderRoute, named: SchemasByName): JsonObject {
  const { answer, answerType, otherAnswerType } = route;
  const schema = toSchema(answer, 'output');
  if (!answerType) return toContent(schema, named);
  const other = otherAnswerType ? { [otherAnswerType]: { schema } } : {};
  return { [answerType]: { schema }, ...other };
}

export function toOperation(name: string, route: ProviderRoute, named: SchemasByName): JsonObject {
  const { tag, summary, description, status = 200 } = route;
  const parameters = [...toParameters(route), ...toKeyParameter(route), ...toIfMatch(route)];
  const content = bodyContent(route, named);
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: [description, accessTo(route)].filter(Boolean).join(' '),
    security: [{ key: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content ? { requestBody: { required: !isBodyOptional(route), content } } : {}),
    responses: {
      [status]: {
        description: status === 201 ? 'Created.' : 'The result.',
        headers: { ...OF_A_KEY, ...(isTagged(route) ? { ETag: header('ETag') } : {}) },
        content: answerContent(route, named),
      },
      ...(hidesAnswer(route) ? { 204: WITHOUT_READ } : {}),
      ...toProblems(route),
    },
  };
}
