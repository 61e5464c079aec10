/**
 * How a call fails. After an HTTP error the outcome is known; after a network failure it is not, and
 * payments must distinguish the two (R21, decision 0005).
 */
import type { ApiError, PayerErrorCode } from '@quittance/contract/errors';

export type ApiFailure =
  | { kind: 'http'; status: number; error: ApiError }
  | { kind: 'network'; reason: 'unreachable' | 'timeout' }
  | { kind: 'aborted' };

export function isCode(failure: ApiFailure | null | undefined, code: PayerErrorCode): boolean {
  return failure?.kind === 'http' && failure.error.message === code;
}

export function isStatus(failure: ApiFailure | null | undefined, status: number): boolean {
  return failure?.kind === 'http' && failure.status === status;
}
