/**
 * Turns errors into responses by the error catalog. The portal has its own envelope; the provider API and the staff
 * console use problem details (RFC 9457). An unreachable database results in 503 with Retry-After, and an
 * unexpected error in 500 without details.
 */
import { type ApiError, ERRORS, type ErrorCode } from '@quittance/contract/errors';
import { DESK_BASE } from '@quittance/contract/http/desk-route';
import { fieldProblemSchema, type Problem } from '@quittance/contract/http/pages-and-problems';
import { PROVIDER_BASE } from '@quittance/contract/http/provider-route';
import { DEVELOPERS_PATH } from '@quittance/contract/pages';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, type ErrorExtras } from '../../kernel/errors.ts';
import { isOfErased } from '../database/database.ts';
import { isDatabaseOutage } from '../database/database-outage.ts';
import { BUSY_HEADERS, busyPage } from './busy-page.ts';
import { toFieldMessage } from './field-message.ts';

/** Approximate time that Postgres needs to recover from a crash. */
const OUTAGE_RETRY_MS = 5000;
const FIELDS_MAX = 20;
const PATH_SHOWN_MAX = 200;

type Part = 'body' | 'query' | 'path';
type Issue = { part: Part; path: string; message: string };

type Failure = {
  code: ErrorCode;
  extras?: ErrorExtras;
  issues?: readonly Issue[];
  /** For a body that could not be read at all. */
  expectedBody?: string | undefined;
};

type Envelope = (
  failure: Failure & { extras: ErrorExtras },
  request: FastifyRequest,
) => { status: number; body: object; type?: string };

export function toApiError(code: ErrorCode, extras: ErrorExtras = {}) {
  const { status = ERRORS[code].status, details, responseMessage } = extras;
  const body: ApiError = {
    success: false,
    message: code,
    ...(responseMessage ? { responseMessage } : {}),
    ...(details ? { details } : {}),
  };
  return { status, body };
}

/** The erasure has ended the sessions and links of the person. */
const apiError: Envelope = ({ code: given, extras, issues }) => {
  const code = given === 'CUSTOMER_ERASED' ? 'UNAUTHORIZED' : given;
  return toApiError(
    code,
    issues && code === 'INVALID_REQUEST'
      ? { details: { fields: issues.map(({ path }) => path) } }
      : extras,
  );
};

/** '/lines/0/unitPrice' → 'lines.0.unitPrice'; of the query, 'query.limit'; of the path, 'path.customerId' */
function fieldName(path: string, part: Part = 'body'): string {
  const name = path.replace(/^\//, '').replaceAll('/', '.');
  if (name === '') return `(${part})`;
  return part === 'body' ? name : `${part}.${name}`;
}

const namedFieldsSchema = z.array(
  z.union([
    fieldProblemSchema,
    z.string().transform((path) => ({ field: fieldName(path), message: 'Is not valid.' })),
  ]),
);

function toUnknown({ method, url }: FastifyRequest): string {
  const [path = ''] = url.split('?');
  return `There is no ${method} ${path.slice(0, PATH_SHOWN_MAX)}.`;
}

const problemDetails: Envelope = ({ code, extras, issues, expectedBody }, request) => {
  const { status = ERRORS[code].status, details } = extras;
  const fields =
    issues?.map(({ path, part, message }) => ({ field: fieldName(path, part), message })) ??
    namedFieldsSchema.safeParse(details?.['fields']).data ??
    (expectedBody && [{ field: fieldName(''), message: expectedBody }]);
  const body: Problem = {
    type: `${DEVELOPERS_PATH}#${code}`,
    title: code,
    status,
    detail: extras.responseMessage ?? (request.is404 ? toUnknown(request) : ERRORS[code].message),
    code,
    ...(fields ? { fields } : {}),
    requestId: request.id,
  };
  return { status, body, type: 'application/problem+json' };
};

const EXPECTED_BODIES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'Expected valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'Expected JSON. It is empty.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Expected the content type application/json.',
};

function toExpectedBody({ code }: FastifyError, bytesMax: number): string | undefined {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return `Expected at most ${bytesMax} bytes.`;
  return EXPECTED_BODIES[code];
}

const PARTS: Readonly<Record<string, Part>> = { querystring: 'query', params: 'path' };

function toIssues(error: FastifyError, schema: unknown): Issue[] {
  const { validation = [], validationContext = 'body' } = error;
  // Only an unknown parameter has the path of the whole part.
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return validation.slice(0, FIELDS_MAX).map((refused) => ({
    part: PARTS[validationContext] ?? 'body',
    path: refused.instancePath,
    message: toFieldMessage(refused, refused.instancePath === '/' ? known : []),
  }));
}

function toFailure(error: FastifyError, { routeOptions, log }: FastifyRequest): Failure {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const { notFound = 'NOT_FOUND' } = routeOptions.config;
    const { validationContext: context = 'body' } = error;
    const issues = toIssues(error, routeOptions.schema?.[context]);
    return { code: context === 'params' ? notFound : 'INVALID_REQUEST', issues };
  }
  if (isOfErased(error)) return { code: 'CUSTOMER_ERASED' };
  const { statusCode: status = 500 } = error;
  if (status >= 400 && status < 500) {
    const expectedBody = toExpectedBody(error, routeOptions.bodyLimit);
    return { code: 'INVALID_REQUEST', extras: { status }, expectedBody };
  }
  const route = routeOptions.url;
  if (isDatabaseOutage(error)) {
    log.error(
      { event: 'http.database_unavailable', err: error, route },
      'the database did not answer',
    );
    return { code: 'TOO_BUSY', extras: { retryAfterMs: OUTAGE_RETRY_MS } };
  }
  log.error({ event: 'http.unexpected_error', err: error, route }, 'unexpected error');
  return { code: 'UNEXPECTED' };
}

function handleErrors(app: FastifyInstance, envelope: Envelope): void {
  function send(request: FastifyRequest, reply: FastifyReply, failure: Failure) {
    const { extras = {} } = failure;
    const { retryAfterMs } = extras;
    if (retryAfterMs !== undefined) reply.header('retry-after', Math.ceil(retryAfterMs / 1000));
    const page = failure.code === 'TOO_BUSY' ? busyPage(request) : null;
    if (page) return reply.status(ERRORS.TOO_BUSY.status).headers(BUSY_HEADERS).send(page);
    const { status, body, type } = envelope({ ...failure, extras }, request);
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    if (type) reply.type(type);
    return reply.status(status).send(body);
  }
  app.setErrorHandler((error: FastifyError, request, reply) =>
    send(request, reply, toFailure(error, request)),
  );
  app.setNotFoundHandler((request, reply) => send(request, reply, { code: 'NOT_FOUND' }));
}

/** The answer to a request that reaches no error handler of its own. */
export function toAnswer(failure: Failure, request: FastifyRequest) {
  const isProblem = [PROVIDER_BASE, DESK_BASE].some((base) => request.url.startsWith(base));
  const envelope = isProblem ? problemDetails : apiError;
  return { type: 'application/json', ...envelope({ extras: {}, ...failure }, request) };
}

/** A path with wrong percent-encoding has no route, so the error handler of no route answers it. */
export function answerWrongUrl(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const details = { fields: [{ field: '(path)', message: 'Expected valid percent-encoding.' }] };
  const answer = toAnswer({ code: 'INVALID_REQUEST', extras: { details } }, request);
  reply.status(answer.status).type(answer.type).send(answer.body);
}

export function setErrorHandlers(app: FastifyInstance): void {
  handleErrors(app, apiError);
}

/** Uses problem details, and sets the request id and cache headers on every response. */
export function answerProblems(api: FastifyInstance): void {
  handleErrors(api, problemDetails);
  api.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', request.id);
    reply.header('cache-control', 'no-store');
  });
  // Otherwise the route of all pages would answer for an unknown path.
  api.all('/*', { config: { limits: [] } }, (_request, reply) => reply.callNotFound());
}
