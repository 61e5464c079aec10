import { describe, expect, it } from 'vitest';
import { NO_TARGET, nextPage } from './next-page.ts';

describe('The page after signing in (product §4.16)', () => {
  it.each([
    ['/harbor/invoices/HD-1', '/harbor/invoices/HD-1'],
    ['/harbor', '/harbor'],
    [null, '/harbor'],
    ['/summit/invoices', '/harbor'],
    ['/harborx', '/harbor'],
    ['//evil.example/harbor/', '/harbor'],
    ['https://evil.example/harbor/', '/harbor'],
    ['/harbor/\\evil.example', '/harbor'],
    ['/harbor/auth/login', '/harbor'],
  ])('the page after a sign-in with the target %s is %s', (wanted, page) => {
    expect(nextPage('harbor', { ...NO_TARGET, wanted, isPaymentDue: false })).toBe(page);
  });

  it('a sign-in without a target opens the invoices when an invoice is due (R35)', () => {
    const due = { ...NO_TARGET, isPaymentDue: true };
    expect(nextPage('harbor', due)).toBe('/harbor/invoices');
    expect(nextPage('harbor', { ...due, wanted: '/harbor' })).toBe('/harbor/invoices');
    expect(nextPage('harbor', { ...due, wanted: '/harbor/profile' })).toBe('/harbor/profile');
  });

  it('a sign-in with an invoiceRef opens that invoice (product §2.3)', () => {
    const named = { ...NO_TARGET, invoiceRef: 'HD 1/2', isPaymentDue: true };
    expect(nextPage('harbor', named)).toBe('/harbor/invoices/HD%201%2F2');
  });
});
