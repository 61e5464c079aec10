/** An error with a code from the catalog. Programming errors are plain errors and result in a 500 response. */
import type { ErrorCode } from '@quittance/contract/errors';

export type ErrorExtras = {
  details?: Record<string, unknown>;
  responseMessage?: string;
  /** Set if a client expects a status that differs from the catalog's (R32). */
  status?: number;
  retryAfterMs?: number;
};

export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    super(code);
    this.code = code;
    this.extras = extras;
  }
}

/** A cursor belongs to its list, filters and sort order. */
export const refusedCursor = () =>
  invalidField(
    'query.after',
    'Expected `nextCursor` of the previous page, with the same sort order.',
  );

/** The message says what would be valid. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('INVALID_REQUEST', { details: { fields: [{ field, message }] } });
}
