/**
 * Records a browser error (R33): strips personal data, then logs the error and, if configured, posts it to Slack.
 */
import type { ErrorReport } from '@quittance/contract/operation-routes';
import type { Deps } from '../kernel/deps.ts';

/** Cards, phone numbers, social security numbers and IPv4 addresses. Line and column of a stack have no such form. */
const LONG_NUMBERS = /\(?\d(?:[ .()-]{0,2}\d){6,}/g;
const IPV6 = /(?:[\da-f]{0,4}:){3,7}[\da-f]{0,4}/gi;
/** Lengths are bounded like those of real addresses, so that matching is fast on any text. */
const EMAILS = /[^\s@]{1,64}(?:@|%40|&#64;|\\u0040)[^\s@]{1,255}(?:\.|%2e)[^\s@]{1,63}/gi;
const TOKENS = /[A-Za-z0-9_-]{28,}/g;
/** Base64 of an email address is shorter than a token. */
const ENCODED = /[A-Za-z0-9+/_-]{12,}={0,2}/g;
/** All control characters except line breaks, which stack traces need. */
const CONTROLS = /[^\P{C}\n]/gu;

const decoded = (text: string) => Buffer.from(text, 'base64').toString('latin1');

function cleanReport(text: string): string {
  return text
    .replace(CONTROLS, ' ')
    .replace(EMAILS, '[address]')
    .replace(ENCODED, (text) => (/@.+\./.test(decoded(text)) ? '[address]' : text))
    .replace(IPV6, '[number]')
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
