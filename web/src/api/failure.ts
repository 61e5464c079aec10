/**
 * How a call can fail. An answer with an error is knowledge; a lost connection is the lack of it, and
 * whoever moves money must be able to tell the two apart (R21, decision 0005).
 */
import type { ApiError } from '@quittance/contract/errors';

export type ApiFailure =
  | { kind: 'http'; status: number; error: ApiError }
  | { kind: 'network'; reason: 'unreachable' | 'timeout' }
  | { kind: 'aborted' };

export function isStatus(failure: ApiFailure | null | undefined, status: number): boolean {
  return failure?.kind === 'http' && failure.status === status;
}
