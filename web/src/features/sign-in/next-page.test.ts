import { describe, expect, it } from 'vitest';
import { nextPage } from './next-page.ts';

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
  ])('of %s is %s', (wanted, page) => {
    expect(nextPage('harbor', wanted)).toBe(page);
  });
});
