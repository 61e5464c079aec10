import { describe, expect, it } from 'vitest';
import { preloadsFor, withPreloads } from './preloads.ts';

const TOKEN = 'abcdefghijklmnopqrstuvwxyz234567';
const SIGNED_OUT = { hasSession: false };
const CUSTOMER = { hasSession: true };

const urls = (...page: Parameters<typeof preloadsFor>) =>
  [...preloadsFor(...page).matchAll(/href="([^"]+)"/g)].map(([, href]) => href);

describe('Preloads of a document', () => {
  it('the document of a public link preloads its first API calls', () => {
    expect(urls(`/harbor/pay/${TOKEN}`, SIGNED_OUT)).toEqual([
      `/api/portal/public/company/harbor/${TOKEN}`,
      `/api/portal/public/account/harbor/${TOKEN}`,
      `/api/portal/public/debtor/harbor/${TOKEN}`,
      `/api/portal/public/invoice-transactions/harbor/${TOKEN}`,
    ]);
  });

  it.each(['/harbor', '/harbor/invoices', '/harbor/projects/1/invoices'])(
    '%s preloads the session for a browser with a session cookie',
    (pathname) => {
      expect(urls(pathname, CUSTOMER)).toEqual(['/api/portal/debtor/auth?domain=harbor']);
      expect(urls(pathname, SIGNED_OUT)).toEqual([]);
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
  ])('%s preloads nothing', (pathname) => {
    expect(urls(pathname, CUSTOMER)).toEqual([]);
  });

  it('account assets are preloaded only for account pages', () => {
    const html = '<head><link rel="modulepreload" href="/a.js" data-account></head>';
    expect(withPreloads(html, '/harbor/invoices', SIGNED_OUT)).toBe(html);
    expect(withPreloads(html, `/harbor/pay/${TOKEN}`, SIGNED_OUT)).not.toContain('a.js');
  });
});
