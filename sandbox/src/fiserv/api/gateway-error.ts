// A rejected request in the published error format: origin, three-digit code, field and message. A declined card is
// not an error but a 201 with DECLINED.
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ZodType, z } from 'zod';
import type { Answer } from '../../faults.ts';

export type ErrorDetail = {
  type: 'APIM' | 'GATEWAY' | 'HOST';
  code?: string;
  field?: string;
  message: string;
};

export class GatewayError extends Error {
  readonly status: number;
  readonly detail: ErrorDetail;

  constructor(status: number, detail: ErrorDetail) {
    super(detail.message);
    this.name = 'GatewayError';
    this.status = status;
    this.detail = detail;
  }
}

export function refusal(code: string, message: string, field?: string): GatewayError {
  const where = field === undefined ? {} : { field };
  return new GatewayError(400, { type: 'GATEWAY', code, ...where, message });
}

export function traceId(): string {
  return randomBytes(16).toString('hex');
}

/** Correlation ids of a response. The caller's id is echoed even if the request is rejected. */
export type Exchange = { apiTraceId: string; clientRequestId: string | undefined };

function readExchange(request: FastifyRequest): Exchange {
  const id = request.headers['client-request-id'];
  return { apiTraceId: traceId(), clientRequestId: typeof id === 'string' ? id : undefined };
}

export function errorAnswer(status: number, exchange: Exchange, detail: ErrorDetail): Answer {
  const gatewayResponse = { transactionProcessingDetails: exchange };
  return { status, body: { gatewayResponse, error: [detail] } };
}

const BROKEN: ErrorDetail = { type: 'GATEWAY', message: 'Error sending request to the host.' };

export function brokenAnswer(request: FastifyRequest): Answer {
  return errorAnswer(500, readExchange(request), BROKEN);
}

export function inProgressAnswer(request: FastifyRequest): Answer {
  const message = 'Transaction in Progress';
  return errorAnswer(400, readExchange(request), { type: 'GATEWAY', code: '136', message });
}

export function refusedAnswer(request: FastifyRequest, status: number, message: string): Answer {
  return errorAnswer(status, readExchange(request), { type: 'APIM', message });
}

const HttpError = z.object({ statusCode: z.number().min(400).max(499), message: z.string() });

const WORDS: Record<number, string> = {
  404: 'Resource not found.',
  415: 'Media type is not supported.',
};

function answerTo(error: unknown, request: FastifyRequest): Answer {
  const exchange = readExchange(request);
  if (error instanceof GatewayError) return errorAnswer(error.status, exchange, error.detail);
  const known = HttpError.safeParse(error);
  if (!known.success) return brokenAnswer(request);
  const { statusCode, message } = known.data;
  const words = WORDS[statusCode] ?? message;
  return errorAnswer(statusCode, exchange, { type: 'APIM', message: words });
}

export function sendGatewayError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const answer = answerTo(error, request);
  if (answer.status === 500) request.log.error(error);
  return reply.code(answer.status).send(answer.body);
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
  return sendGatewayError({ statusCode: 404, message: 'Resource not found.' }, request, reply);
}

function fromIssue(issue: z.core.$ZodIssue): GatewayError {
  const field = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const key = [...issue.path, ...issue.keys.slice(0, 1)].join('.');
    return refusal('101', 'Unknown Field Data in Object', key);
  }
  if (field.startsWith('amount')) return refusal('105', 'Invalid amount or currency', field);
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('undefined');
  if (isMissing) return refusal('107', 'Missing Required Field', field);
  return refusal('100', `Invalid or Missing Field Data: ${issue.message}`, field);
}

/** A mismatch, including an unknown field, is a 400 with a published code. */
export function parseBody<Output>(schema: ZodType<Output>, body: unknown): Output {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw issue === undefined ? refusal('100', 'Invalid or Missing Field Data') : fromIssue(issue);
}
