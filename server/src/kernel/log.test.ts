import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

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

describe('Query errors in the log', () => {
  const failed = Object.assign(new Error('duplicate key value violates unique constraint "one"'), {
    code: '23505',
    constraint: 'one',
    table: 'contacts',
    detail: 'Key (value)=(maya@example.com) already exists.',
    where: 'maya@example.com',
  });
  const wrapped = Object.assign(
    new Error('Failed query: insert into contacts values ($1)\nparams: maya@example.com,Ortiz', {
      cause: failed,
    }),
    { query: 'insert into contacts values ($1)', params: ['maya@example.com', 'Ortiz'] },
  );

  it('a logged query error contains the constraint and the statement, but no values', () => {
    const line = written({ err: wrapped });
    expect(line).toContain('"constraint":"one"');
    expect(line).toContain('insert into contacts values ($1)');
    expect(line).toMatch(/log\.test\.ts/);
    for (const value of ['maya@example.com', 'Ortiz']) expect(line).not.toContain(value);
  });

  it('a logged query error contains no values, even in the message of another library', () => {
    const line = written({ message: `Job failed: ${wrapped.message}`, next: 'kept' });
    expect(line).not.toContain('maya@example.com');
    expect(line).toContain('"next":"kept"');
  });

  it('a logged query error omits the value that Postgres could not parse', () => {
    const unread = Object.assign(new Error('invalid input syntax for type uuid: "maya"'), {
      code: '22P02',
    });
    expect(written({ err: unread })).not.toContain('maya');
  });
});

describe('Card numbers in the log', () => {
  it.each([
    ['in a message', { note: 'paid with 4242 4242 4242 4242' }],
    ['over lines', { note: '4242\n4242\n4242\n4242' }],
    ['as a number', { note: 4242424242424242 }],
    ['in a list', { note: ['4242', '4242', '4242', '4242'] }],
    ['as a name', { '4242-4242-4242-4242': true }],
    ['in an error', { err: new Error('no such card: 4242424242424242') }],
  ])('a card number is redacted %s', (_where, entry) => {
    expect(written(entry).replace(/"time":"[^"]*"/, '')).not.toMatch(/4242\D{0,4}4242/);
  });

  it('ids, times and amounts in the log are not mistaken for card numbers', () => {
    const entry = { id: '42424242-4242-4242-8242-42424242424f', at: '2026-11-15T15:00:00.000Z' };
    const line = written({ ...entry, amountCents: 123_456_789, ms: 12, status: 200 });
    expect(line).not.toContain('•••');
  });
});
