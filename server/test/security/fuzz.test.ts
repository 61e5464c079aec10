/**
 * Makes every call with invalid and valid input, from a fixed seed. No response is unexpected or contains a line of
 * our code. FUZZ_RUNS sets the number of each.
 */

import { pathTo, type Route } from '@quittance/contract/http/portal-route';
import { ROUTES, type RouteName } from '@quittance/contract/portal-routes';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../../domain/test/full-run.ts';
import { checkInvariants } from '../../src/payments/reconciliation/check-invariants.ts';
import { raisedLimits } from '../../src/platform/limits/limit-config.ts';
import { addCompany } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';
import { useTestPortal } from '../world/test-portal.ts';
import { CALLS } from './calls.ts';
import { fitting } from './fitting.ts';
import { addTenant, type Tenant } from './tenants.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? sampled({ sample: 1, full: 100 }));
const SEED = 20_261_115;
const NAMES = Object.keys(ROUTES) as RouteName[]; // because keys() forgets the union
const AT_ONCE = 8;

let maya: Tenant;
let bearer: string;

const portal = useTestPortal({ limits: raisedLimits(1000) });

beforeAll(async () => {
  const harbor = await addCompany(portal.deps, newMerchant('payengine'));
  maya = await addTenant(portal, { company: harbor, marker: 'MARKMAYA' });
  // Its plan has no payments.
  await portal.pool.query("update installments set status = 'OPEN' where status = 'SUCCESS'");
  bearer = maya.keys.live;
});

type Input = { params: Record<string, string>; query: Record<string, string>; body: unknown };

const word = fc.oneof(
  fc.string({ maxLength: 80, unit: 'binary' }),
  fc.constantFrom(
    '\0',
    'a\0b',
    '',
    '0',
    '-1',
    'null',
    '%00',
    '../..',
    "' or 1=1 --",
    '\u202e',
    '9'.repeat(70),
  ),
);
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.object({ maxDepth: 3 }),
  fc.constantFrom({ __proto__: { isAdmin: true } }, { constructor: 1 }, [], 'text', 1e308),
);

function breaking(name: RouteName): fc.Arbitrary<Input> {
  const { params = {}, query = {}, body } = CALLS[name](maya);
  const spoiled = (parts: Record<string, string>) =>
    fc
      .tuple(fc.constantFrom('nothing', ...Object.keys(parts)), word)
      .map(([key, value]) => (key === 'nothing' ? parts : { ...parts, [key]: value }));
  const record = typeof body === 'object' && body !== null ? { ...body } : {};
  const spoiledBody = fc.oneof(
    anything,
    fc
      .tuple(fc.constantFrom(...Object.keys(record), 'more'), anything)
      .map(([key, value]) => ({ ...record, [key]: value })),
  );
  return fc.record({ params: spoiled(params), query: spoiled(query), body: spoiledBody });
}

function fittingInput(name: RouteName): fc.Arbitrary<Input> {
  const { params = {} } = CALLS[name](maya);
  const { query, body }: Route = ROUTES[name];
  return fc.record({
    params: fc.constant(params),
    query: query ? fitting(query).map(toTexts) : fc.constant({}),
    body: body ? fitting(body, maya) : fc.constant(undefined),
  });
}

function toTexts(value: unknown): Record<string, string> {
  const entries = Object.entries(value ?? {}).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries.map(([key, each]) => [key, String(each)]));
}

/** A URL cannot contain unpaired surrogates. */
const inAddress = (text: string) => text.replace(/\p{Surrogate}/gu, '?') || '-';

async function send(name: RouteName, { params, query, body }: Input) {
  const route: Route = ROUTES[name];
  const safe = Object.entries(params).map(([key, value]) => [key, inAddress(value)]);
  const hasBody = route.method !== 'GET' && body !== undefined;
  return portal.ask({
    method: route.method,
    url: pathTo(route.path, Object.fromEntries(safe)),
    query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, inAddress(value)])),
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { payload: JSON.stringify(body) ?? 'null' } : {}),
  });
}

const STACK = /\bat (?:\w|file:|\/).*:\d+:\d+|node_modules|\/server\/(?:src|dist)\//;

/** Deliberate 5xx responses: no processor or address service is available, or the company is missing (R32). */
function isForeseen(body: string): boolean {
  return /PROCESSOR_UNAVAILABLE|ADDRESSES_UNAVAILABLE|COMPANY_NOT_FOUND/.test(body);
}

async function readFaults(name: RouteName, inputs: readonly Input[]): Promise<string[]> {
  const faults: string[] = [];
  const rest = [...inputs];
  const work = async () => {
    for (let input = rest.pop(); input; input = rest.pop()) {
      const { statusCode, body } = await send(name, input);
      const isUnforeseen = statusCode >= 500 && !isForeseen(body);
      if (isUnforeseen || STACK.test(body)) {
        faults.push(`${name} ${statusCode} ${JSON.stringify(input).slice(0, 600)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return faults;
}

/** Signing out would end the session of the other calls. */
const isTried = (name: RouteName) => !name.startsWith('signOut');

// Takes a few seconds with few runs, and minutes with thousands.
const PATIENCE = { timeout: 3_600_000 };

describe(`Every call with ${RUNS} inputs that fit and ${RUNS} that do not`, PATIENCE, () => {
  for (const [title, make] of [
    ['breaks the schema', breaking],
    ['fits the schema', fittingInput],
  ] as const) {
    it(`calls handle input that ${title} without an unexpected error`, async () => {
      const faults: string[] = [];
      for (const name of NAMES.filter(isTried)) {
        const inputs = fc.sample(make(name), { numRuns: RUNS, seed: SEED });
        faults.push(...(await readFaults(name, inputs)));
      }
      expect(faults).toEqual([]);
    });
  }

  it('fuzzed calls violate no invariant', async () => {
    expect(await checkInvariants(portal.deps.database)).toEqual([]);
  });
});
