/**
 * An error the browser ran into (R33): cleaned of anything personal, then logged and, where a Slack
 * channel is configured, told there.
 */
import type { ErrorReport } from '@quittance/contract/routes/operations';
import type { Deps } from '../deps.ts';

const LONG_NUMBERS = /\d[\d -]{10,}\d/g;
const ADDRESSES = /[^\s@]+@[^\s@]+\.[^\s@]+/g;
const LONG_WORDS = /[A-Za-z0-9_-]{28,}/g;
/** Line breaks stay in stacks; what else a terminal would obey does not. */
const CONTROLS = /[^\P{C}\n]/gu;

/** Card and account numbers, e-mail addresses and anything that looks like a token. */
export function cleanReport(text: string): string {
  return text
    .replace(CONTROLS, ' ')
    .replace(ADDRESSES, '[address]')
    .replace(LONG_NUMBERS, '[number]')
    .replace(LONG_WORDS, '[token]');
}

function oneLine(text: string): string {
  return cleanReport(text).replaceAll('\n', ' ');
}

export function reportError(
  { log, slack }: Pick<Deps, 'log' | 'slack'>,
  report: ErrorReport & { clientAddress: string },
): void {
  const { clientAddress } = report;
  const [source, type, message] = [report.source, report.type, report.message].map(oneLine);
  const stack = report.stack ? cleanReport(report.stack) : undefined;
  log.error({ source, type, stack, clientAddress }, `browser: ${message}`);
  slack?.tell(`${source} ${type}: ${message}${stack ? `\n${stack}` : ''}`);
}
