import { describe, expect, it } from 'vitest';
import { hrefTo, PORTAL_PAGES, payLinkAt, toTitle } from './paths.ts';

describe('Page titles (product §2.1)', () => {
  it.each([
    ['/', 'Customer Payment Portal'],
    ['/faq', 'FAQ'],
    ['/onboarding', "Let's resolve your invoice!"],
    ['/resolve', "Let's resolve your invoice!"],
    ['/privacy-policy', 'Privacy Policy'],
    ['/terms-of-service', 'Terms of Service'],
    ['/harbor/pay/abc', 'Harbor Dental customer portal'],
  ])('the page %s has the title %s', (path, title) => {
    expect(toTitle(path, 'Harbor Dental')).toBe(title);
  });

  it('the page title is generic until the company is known', () => {
    expect(toTitle('/harbor/pay/abc', null)).toBe('Resolve the invoice');
  });

  it('the path of a public link is built and parsed (R2)', () => {
    const href = hrefTo(PORTAL_PAGES.payLink, { company: 'harbor', token: 'a/b' });
    expect(href).toBe('/harbor/pay/a%2Fb');
    expect(payLinkAt(href)).toEqual({ company: 'harbor', token: 'a/b' });
  });

  it.each(['/harbor', '/harbor/pay', '/harbor/invoices/pay', '/harbor/pay/a/b', '/pay/a'])(
    'the path %s is not a public link',
    (path) => {
      expect(payLinkAt(path)).toBeNull();
    },
  );
});
