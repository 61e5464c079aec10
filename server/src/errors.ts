/** A refusal with a code of the catalogue. Programmer's errors are plain errors and answer 500. */
import type { ErrorCode } from '@quittance/contract/errors';

export type ErrorExtras = {
  /** Fresh figures and the like, for the caller to go on with. */
  details?: Record<string, unknown>;
  responseMessage?: string;
  /** Where a caller expects another status than the catalogue's (R32). */
  status?: number;
  /** When it is worth asking again; goes out as the header Retry-After. */
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
