/** An error the browser ran into (R33): cleaned of anything personal, then logged. */
import type { ErrorReport } from '@quittance/contract/routes/operations';
import type { Deps } from '../deps.ts';

const LONG_NUMBERS = /\d[\d -]{10,}\d/g;
const ADDRESSES = /[^\s@]+@[^\s@]+\.[^\s@]+/g;
const LONG_WORDS = /[A-Za-z0-9_-]{28,}/g;

/** Card and account numbers, e-mail addresses and anything that looks like a token. */
function clean(text: string): string {
  return text
    .replace(ADDRESSES, '[address]')
    .replace(LONG_NUMBERS, '[number]')
    .replace(LONG_WORDS, '[token]');
}

export function reportError(
  { log }: Pick<Deps, 'log'>,
  report: ErrorReport & { clientAddress: string },
): void {
  const { source, type, message, stack, clientAddress } = report;
  log.error(
    { source, type, stack: stack ? clean(stack) : undefined, clientAddress },
    `browser: ${clean(message)}`,
  );
}
