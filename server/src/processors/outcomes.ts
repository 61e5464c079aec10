/** Outcomes that all adapters build the same way, including the outcome of a call that throws. */
import type { Logger } from 'pino';
import { Refused } from './json-answer.ts';
import type { NotSent, Unknown, Verification } from './processor.ts';

/** For a request that the processor refused without a reason meant for payers. */
export const REFUSED_MESSAGE =
  'The payment could not be accepted. Please check the details and try again.';

export function unknown(reason: string): Unknown {
  return { kind: 'unknown', reason };
}

/** Calls a processor. If the adapter throws, the outcome is unknown, because the call may have arrived. */
export async function orUnknown<Outcome>(
  { log }: { log: Logger },
  call: () => Promise<Outcome>,
  report = (err: unknown) =>
    log.error({ event: 'processor.exception', err }, 'a call to a processor ended in an exception'),
): Promise<Outcome | Unknown> {
  try {
    return await call();
  } catch (error) {
    report(error);
    return unknown('exception');
  }
}

const KEY_REFUSED: ReadonlySet<number> = new Set([401, 403]);

/** A failed lookup proves nothing about the charge, but may show that the keys were refused. */
export function failedLookup(error: unknown): Unknown {
  const isKeyRefused = error instanceof Refused && KEY_REFUSED.has(error.status);
  return { ...unknown(toMessage(error)), ...(isKeyRefused ? { isKeyRefused } : {}) };
}

/**
 * `toField` names the setting that a refusal is about. A refusal without one shows that the keys were accepted, and
 * any other error that there was no response.
 */
export function failedVerification(
  error: unknown,
  toField: (refused: Refused) => { field: string; message: string } | null,
): Verification {
  if (!(error instanceof Refused)) return { kind: 'no_response', message: toMessage(error) };
  const problem = toField(error);
  return problem ? { kind: 'refused', ...problem } : { kind: 'accepted' };
}

export function notSent(reason: string): NotSent {
  return { kind: 'not_sent', reason };
}

export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error';
}
