// A rejected request: an HTTP status and a message for the caller. A declined card is not a refusal but an ordinary
// response with FAIL.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ZodType, z } from 'zod';

export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
  }
}

/** The error body of the sandbox and of PayEngine, whose public samples have no code. */
export function errorBody(message: string) {
  return { error: true, message };
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'The request is not valid';
  const where = issue.path.join('.');
  return where === '' ? issue.message : `${where}: ${issue.message}`;
}

export function parseInput<Output>(schema: ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  throw new Refusal(400, firstIssue(parsed.error));
}

const HttpError = z.object({ statusCode: z.number().min(400).max(499), message: z.string() });

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refusal) return reply.code(error.status).send(errorBody(error.message));
  const known = HttpError.safeParse(error);
  if (known.success) return reply.code(known.data.statusCode).send(errorBody(known.data.message));
  request.log.error(error);
  return reply.code(500).send(errorBody('Internal server error'));
}
