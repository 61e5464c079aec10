/**
 * A demo company (R51), tested with every route of the contract: everything is shown, and every change is refused.
 */

import { pathTo, type Route } from '@quittance/contract/http/portal-route';
import { ROUTES, type RouteName } from '@quittance/contract/portal-routes';
import { beforeAll, describe, expect, it } from 'vitest';
import { isChange } from '../../src/app/demo-mode.ts';
import { raisedLimits } from '../../src/platform/limits/limit-config.ts';
import { addCompany } from '../world/company.ts';
import { readHash } from '../world/database-hash.ts';
import { newMerchant } from '../world/merchant.ts';
import { useTestPortal } from '../world/test-portal.ts';
import { CALLS } from './calls.ts';
import { addTenant, type Tenant } from './tenants.ts';

const NAMES = Object.keys(ROUTES) as RouteName[]; // because keys() forgets the union
const KEY = '01a0d3a2-7f3e-7c4e-8b41-0c5f6c0b1a2d';

let visitor: Tenant;

const portal = useTestPortal({ limits: raisedLimits(1000) });

beforeAll(async () => {
  const company = await addCompany(portal.deps, newMerchant('payengine'), { isDemo: true });
  visitor = await addTenant(portal, { company, marker: 'VISITOR' });
});

async function ask(name: RouteName, authorization: string) {
  const route: Route = ROUTES[name];
  const { params, query, body } = CALLS[name](visitor);
  const answer = await portal.ask({
    method: route.method,
    url: pathTo(route.path, params),
    ...(query ? { query } : {}),
    headers: {
      authorization,
      'idempotency-key': KEY,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return { name, status: answer.statusCode, isRefused: answer.body.includes('DEMO_MODE') };
}

/** Only calls of signed-in customers and payers, because other calls have no company that could refuse them. */
const calls = (who: readonly Route['who'][]): RouteName[] =>
  NAMES.filter((name) => who.includes(ROUTES[name].who));

describe('A demo company (R22, R51)', () => {
  it('every change by a demo customer or a link returns DEMO_MODE and changes nothing', async () => {
    const before = await readHash(portal);
    const customer = `Bearer ${visitor.keys.live}`;
    const link = `Link ${visitor.links.live}`;
    const changes = (names: RouteName[]) => names.filter((name) => isChange(name, ROUTES[name]));
    const answers = [];
    for (const name of changes(calls(['customer', 'payer'])))
      answers.push(await ask(name, customer));
    for (const name of changes(calls(['payer']))) answers.push(await ask(name, link));
    expect(answers.length).toBeGreaterThan(30);
    expect(answers.filter(({ status, isRefused }) => status !== 403 || !isRefused)).toEqual([]);
    expect(await readHash(portal)).toBe(before);
  });

  it('a visitor can read a demo company in full and sign out', async () => {
    const isLook = (name: RouteName) =>
      !isChange(name, ROUTES[name]) && name !== 'signOutEverywhere';
    const looks = calls(['customer', 'payer', 'link']).filter(isLook);
    const answers = [];
    for (const name of looks) answers.push(await ask(name, `Bearer ${visitor.keys.live}`));
    expect(answers.length).toBeGreaterThan(20);
    expect(answers.filter(({ isRefused }) => isRefused)).toEqual([]);
    expect(answers.find(({ name }) => name === 'signOut')).toMatchObject({ status: 200 });
  });

  it('every call except GET counts as a change, apart from the listed calls', () => {
    const unlike = NAMES.filter((name) => {
      const route: Route = ROUTES[name];
      return isChange(name, route) !== (route.method !== 'GET');
    });
    expect(unlike.toSorted()).toEqual([
      'acceptEstimateByGet',
      'contracts',
      'newPasskey',
      'payIntent',
      'planIntent',
      'removeDevice',
      'scheduledPaymentIntent',
      'signOut',
      'signOutEverywhere',
    ]);
  });
});
