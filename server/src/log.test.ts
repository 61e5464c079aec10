import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

/** What a line looks like when it is written. */
function written(entry: Record<string, unknown>): string {
  let text = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  createLog('info', sink).info(entry, 'a line');
  return text;
}

describe('The log', () => {
  it.each([
    ['a token', { token: 'canary' }],
    ['a nested token', { paymentInfo: { token: 'canary' } }],
    ['an authorization header', { headers: { authorization: 'canary' } }],
    ['a cookie', { headers: { cookie: 'canary' } }],
    ['a body', { body: { anything: 'canary' } }],
    ['a password', { database: { password: 'canary' } }],
  ])('the log redacts %s', (_what, entry) => {
    expect(written(entry)).not.toContain('canary');
  });
});
