// Stripe's errors: an HTTP status and an error object with a type, a code and a message. Declined cards are also
// errors (402). Any other exception is a bug in the sandbox.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Answer } from '../../faults.ts';
import { Refusal } from '../../refusal.ts';

export type ErrorDetail = {
  type?: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  code?: string | undefined;
  message: string;
  param?: string | undefined;
  decline_code?: string | undefined;
  charge?: string | undefined;
  payment_intent?: unknown;
  payment_method?: unknown;
  setup_intent?: unknown;
};

export class ApiError extends Error {
  readonly status: number;
  readonly detail: ErrorDetail;

  constructor(status: number, detail: ErrorDetail) {
    super(detail.message);
    this.name = 'ApiError';
    this.status = status;
    this.detail = detail;
  }
}

export function errorAnswer({ status, detail }: ApiError): Answer {
  const page = detail.code?.replaceAll('_', '-');
  const doc_url = page === undefined ? undefined : `https://docs.stripe.com/error-codes/${page}`;
  return { status, body: { error: { type: 'invalid_request_error', doc_url, ...detail } } };
}

/** The documented 500, which means that the outcome of the request is unknown. */
export const BROKEN: Answer = {
  status: 500,
  body: { error: { type: 'api_error', message: 'An unexpected error occurred.' } },
  headers: { 'stripe-should-retry': 'false' },
};

export function invalid(message: string, more: Omit<ErrorDetail, 'message'> = {}): ApiError {
  return new ApiError(400, { message, ...more });
}

export function missing(what: string, id: string, param = 'id'): ApiError {
  const message = `No such ${what}: '${id}'`;
  // A missing object is a 404 if its id is in the path, and a 400 if it is in a parameter.
  return new ApiError(param === 'id' ? 404 : 400, { code: 'resource_missing', message, param });
}

export function notSimulated(what: string, param?: string): ApiError {
  return invalid(`The sandbox does not simulate ${what}.`, { param });
}

const HttpError = z.object({ statusCode: z.number().min(400).max(499), message: z.string() });

export function sendApiError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = HttpError.safeParse(error);
  if (error instanceof ApiError) return send(reply, errorAnswer(error));
  if (error instanceof Refusal) {
    return send(reply, errorAnswer(new ApiError(error.status, { message: error.message })));
  }
  if (known.success) {
    const { statusCode, message } = known.data;
    return send(reply, errorAnswer(new ApiError(statusCode, { message })));
  }
  request.log.error(error);
  return send(reply, BROKEN);
}

function send(reply: FastifyReply, { status, body, headers = {} }: Answer) {
  return reply.code(status).headers(headers).send(body);
}
