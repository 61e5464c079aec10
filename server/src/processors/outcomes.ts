/** Outcomes that all adapters build the same way, including the outcome of a call that throws. */
import type { Logger } from 'pino';
import { Refused } from './json-answer.ts';
import type { NotSent, Unknown } from './processor.ts';

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

/** A failed lookup proves nothing about the charge, but may show that the keys were refused. */
export function failedLookup(error: unknown): Unknown {
  const isKeyRefused = error instanceof Refused && (error.status === 401 || error.status === 403);
  return { ...unknown(toMessage(error)), ...(isKeyRefused ? { isKeyRefused } : {}) };
}

export function notSent(reason: string): NotSent {
  return { kind: 'not_sent', reason };
}

export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error';
}
