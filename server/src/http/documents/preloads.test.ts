import { describe, expect, it } from 'vitest';
import { preloadsFor, withPreloads } from './preloads.ts';

const TOKEN = 'abcdefghijklmnopqrstuvwxyz234567';
const STRANGER = { hasSession: false };
const CUSTOMER = { hasSession: true };

const addresses = (...page: Parameters<typeof preloadsFor>) =>
  [...preloadsFor(...page).matchAll(/href="([^"]+)"/g)].map(([, href]) => href);

describe('What a document preloads', () => {
  it('is what a public link asks first', () => {
    expect(addresses(`/harbor/pay/${TOKEN}`, STRANGER)).toEqual([
      `/api/portal/public/company/harbor/${TOKEN}`,
      `/api/portal/public/account/harbor/${TOKEN}`,
      `/api/portal/public/debtor/harbor/${TOKEN}`,
      `/api/portal/public/invoice-transactions/harbor/${TOKEN}`,
    ]);
  });

  it.each(['/harbor', '/harbor/invoices', '/harbor/projects/1/invoices'])(
    'is the session at %s, for a browser that has one',
    (pathname) => {
      expect(addresses(pathname, CUSTOMER)).toEqual(['/api/portal/debtor/auth?domain=harbor']);
      expect(addresses(pathname, STRANGER)).toEqual([]);
    },
  );

  it.each([
    '/harbor/auth',
    '/harbor/auth/login',
    '/harbor/pay/short',
    `/harbor/pay/${TOKEN}/more`,
    `/harbor/pay/"><script>${TOKEN}`,
    `/%22/pay/${TOKEN}`,
    '/"><script>/invoices',
  ])('is nothing at %s', (pathname) => {
    expect(addresses(pathname, CUSTOMER)).toEqual([]);
  });

  it('leaves the files of an account to whoever may be signed in', () => {
    const html = '<head><link rel="modulepreload" href="/a.js" data-account></head>';
    expect(withPreloads(html, '/harbor/invoices', STRANGER)).toBe(html);
    expect(withPreloads(html, `/harbor/pay/${TOKEN}`, STRANGER)).not.toContain('a.js');
  });
});
