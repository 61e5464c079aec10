import { describe, expect, it } from 'vitest';
import { navItems } from './use-nav-items.ts';

const at = (pathname: string, shown = { hasProjects: true, hasContracts: true }) =>
  navItems({ domain: 'harbor', pathname, ...shown });

const activeAt = (pathname: string) =>
  at(pathname)
    .filter(({ isActive }) => isActive)
    .map(({ label }) => label);

describe('Portal navigation (product §2.4)', () => {
  it('the navigation has projects, contracts, invoices, payments, the statement and the profile', () => {
    expect(at('/harbor').map(({ label, href }) => [label, href])).toEqual([
      ['Projects', '/harbor'],
      ['Contracts', '/harbor/contracts/all'],
      ['Invoices', '/harbor/invoices'],
      ['Payments', '/harbor/payments'],
      ['Statement', '/harbor/statement'],
      ['Profile', '/harbor/profile'],
    ]);
  });

  it('the navigation omits missing projects and hidden contracts', () => {
    const items = at('/harbor/invoices', { hasProjects: false, hasContracts: false });
    expect(items.map(({ label }) => label)).toEqual([
      'Invoices',
      'Payments',
      'Statement',
      'Profile',
    ]);
  });

  it.each([
    ['/harbor', ['Projects']],
    ['/harbor/projects/42/orders', ['Projects']],
    ['/harbor/contracts/all', ['Contracts']],
    ['/harbor/invoices', ['Invoices']],
    ['/harbor/invoices/HD-1001', ['Invoices']],
    ['/harbor/pay-invoices', ['Invoices']],
    ['/harbor/pay-invoices/42', ['Invoices']],
    ['/harbor/payments', ['Payments']],
    ['/harbor/upcoming', ['Payments']],
    ['/harbor/statement', ['Statement']],
    ['/harbor/history', ['Statement']],
    ['/harbor/profile', ['Profile']],
    ['/harbor/requests/42', []],
  ])('the page %s highlights %j in the navigation', (pathname, labels) => {
    expect(activeAt(pathname)).toEqual(labels);
  });
});
