/**
 * Tests who may make which calls about whom, for every route of the contract: ten callers, the objects of three
 * customers, and ids that do not exist. Objects that a caller may not access look exactly like objects that do not
 * exist, and nothing changes. `npm test` makes half of the calls, in rotation, by every caller, each about one of the
 * other customers' objects.
 */

import { pathTo, type Route } from '@quittance/contract/http/portal-route';
import { ROUTES, type RouteName } from '@quittance/contract/portal-routes';
import { beforeAll, describe, expect, it } from 'vitest';
import { oneInTurn, rotating, TEST_SEED } from '../../../domain/test/full-run.ts';
import { raisedLimits } from '../../src/platform/limits/limit-config.ts';
import { addNeighbor } from '../world/add-neighbor.ts';
import { addCompany } from '../world/company.ts';
import { readHash } from '../world/database-hash.ts';
import { newMerchant } from '../world/merchant.ts';
import { useTestPortal } from '../world/test-portal.ts';
import { CALLS } from './calls.ts';
import { addTenant, type Ids, type Tenant, unknownIds } from './tenants.ts';

type Caller = {
  name: string;
  /** The customer whose objects the caller may access. Null for a stranger. */
  is: Tenant | null;
  kind: 'anonymous' | 'link' | 'customer';
  authorization: string | null;
  token: string;
};

const NAMES = rotating(Object.keys(ROUTES) as RouteName[], 2); // because keys() forgets the union

let maya: Tenant;
let omar: Tenant;
let otherTenant: Tenant;
let callers: Caller[];

const portal = useTestPortal({ limits: raisedLimits(1000) });

beforeAll(async () => {
  const harbor = await addCompany(portal.deps, newMerchant('payengine'), { name: 'Harbor' });
  const summit = await addCompany(portal.deps, newMerchant('payengine'), { name: 'Summit' });
  maya = await addTenant(portal, { company: harbor, marker: 'MARKMAYA' });
  const neighbor = await addNeighbor(portal.deps, harbor);
  omar = await addTenant(portal, { company: neighbor, marker: 'MARKOMAR' });
  otherTenant = await addTenant(portal, { company: summit, marker: 'MARKFAR' });
  callers = toCallers();
});

function toCallers(): Caller[] {
  const link = (name: string, is: Tenant | null, token: string): Caller => {
    return { name, is, kind: 'link', authorization: `Link ${token}`, token };
  };
  const customer = (name: string, is: Tenant | null, bearer: string): Caller => {
    const { token } = unknownIds();
    return { name, is, kind: 'customer', authorization: `Bearer ${bearer}`, token };
  };
  const { token } = unknownIds();
  return [
    { name: 'anonymous', is: null, kind: 'anonymous', authorization: null, token },
    link('her link', maya, maya.links.live),
    link('another link of the company', omar, omar.links.live),
    link('an expired link', null, maya.links.expired),
    link('a revoked link', null, maya.links.revoked),
    customer('herself', maya, maya.keys.live),
    customer('another customer of the company', omar, omar.keys.live),
    customer("another company's customer", otherTenant, otherTenant.keys.live),
    customer('an expired session', null, maya.keys.expired),
    customer('a revoked session', null, maya.keys.revoked),
  ];
}

function ask({ name, caller, ids }: Cell) {
  const route: Route = ROUTES[name];
  const { params, query, body } = CALLS[name]({ ...ids, token: caller.token });
  return portal.ask({
    method: route.method,
    url: pathTo(route.path, params),
    ...(query ? { query } : {}),
    headers: {
      ...(caller.authorization ? { authorization: caller.authorization } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}

function mayCall(name: RouteName, caller: Caller, ids: Ids): boolean {
  const { who } = ROUTES[name];
  if (who === 'anyone') return true;
  if (who === 'processor' || caller.is === null) return false;
  if (who === 'link') return caller.kind === 'link' && caller.is.domain === ids.domain;
  if (who === 'customer' && caller.kind !== 'customer') return false;
  const { isAboutCaller } = CALLS[name](ids);
  return Boolean(isAboutCaller) || caller.is.customerId === ids.customerId;
}

type Cell = { name: RouteName; caller: Caller; ids: Ids };

/** A call open to anyone is made about one of the owners, in rotation. */
function toCells(owners: readonly Ids[]): Cell[] {
  return NAMES.flatMap((name, row) =>
    callersOfRow(row).flatMap((caller, column) => {
      const isPublic = ROUTES[name].who === 'anyone';
      const about = isPublic ? oneInTurn(owners, row + column) : owners;
      return about.map((ids) => ({ name, caller, ids }));
    }),
  );
}

const isDead = ({ is, kind }: Caller) => is === null && kind !== 'anonymous';

/** Alternates between expired and revoked links and sessions. */
function callersOfRow(row: number): Caller[] {
  const dead = (['link', 'customer'] as const).flatMap((kind) =>
    oneInTurn(
      callers.filter((caller) => isDead(caller) && caller.kind === kind),
      row,
    ),
  );
  return [...callers.filter((caller) => !isDead(caller)), ...dead];
}

function toTitle({ name, caller, ids }: Cell): string {
  const owner = [maya, omar, otherTenant].find(({ customerId }) => customerId === ids.customerId);
  return `${name} by ${caller.name} about ${owner?.marker ?? 'anonymous'}`;
}

/** Finds markers of other customers in a response. A company's own brand has no marker. */
function leaks({ caller }: Cell, text: string): string[] {
  return [maya, omar, otherTenant]
    .filter((tenant) => tenant !== caller.is)
    .flatMap(({ marker, customerId, links, keys }) => [
      marker,
      marker.toLowerCase(),
      customerId,
      links.live,
      keys.live,
    ])
    .filter((secret) => text.includes(secret) && secret !== caller.token);
}

const seen = ({ statusCode, body }: Answer) => `${statusCode} ${body}`;

type Answer = { statusCode: number; body: string };

function toFaults(cell: Cell, answer: Answer, expected: Answer | null): string[] {
  const faults: string[] = [];
  if (answer.statusCode < 400) faults.push(`${answer.statusCode}`);
  if (leaks(cell, answer.body).length > 0) faults.push('leaks');
  // No processor is available in this test. A forbidden call must be refused before it reaches one.
  if (answer.body.includes('PROCESSOR_UNAVAILABLE')) faults.push('asks the processor');
  if (expected && seen(answer) !== seen(expected)) {
    faults.push(`${seen(answer)}, about an unknown id ${seen(expected)}`);
  }
  return faults.map((fault) => `${toTitle(cell)}: ${fault}`);
}

// Takes about ten seconds on an idle machine, and longer on a busy one.
const PATIENCE = { timeout: 180_000 };

describe(`The matrix of every call, caller and owner (A1, A2, A6), ${TEST_SEED}`, PATIENCE, () => {
  it('a call without permission changes nothing and gets the same response as unknown ids', async () => {
    const missing = unknownIds();
    const owners = [maya, omar, otherTenant];
    const before = await readHash(portal);
    const wrong: string[] = [];
    const look = async (name: RouteName, caller: Caller, turn: number) => {
      const isAllowed = mayCall(name, caller, missing);
      const expected = isAllowed ? null : await ask({ name, caller, ids: missing });
      const others = owners.filter((owner) => !mayCall(name, caller, owner));
      for (const ids of oneInTurn(others, turn)) {
        wrong.push(...toFaults({ name, caller, ids }, await ask({ name, caller, ids }), expected));
      }
    };
    for (const [row, name] of NAMES.entries()) {
      const asking = callersOfRow(row);
      await Promise.all(asking.map((caller, column) => look(name, caller, row + column)));
    }
    expect(wrong).toEqual([]);
    expect(await readHash(portal)).toBe(before);
  });

  it('ended links and sessions get the same response as unknown ones', async () => {
    const unknownLink = `Link ${unknownIds().token}`;
    const wrong: string[] = [];
    const guarded = NAMES.filter((each) => ROUTES[each].who !== 'anyone');
    for (const [row, name] of guarded.entries()) {
      const compare = async (caller: Caller) => {
        const authorization = caller.kind === 'link' ? unknownLink : 'Bearer unknown';
        const unknown = { ...caller, authorization, token: unknownIds().token };
        const answer = await ask({ name, caller, ids: maya });
        const expected = await ask({ name, caller: unknown, ids: maya });
        if (seen(answer) !== seen(expected)) wrong.push(`${name} by ${caller.name}`);
      };
      await Promise.all(callersOfRow(row).filter(isDead).map(compare));
    }
    expect(wrong).toEqual([]);
  });

  it("a permitted call shows only the caller's own data", async () => {
    const isChange = ({ name }: Cell) => ROUTES[name].method !== 'GET' || name.startsWith('accept');
    const isEnd = ({ name }: Cell) => name.startsWith('signOut');
    const allowed = toCells([maya, omar, otherTenant, unknownIds()])
      .filter(({ name, caller, ids }) => mayCall(name, caller, ids))
      .sort((left, right) => Number(isEnd(left)) - Number(isEnd(right)));
    const wrong: string[] = [];
    const shown = new Set<string>();
    const look = async (cell: Cell) => {
      const { statusCode, body } = await ask(cell);
      if (leaks(cell, body).length > 0) wrong.push(`${toTitle(cell)} leaks`);
      const isDocumented = /PROCESSOR_UNAVAILABLE|COMPANY_NOT_FOUND|ADDRESSES_UNAVAILABLE/.test(
        body,
      );
      if (statusCode >= 500 && !isDocumented) wrong.push(`${toTitle(cell)}: ${statusCode}`);
      const { marker } = cell.caller.is ?? { marker: null };
      if (marker && body.toUpperCase().includes(marker)) shown.add(cell.name);
    };
    // Reads run concurrently, and changes run one after the other.
    const reads = allowed.filter((cell) => !isChange(cell));
    for (const name of NAMES) {
      await Promise.all(reads.filter((cell) => cell.name === name).map(look));
    }
    for (const cell of allowed.filter(isChange)) await look(cell);
    expect(wrong).toEqual([]);
    // Makes sure that allowed reads show data. Otherwise an empty response would pass as one that leaks nothing.
    expect([...shown].sort()).toEqual(SHOWS_OWN.filter((name) => NAMES.includes(name)));
  });
});

const SHOWS_OWN: readonly RouteName[] = [
  'contacts',
  'contracts',
  'createPartialRequest',
  'customer',
  'estimate',
  'invoice',
  'invoiceSelection',
  'invoiceTransactions',
  'invoices',
  'methodDependants',
  'newPasskey',
  'partialRequest',
  'passkeys',
  'payableInvoices',
  'project',
  'projectEstimates',
  'projectOrders',
  'projects',
  'publicCustomer',
  'publicInvoice',
  'publicRequest',
  'removeMethod',
  'requestStatus',
  'statement',
  'transactions',
  'upcomingCharges',
  'updateCustomer',
  'updatePartialRequest',
];
