/**
 * Records a browser error (R33): strips personal data, then logs the error and, if configured, posts it to Slack.
 */
import type { ErrorReport } from '@quittance/contract/operation-routes';
import type { Deps } from '../kernel/deps.ts';

const LONG_NUMBERS = /\d[\d -]{10,}\d/g;
/** Lengths are bounded like those of real addresses, so that matching is fast on any text. */
const EMAILS = /[^\s@]{1,64}@[^\s@]{1,255}\.[^\s@]{1,63}/g;
const TOKENS = /[A-Za-z0-9_-]{28,}/g;
/** All control characters except line breaks, which stack traces need. */
const CONTROLS = /[^\P{C}\n]/gu;

function cleanReport(text: string): string {
  return text
    .replace(CONTROLS, ' ')
    .replace(EMAILS, '[address]')
    .replace(LONG_NUMBERS, '[number]')
    .replace(TOKENS, '[token]');
}

function oneLine(text: string): string {
  return cleanReport(text).replaceAll('\n', ' ');
}

export function reportError(
  { log, slack }: Pick<Deps, 'log' | 'slack'>,
  report: ErrorReport & { clientIp: string },
): void {
  const { clientIp } = report;
  const [source, type, message] = [report.source, report.type, report.message].map(oneLine);
  const stack = report.stack ? cleanReport(report.stack) : undefined;
  log.error({ event: 'browser.error', source, type, stack, clientIp }, `browser: ${message}`);
  slack?.post(`${source} ${type}: ${message}${stack ? `\n${stack}` : ''}`);
}
