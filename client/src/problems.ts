/** The errors of a call: an error of the API's catalog, or no response at all. */
import type { ErrorCode } from '@quittance/contract/errors';
import { problemSchema } from '@quittance/contract/http/pages-and-problems';
import { z } from 'zod';

/** A newer server can return a code that this client does not include. */
const anyProblemSchema = problemSchema.extend({ code: z.string() });
type AnyProblem = z.infer<typeof anyProblemSchema>;

/** The API refused the call. `code` is stable; `message` is for people. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly code: ErrorCode | (string & Record<never, never>);
  readonly fields: NonNullable<AnyProblem['fields']>;
  /** Quote this id in questions about the call. */
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
 * No response of the API arrived after all retries. It is unknown whether the call was executed: make it again with
 * the same `idempotencyKey`.
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

/** Returns null when the response comes from an intermediary, such as a proxy. */
export function problemIn(body: unknown): ProblemError | null {
  const { success, data } = anyProblemSchema.safeParse(body);
  return success ? new ProblemError(data) : null;
}
