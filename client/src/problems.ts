/** The errors that a call can throw: an error of the API's catalog, or a missing response. */
import type { ErrorCode } from '@quittance/contract/errors';
import { problemSchema } from '@quittance/contract/http/pages-and-problems';
import { z } from 'zod';

/** A newer server can return a code that is unknown to this client. */
const anyProblemSchema = problemSchema.extend({ code: z.string() });
type AnyProblem = z.infer<typeof anyProblemSchema>;

/** The API refused the call. `code` is stable; `message` is meant for people. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly code: ErrorCode | (string & Record<never, never>);
  readonly fields: NonNullable<AnyProblem['fields']>;
  /** Quote this id when you contact support about the call. */
  readonly requestId: string;

  constructor({ status, code, detail, fields = [], requestId }: AnyProblem) {
    super(`${code}: ${detail}`);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.requestId = requestId;
  }
}

/**
 * No response arrived after all retries, so it is unknown whether the call was executed. Repeat it with the same
 * `idempotencyKey`.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly idempotencyKey: string | null;

  constructor(
    message: string,
    { idempotencyKey, cause }: { idempotencyKey: string | null; cause: unknown },
  ) {
    super(message, { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

/** Returns null if the response comes from an intermediary, such as a proxy. */
export function problemIn(body: unknown): ProblemError | null {
  const { success, data } = anyProblemSchema.safeParse(body);
  return success ? new ProblemError(data) : null;
}
