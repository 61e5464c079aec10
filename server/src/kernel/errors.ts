/** An error with a code of the catalog. Programming errors are plain errors and answer 500. */
import type { ErrorCode } from '@quittance/contract/errors';

export type ErrorExtras = {
  /** Current values, for the client to continue with. */
  details?: Record<string, unknown>;
  responseMessage?: string;
  /** Where a client expects another status than the catalog's (R32). */
  status?: number;
  /** Sent as the header Retry-After. */
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
