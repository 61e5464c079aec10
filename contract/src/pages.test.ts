import { describe, expect, it } from 'vitest';
import { isPortalPath } from './pages.ts';

const VISIBLE = { isContractsVisible: true };

describe('The pages of a portal (R2)', () => {
  it.each([
    '/harbor',
    '/harbor/',
    '/harbor/pay/abc',
    '/harbor/auth',
    '/harbor/auth/login',
    '/harbor/projects/1/orders',
    '/harbor/contracts',
    '/harbor/contracts/all',
    '/harbor/invoices/HD-1',
    '/harbor/profile/',
  ])('a portal has the page %s', (path) => {
    expect(isPortalPath(path, VISIBLE)).toBe(true);
  });

  it.each([
    '/harbor/nothing',
    '/harbor/invoices/HD-1/more',
    '/harbor/pay',
    '/harbor//invoices',
    '/harbor/contracts/some',
  ])('a portal does not have the page %s', (path) => {
    expect(isPortalPath(path, VISIBLE)).toBe(false);
  });

  it('a portal has no contracts page when the company hides contracts (product §2.4)', () => {
    expect(isPortalPath('/harbor/contracts/all', { isContractsVisible: false })).toBe(false);
    expect(isPortalPath('/harbor/contracts', { isContractsVisible: false })).toBe(false);
  });
});
