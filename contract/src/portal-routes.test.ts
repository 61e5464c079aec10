import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { pathTo, type Route, toPattern } from './http/portal-route.ts';
import { ROUTES, type RouteName } from './portal-routes.ts';

/** Every call of product §7, in its notation. */
const CALLS = [
  // Product §7.2
  'GET /{product}/debtor/auth',
  'GET /{product}/public/company/{company}/{id}',
  'GET /{product}/contract/tabs',
  'POST /{product}/contract',
  'GET /{product}/contract/{id}/link',
  'GET /{product}/private/debtor/{id}',
  'GET /{product}/public/debtor/{company}/{id}',
  'PUT /{product}/debtor',
  'POST /{product}/debtor/{id}/send-email',
  // Product §7.3
  'GET /{product}/contact',
  'POST /{product}/contact',
  'PUT /{product}/contact/{id}',
  'POST /{product}/contact/email-verify',
  'DELETE /{product}/contact/{id}',
  // Product §7.4
  'DELETE /{product}/debtor/payment-method/{id}',
  'PUT /{product}/debtor/auto-pay/payment-method',
  'PUT /{product}/debtor/auto-pay/active',
  'POST /{product}/debtor/payment-method',
  'PUT /{product}/account-payment-method/{id}',
  // Product §7.5
  'GET /{product}/debtor/{id}/account',
  'GET /{product}/private/account/{id}',
  'GET /{product}/public/account/{company}/{id}',
  'DELETE /{product}/scheduled-payment/{id}',
  'DELETE /{product}/payment-plan/{id}',
  'GET /{product}/debtor/{id}/transaction',
  'GET /{product}/private/invoice-transactions/{id}',
  'GET /{product}/public/invoice-transactions/{company}/{id}',
  'GET /{product}/transaction/{id}/get-link',
  // Product §7.6
  'GET /{product}/partial-request/{id}',
  'POST /{product}/partial-request',
  'PUT /{product}/partial-request/{id}',
  'GET /{product}/project',
  'GET /{product}/project/{id}',
  'GET /{product}/project/{id}/accounts',
  'GET /{product}/project/{id}/estimates',
  'GET /{product}/project/{id}/orders',
  'GET /{product}/project/{id}/transactions',
  'GET /{product}/project/estimate/{id}',
  'GET /{product}/project/estimate-accept/{id}',
  'GET /{product}/public/request/{company}/{id}',
  // Product §7.7
  'POST /{product}/request/{id}/full/submit',
  'GET /{product}/request/{id}/pay/intent',
  'POST /{product}/request/{id}/schedule-payment',
  'GET /{product}/request/{id}/schedule-payment/pay',
  'POST /{product}/request/{id}/plan/intent',
  'POST /{product}/request/{id}/plan/submit',
  'POST /{product}/request/{id}/plan/pay',
  'POST /{product}/request/{id}/partial/pay',
  'POST /{product}/request/{id}/estimate/pay',
  'PUT /{product}/request/{id}/intent',
  'POST /{product}/request/{id}/setup-method/intent',
  // Product §7.11
  'POST /slack-notification',
];

// The cast is safe because entries() only widens the names to string.
const ROWS = Object.entries(ROUTES) as [RouteName, Route][];

function toCall({ method, path }: Route): string {
  return `${method} ${path}`;
}

function namesWhere(condition: (row: Route) => boolean): string[] {
  return ROWS.filter(([, row]) => condition(row)).map(([name]) => name);
}

function toKeys(schema: z.ZodObject | undefined): string[] {
  return Object.keys(schema?.shape ?? {}).toSorted();
}

describe('The route table (product §7)', () => {
  const calls = new Set(ROWS.map(([, row]) => toCall(row)));

  it('the route table has every call of the product specification', () => {
    expect([...calls]).toEqual(expect.arrayContaining(CALLS));
  });

  it('the route table lists every call once', () => {
    expect(calls.size).toBe(ROWS.length);
  });

  it('no two calls match the same path', () => {
    const shapes = ROWS.map(([, row]) => toCall(row).replaceAll(/\{(?!product)\w+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(ROWS.length);
  });
});

describe('Every route', () => {
  it('a route declares exactly the parameters in its path', () => {
    for (const [name, { path, params }] of ROWS) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param);
      const wanted = names.filter((param) => param !== 'product').toSorted();
      expect({ name, params: toKeys(params) }).toEqual({ name, params: wanted });
    }
  });

  it('a GET route has no body', () => {
    expect(namesWhere((row) => row.method === 'GET' && row.body !== undefined)).toEqual([]);
  });

  it('a path is public if and only if its route serves public links', () => {
    expect(namesWhere((row) => (row.who === 'link') !== row.path.includes('/public/'))).toEqual([]);
  });

  it('a private path is available only to customers', () => {
    expect(namesWhere((row) => row.path.includes('/private/') && row.who !== 'customer')).toEqual(
      [],
    );
  });

  it('a request body with unknown fields is refused', () => {
    for (const [name, { body }] of ROWS) {
      // A report takes a body as given (product §7.11).
      if (!body || name === 'reportError') continue;
      const answer = body.safeParse({ surprise: true });
      const issues = answer.error?.issues.map((issue) => issue.code) ?? [];
      expect({ name, issues }).toEqual({
        name,
        issues: expect.arrayContaining(['unrecognized_keys']),
      });
    }
  });
});

describe('Calls for intents (R44)', () => {
  it('intent calls move no money and need no idempotency key', () => {
    const names = ['payIntent', 'scheduledPaymentIntent', 'setupIntent', 'updateIntent'];
    const isRight = (row: Route) => row.movesMoney === undefined && row.who !== 'anyone';
    expect(
      namesWhere((row) => isRight(row))
        .filter((name) => names.includes(name))
        .toSorted(),
    ).toEqual(names);
  });
});

describe('Calls that move money', () => {
  it('exactly the listed calls move money', () => {
    expect(namesWhere((row) => row.movesMoney === true).toSorted()).toEqual([
      'payEstimate',
      'payInFull',
      'payInvoices',
      'payOwnAmount',
      'payPartial',
      'payPlan',
      'schedulePayment',
      'startPlan',
    ]);
  });

  it('every call that moves money is a payer-only POST under request/{id}', () => {
    const isRight = (row: Route) =>
      row.method === 'POST' &&
      row.who === 'payer' &&
      row.path.startsWith('/{product}/request/{id}/') &&
      row.body !== undefined;
    expect(namesWhere((row) => row.movesMoney === true && !isRight(row))).toEqual([]);
  });
});

describe('Paths (R1)', () => {
  it('a path starts with the base and the product', () => {
    expect(pathTo('/{product}/debtor/auth')).toBe('/api/portal/debtor/auth');
    expect(pathTo('/slack-notification')).toBe('/api/slack-notification');
  });

  it('path parameters are escaped', () => {
    expect(pathTo('/{product}/request/{id}/full/submit', { id: '42' })).toBe(
      '/api/portal/request/42/full/submit',
    );
    expect(pathTo('/{product}/private/account/{id}', { id: '../x?y#z' })).toBe(
      '/api/portal/private/account/..%2Fx%3Fy%23z',
    );
  });

  it('a missing path parameter is an error', () => {
    expect(() => pathTo('/{product}/private/account/{id}')).toThrow('Missing path parameter id');
    expect(() => pathTo('/{product}/private/account/{id}', { ref: '1' })).toThrow(
      'Missing path parameter id',
    );
  });

  it('a router pattern contains the parameter names', () => {
    expect(toPattern('/{product}/public/account/{company}/{id}')).toBe(
      '/api/portal/public/account/:company/:id',
    );
  });

  it('the path of every route matches its pattern', () => {
    for (const [, { path, params }] of ROWS) {
      const values = Object.fromEntries(toKeys(params).map((key) => [key, `the-${key}`]));
      const pattern = toPattern(path).replaceAll(/:(\w+)/g, 'the-$1');
      expect(pathTo(path, values)).toBe(pattern);
    }
  });
});
