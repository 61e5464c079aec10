/**
 * Turns errors into responses by the error catalog. A database that does not answer is 503 with Retry-After; an
 * unexpected error is 500 without details.
 */
import { type ApiError, ERRORS, type ErrorCode } from '@quittance/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError, type ErrorExtras } from '../../kernel/errors.ts';
import { isDatabaseOutage } from '../database/database-outage.ts';

/** About the time that Postgres needs to recover from a crash. */
const OUTAGE_RETRY_MS = 5000;

/** What the API answers to an error. */
export function answerOfError(code: ErrorCode, extras: ErrorExtras = {}) {
  const { status = ERRORS[code].status, details, responseMessage } = extras;
  const body: ApiError = {
    success: false,
    message: code,
    ...(responseMessage ? { responseMessage } : {}),
    ...(details ? { details } : {}),
  };
  return { status, body };
}

function send(reply: FastifyReply, code: ErrorCode, extras: ErrorExtras = {}) {
  const { retryAfterMs } = extras;
  if (retryAfterMs !== undefined) reply.header('retry-after', Math.ceil(retryAfterMs / 1000));
  const { status, body } = answerOfError(code, extras);
  return reply.status(status).send(body);
}

function invalid(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { notFound = 'NOT_FOUND' } = request.routeOptions.config;
  if (error.validationContext === 'params') return send(reply, notFound);
  const fields = (error.validation ?? []).map((issue) => issue.instancePath).slice(0, 20);
  return send(reply, 'INVALID_REQUEST', { details: { fields } });
}

function isClientError(status: number | undefined): status is number {
  return status !== undefined && status >= 400 && status < 500;
}

export function setErrorHandlers(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => send(reply, 'NOT_FOUND'));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof AppError) return send(reply, error.code, error.extras);
    if (hasZodFastifySchemaValidationErrors(error)) return invalid(error, request, reply);
    if (isClientError(error.statusCode)) {
      return send(reply, 'INVALID_REQUEST', { status: error.statusCode });
    }
    if (isDatabaseOutage(error)) {
      request.log.error(
        { event: 'http.database_unavailable', err: error, route: request.routeOptions.url },
        'the database did not answer',
      );
      return send(reply, 'TOO_BUSY', { retryAfterMs: OUTAGE_RETRY_MS });
    }
    request.log.error(
      { event: 'http.unexpected_error', err: error, route: request.routeOptions.url },
      'unexpected error',
    );
    return send(reply, 'UNEXPECTED');
  });
}
