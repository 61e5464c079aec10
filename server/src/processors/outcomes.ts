/** Outcomes that every adapter builds in the same way. */
import type { NotSent, Unknown } from './processor.ts';

/** For a request that the processor refused without a reason meant for payers. */
export const REFUSED_MESSAGE =
  'The payment could not be accepted. Please check the details and try again.';

export function unknown(reason: string): Unknown {
  return { kind: 'unknown', reason };
}

export function notSent(reason: string): NotSent {
  return { kind: 'not_sent', reason };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error';
}
