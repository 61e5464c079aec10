/** An exception in an adapter is an unknown outcome: whether the call arrived is not known. */
import type { Deps } from '../../kernel/deps.ts';

type Unknown = { kind: 'unknown'; reason: string };

export async function orUnknown<Outcome>(
  { log }: Pick<Deps, 'log'>,
  call: () => Promise<Outcome>,
): Promise<Outcome | Unknown> {
  try {
    return await call();
  } catch (error) {
    log.error(
      { event: 'processor.exception', err: error },
      'a call to a processor ended in an exception',
    );
    return { kind: 'unknown', reason: 'exception' };
  }
}
