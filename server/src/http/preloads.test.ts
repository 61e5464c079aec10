import { describe, expect, it } from 'vitest';
import { preloadsFor } from './preloads.ts';

const TOKEN = 'abcdefghijklmnopqrstuvwxyz234567';

describe('What a document preloads', () => {
  it('is what a public link asks first', () => {
    const hrefs = [...preloadsFor(`/harbor/pay/${TOKEN}`).matchAll(/href="([^"]+)"/g)];
    expect(hrefs.map(([, href]) => href)).toEqual([
      `/api/portal/public/company/harbor/${TOKEN}`,
      `/api/portal/public/account/harbor/${TOKEN}`,
      `/api/portal/public/debtor/harbor/${TOKEN}`,
      `/api/portal/public/invoice-transactions/harbor/${TOKEN}`,
    ]);
  });

  it.each([
    '/harbor/invoices',
    '/harbor/pay/short',
    `/harbor/pay/${TOKEN}/more`,
    `/harbor/pay/"><script>${TOKEN}`,
    `/%22/pay/${TOKEN}`,
  ])('is nothing at %s', (pathname) => {
    expect(preloadsFor(pathname)).toBe('');
  });
});
