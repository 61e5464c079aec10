import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createSlack } from '../platform/observability/slack.ts';
import type { HttpCall } from '../platform/outbound/http-client.ts';
import { reportError } from './report-error.ts';

function newsroom() {
  const lines: string[] = [];
  const calls: HttpCall[] = [];
  const log = pino(
    { level: 'info', base: null },
    { write: (line: string) => void lines.push(line) },
  );
  const http = {
    async call(call: HttpCall) {
      calls.push(call);
      return { status: 200, body: 'ok' };
    },
    close: async () => undefined,
  };
  return { lines, calls, log, slack: createSlack({ http, log }, 'https://hooks.example.com/T/B') };
}

const REPORT = {
  source: 'Payment platform',
  type: 'ERROR',
  message: 'Card 4242 4242 4242 4242 of maya@example.com <!channel> <http://evil.example|here>',
  stack: 'Error\n    at pay (/pay/abcdefghijklmnopqrstuvwxyz012345:1:1)\u001b[2J',
  clientIp: '127.0.0.1',
};

describe('An error report (R33)', () => {
  it('an error report is stripped of numbers, emails, tokens and control characters', () => {
    const { log, lines } = newsroom();
    reportError({ log }, REPORT);
    const [line = ''] = lines;
    for (const secret of ['4242', 'maya@', 'abcdefghijklmnop', '\\u001b', '\u001b']) {
      expect(line).not.toContain(secret);
    }
    expect(line).toContain('[number]');
    expect(line).toContain('[address]');
    expect(line).toContain('[token]');
  });

  it.each([
    '(415) 555-2671',
    '+1 415.555.2671',
    '415-555-2671',
    '078-05-1120',
    '203.0.113.77',
    '2001:db8:85a3::8a2e:370:7334',
    'maya%40example.com',
    'maya&#64;example.com',
    'bWF5YUBleGFtcGxlLmNvbQ==',
  ])('an error report does not pass %s to the log or to Slack', (secret) => {
    const { log, lines, slack, calls } = newsroom();
    reportError({ log, slack }, { ...REPORT, message: `bad value "${secret}" at 12:34` });
    expect(`${lines[0]} ${calls[0]?.body}`).not.toContain(secret.replace(/=+$/, ''));
    expect(lines[0]).toContain('12:34');
  });

  it('an error report is one log line, whatever the message contains', () => {
    const { log, lines } = newsroom();
    reportError({ log }, { ...REPORT, message: 'a\n{"level":60,"msg":"forged"}' });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '').msg).toBe('browser: a {"level":60,"msg":"forged"}');
  });

  it('an error report is escaped and posted only to the configured Slack URL', () => {
    const { log, slack, calls } = newsroom();
    reportError({ log, slack }, REPORT);
    expect(calls.map(({ url }) => url)).toEqual(['https://hooks.example.com/T/B']);
    const { text } = JSON.parse(String(calls[0]?.body ?? '{}'));
    expect(text).toContain('&lt;!channel&gt;');
    expect(text).not.toMatch(/[<>]/);
  });
});
