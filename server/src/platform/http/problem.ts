/** Errors of the provider API: RFC 9457, with the code of the error catalog and the fields that are wrong. */
import { ERRORS, type ErrorCode } from '@quittance/contract/errors';
import { fieldProblemSchema, type Problem } from '@quittance/contract/http/pages-and-problems';
import { DEVELOPERS_PATH } from '@quittance/contract/pages';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, type ErrorExtras } from '../../kernel/errors.ts';
import { isDatabaseOutage } from '../database/database-outage.ts';

const OUTAGE_RETRY_MS = 5000;
const FIELDS_MAX = 20;

type Fields = NonNullable<Problem['fields']>;

/** '/lines/0/unitPrice' → 'lines.0.unitPrice' */
const fieldName = (path: string) => path.replace(/^\//, '').replaceAll('/', '.') || '(body)';

/** A field is named by its path or, where there is more to say, with a message. */
const namedFieldSchema = z.union([
  fieldProblemSchema,
  z.string().transform((path) => ({ field: fieldName(path), message: 'Is not valid' })),
]);
const namedFieldsSchema = z.array(namedFieldSchema);

function fieldsOf({ details }: ErrorExtras): Fields | undefined {
  return namedFieldsSchema.safeParse(details?.['fields']).data;
}

type Sent = { code: ErrorCode; extras?: ErrorExtras; fields?: Fields | undefined };

function send(request: FastifyRequest, reply: FastifyReply, { code, extras = {}, fields }: Sent) {
  const { status = ERRORS[code].status, retryAfterMs } = extras;
  if (retryAfterMs !== undefined) reply.header('retry-after', Math.ceil(retryAfterMs / 1000));
  const wrong = fields ?? fieldsOf(extras);
  const problem: Problem = {
    type: `${DEVELOPERS_PATH}#${code}`,
    title: code,
    status,
    detail: ERRORS[code].message,
    code,
    ...(wrong ? { fields: wrong } : {}),
    requestId: request.id,
  };
  return reply.status(status).type('application/problem+json').send(problem);
}

function invalidFields(error: FastifyError): Fields {
  return (error.validation ?? []).slice(0, FIELDS_MAX).map(({ instancePath, message }) => ({
    field: fieldName(instancePath),
    message: message ?? 'Is not valid',
  }));
}

function handle(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof AppError) return send(request, reply, error);
  if (hasZodFastifySchemaValidationErrors(error)) {
    if (error.validationContext === 'params') return send(request, reply, { code: 'NOT_FOUND' });
    return send(request, reply, { code: 'INVALID_REQUEST', fields: invalidFields(error) });
  }
  const { statusCode: status = 500 } = error;
  if (status >= 400 && status < 500) {
    return send(request, reply, { code: 'INVALID_REQUEST', extras: { status } });
  }
  if (isDatabaseOutage(error)) {
    request.log.error(
      { event: 'http.database_unavailable', err: error, route: request.routeOptions.url },
      'the database did not answer',
    );
    return send(request, reply, { code: 'TOO_BUSY', extras: { retryAfterMs: OUTAGE_RETRY_MS } });
  }
  request.log.error(
    { event: 'http.unexpected_error', err: error, route: request.routeOptions.url },
    'unexpected error',
  );
  return send(request, reply, { code: 'UNEXPECTED' });
}

export function answerProblems(api: FastifyInstance): void {
  api.setErrorHandler(handle);
  api.setNotFoundHandler((request, reply) => send(request, reply, { code: 'NOT_FOUND' }));
}
