import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../kernel/config.ts';
import { settingsProblems } from './settings.ts';

const GOOD = {
  DATABASE_URL: 'postgres://portal:eY3kq9sT@10.0.0.5/portal',
  PUBLIC_URL: 'https://pay.example.org',
  SECRET_KEY: randomBytes(32).toString('base64'),
  SMTP_URL: 'smtp://mailer:oP4mW8zR@10.0.0.6:587',
  MAIL_FROM: 'billing@pay.example.org',
  TRUST_PROXY: '127.0.0.1',
};

function refusals(settings: Record<string, string>, allowsHttp = false): string[] {
  const config = readConfig({ ...GOOD, ...settings });
  return settingsProblems(config, { allowsHttp })
    .filter(({ isRefused }) => isRefused)
    .map(({ message }) => message);
}

function warnings(settings: Record<string, string>): string[] {
  return settingsProblems(readConfig({ ...GOOD, ...settings }), { allowsHttp: false })
    .filter(({ isRefused }) => !isRefused)
    .map(({ check }) => check);
}

describe('The settings of an installation in production', () => {
  it('complete production settings are accepted', () => {
    expect(refusals({})).toEqual([]);
    expect(warnings({})).toEqual([]);
  });

  it.each([
    ['a missing key', { SECRET_KEY: '' }, 'SECRET_KEY is not set'],
    ['a short key', { SECRET_KEY: 'c2hvcnQ=' }, 'SECRET_KEY is not 32 bytes'],
    ['a key of one byte', { SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }, 'not random'],
    [
      'a key of words',
      { SECRET_KEY: Buffer.from('change-me-change-me-change-me-ch').toString('base64') },
      'not random',
    ],
    ['the password postgres', { DATABASE_URL: 'postgres://a:postgres@db/a' }, 'well-known'],
    ['the password of the example', { DATABASE_URL: 'postgres://a:CHANGE_ME@db/a' }, 'well-known'],
    ['the name as password', { DATABASE_URL: 'postgres://portal:portal@db/a' }, 'well-known'],
    ['an example of a token', { METRICS_TOKEN: 'change-me-change-me' }, 'METRICS_TOKEN'],
    ['a default mail password', { SMTP_URL: 'smtp://a:changeme@mail' }, 'SMTP_URL'],
    ['plain http', { PUBLIC_URL: 'http://pay.example.org' }, 'must begin with https'],
    ['no public URL', { PUBLIC_URL: '' }, '--allow-http'],
    ['a host that only begins like loopback', { PUBLIC_URL: 'http://127.0.0.1.nip.io' }, 'https'],
    ['the sandbox', { SANDBOX_URL: 'http://127.0.0.1:4010' }, 'SANDBOX_URL'],
  ])('production settings with %s are refused', (_what, settings, message) => {
    expect(refusals(settings)).toEqual([expect.stringContaining(message)]);
  });

  it('plain http is allowed only on this machine and only for a trial', () => {
    expect(refusals({ PUBLIC_URL: 'http://localhost:3000' }, true)).toEqual([]);
    expect(refusals({ PUBLIC_URL: 'http://[::1]:3000' }, true)).toEqual([]);
    expect(refusals({ PUBLIC_URL: 'http://10.0.0.7:3000' }, true)).toHaveLength(1);
  });

  it('production settings with a visible effect on payers or companies cause a warning', () => {
    expect(warnings({ SMTP_URL: '' })).toEqual(['mail']);
    expect(warnings({ MAIL_FROM: 'no-reply@example.com' })).toEqual(['mail']);
    expect(warnings({ TRUST_PROXY: '' })).toEqual(['proxy']);
    expect(warnings({ WEBHOOKS_TO_PRIVATE_ADDRESSES: 'yes' })).toEqual(['webhooks']);
  });
});
