/**
 * Races of every change by a payer or by staff against the erasure of the customer (R54). Each erasure waits for a
 * lock that the test holds, the change starts behind it, and then both run. Erasing is idempotent, so a second
 * erasure shows whether anything of the person was written after the first: it would remove it.
 */
import { randomUUID } from 'node:crypto';
import { pathTo, type Route } from '@quittance/contract/http/portal-route';
import {
  isReadRoute,
  type ProviderRoute,
  providerPath,
} from '@quittance/contract/http/provider-route';
import { customerIdSchema } from '@quittance/contract/ids';
import { ROUTES, type RouteName } from '@quittance/contract/portal-routes';
import { PROVIDER_ROUTES, type ProviderRouteName } from '@quittance/contract/provider-routes';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { rotating, sampled, TEST_SEED } from '../../../domain/test/full-run.ts';
import { createKey } from '../../src/identity/api-keys.ts';
import { AppError } from '../../src/kernel/errors.ts';
import { raisedLimits } from '../../src/platform/limits/limit-config.ts';
import { eraseCustomer } from '../../src/privacy/erase-customer.ts';
import { lockWaits } from '../lock-waits.ts';
import { CALLS } from '../security/calls.ts';
import { addTenant, type Tenant } from '../security/tenants.ts';
import { type Objects, toFileType, toPath, validBodies } from '../security/valid-calls.ts';
import { addNeighbor } from '../world/add-neighbor.ts';
import { addCompany, type TestCompany } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';
import { useTestPortal } from '../world/test-portal.ts';

const ROUNDS = sampled({ sample: 10, full: 200 });

const portal = useTestPortal({ limits: raisedLimits(100_000) });

let company: TestCompany;
let apiKey: string;
let tables: string[];

beforeAll(async () => {
  const { deps, pool } = portal;
  company = await addCompany(deps, newMerchant('payengine'));
  const { companyId } = company;
  const actor = { companyId, name: 'test' };
  const { key } = await deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
    createKey(tx, deps, { actor, name: 'Test', scopes: ['read', 'write', 'money'] }),
  );
  apiKey = key;
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'customer_id' order by 1`,
  );
  tables = rows.map(({ name }) => name);
  expect(tables.length).toBeGreaterThan(40);
});

type Answer = { statusCode: number; body: string };
type Change = { name: string; ask(tenant: Tenant): Promise<Answer> };

/** Bodies that would change nothing, replaced by ones that say something about the person. */
const TELLING: Partial<Record<RouteName, unknown>> = {
  updateCustomer: { firstName: 'Returned', language: 'es' },
};

function byPayer(name: RouteName, who = ROUTES[name].who): Change {
  const route: Route = ROUTES[name];
  return {
    name: `${name} by ${who}`,
    ask(tenant) {
      const { params, query, body } = CALLS[name]({ ...tenant, token: tenant.links.live });
      const payload = TELLING[name] ?? body;
      const bearer = `Bearer ${tenant.keys.live}`;
      return portal.ask({
        method: route.method,
        url: pathTo(route.path, params),
        ...(query ? { query } : {}),
        headers: {
          authorization: who === 'link' ? `Link ${tenant.links.live}` : bearer,
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
      });
    },
  };
}

const isPayersChange = (name: RouteName) =>
  !['GET'].includes(ROUTES[name].method) && !['anyone', 'processor'].includes(ROUTES[name].who);

/** The holder of a link has no session that could have ended. */
const byLinkHolder = (name: RouteName) => byPayer(name, 'link');

function toObjects(tenant: Tenant): Objects {
  return {
    ...tenant,
    linkId: tenant.requestId,
    paymentId: tenant.attemptId,
    unpaidInvoiceId: tenant.invoiceId,
  } as unknown as Objects; // because every id is text
}

function byCompany(name: ProviderRouteName): Change {
  const route: ProviderRoute = PROVIDER_ROUTES[name];
  return {
    name,
    ask(tenant) {
      const objects = toObjects(tenant);
      const body = validBodies(objects, randomUUID())[name];
      const type = toFileType(route).type ?? 'application/json';
      return portal.ask({
        method: route.method,
        url: providerPath(toPath(route, objects)),
        headers: {
          authorization: `Bearer ${apiKey}`,
          'idempotency-key': randomUUID(),
          ...(body === undefined ? {} : { 'content-type': type }),
        },
        ...(body === undefined
          ? {}
          : { payload: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
      });
    },
  };
}

const ABOUT_CUSTOMERS =
  /\{(?:customerId|invoiceId|projectId|contractId|orderId|estimateId|paymentId|partialRequestId)\}/;
const NAMES_CUSTOMER: readonly ProviderRouteName[] = [
  'createInvoice',
  'createProject',
  'createContract',
];

function isCompanysChange(name: ProviderRouteName): boolean {
  const route: ProviderRoute = PROVIDER_ROUTES[name];
  if (isReadRoute(route) || route.isStaffOnly) return false;
  return ABOUT_CUSTOMERS.test(route.path) || NAMES_CUSTOMER.includes(name);
}

const names = <Name extends string>(record: Record<Name, unknown>) => Object.keys(record) as Name[]; // because keys() forgets the union

const PAYERS = [
  ...names(ROUTES)
    .filter(isPayersChange)
    .map((name) => byPayer(name)),
  ...(['sendInquiry', 'payInFull', 'payOwnAmount'] as const).map(byLinkHolder),
];
const COMPANYS = names(PROVIDER_ROUTES).filter(isCompanysChange).map(byCompany);

let count = 0;

async function newTenant(): Promise<Tenant> {
  const neighbor = await addNeighbor(portal.deps, company);
  count += 1;
  const tenant = await addTenant(portal, { company: neighbor, marker: `MARK${count}` });
  const ended = [tenant.customerId];
  await portal.pool.query(`update plans set state = 'CANCELED' where customer_id = $1`, ended);
  await portal.pool.query(`update invoices set status = 'DUE' where customer_id = $1`, ended);
  return tenant;
}

/** Returns false if the change came first and opened a payment, so that the customer was not erased. */
async function erase({ customerId, customerRef }: Tenant): Promise<boolean> {
  const { companyId } = company;
  const scope = { companyId, asProvider: true, isErasure: true } as const;
  const erasure = {
    actor: { companyId, name: 'operator' },
    customerId: customerIdSchema.parse(customerId),
    reason: 'Asked for',
    customerRef,
  };
  const { database } = portal.deps;
  try {
    await database.inCompany(scope, (tx) => eraseCustomer(tx, portal.deps, erasure));
    return true;
  } catch (error) {
    if (error instanceof AppError && /^CUSTOMER_HAS/.test(error.code)) return false;
    throw error;
  }
}

/** One line per row, without what a repeated erasure sets again. */
async function readRows({ customerId }: Tenant): Promise<string[]> {
  const ofCustomer = tables.map(
    (table) => `select '${table} ' || (to_jsonb(t) - 'updated_at')::text as line from ${table} t
      where customer_id = $1`,
  );
  const { rows } = await portal.pool.query<{ line: string }>(
    `${[
      `select 'customers ' || (to_jsonb(t) - 'updated_at')::text as line from customers t where id = $1`,
      `select 'outbox ' || payload::text from outbox
        where topic = 'mail' and payload ->> 'customerId' = $1::text`,
      ...ofCustomer,
    ].join(' union all ')} order by 1`,
    [customerId],
  );
  return rows.map(({ line }) => line);
}

/** Rows that came back after the first erasure: a second one changes them. */
async function cameBack(tenant: Tenant): Promise<string[]> {
  const before = await readRows(tenant);
  await erase(tenant);
  const after = new Set(await readRows(tenant));
  return before.filter((line) => !after.has(line));
}

async function untilWaiting(waiting: number, orEnded: Promise<unknown>): Promise<void> {
  let isEnded = false;
  const end = () => {
    isEnded = true;
  };
  orEnded.then(end, end);
  await expect
    .poll(async () => isEnded || (await lockWaits(portal.pool)) >= waiting, { interval: 2 })
    .toBe(true);
}

async function hold(tenant: Tenant): Promise<pg.PoolClient> {
  const client = await portal.pool.connect();
  await client.query('begin');
  await client.query('select from customers where id = $1 for update', [tenant.customerId]);
  return client;
}

async function release(client: pg.PoolClient): Promise<void> {
  await client.query('rollback');
  client.release();
}

async function raceHeld(change: Change): Promise<string[]> {
  const tenant = await newTenant();
  const holder = await hold(tenant);
  const erasing = erase(tenant);
  await untilWaiting(1, erasing);
  const asking = change.ask(tenant);
  await untilWaiting(2, asking);
  await release(holder);
  const [isErased, answer] = await Promise.all([erasing, asking]);
  return judge(change, isErased ? tenant : null, answer);
}

async function judge(change: Change, erased: Tenant | null, answer: Answer): Promise<string[]> {
  const back = erased ? await cameBack(erased) : [];
  const wrong = back.map((line) => `${change.name} brings back: ${line}`);
  const isExpected = answer.statusCode < 500 || answer.body.includes('PROCESSOR_UNAVAILABLE');
  return isExpected ? wrong : [...wrong, `${change.name}: ${answer.statusCode} ${answer.body}`];
}

async function raceFree(change: Change): Promise<string[]> {
  const tenant = await newTenant();
  const [isErased, answer] = await Promise.all([erase(tenant), change.ask(tenant)]);
  return judge(change, isErased ? tenant : null, answer);
}

async function judgeAll(changes: readonly Change[], race: (change: Change) => Promise<string[]>) {
  const wrong: string[] = [];
  for (const change of changes) wrong.push(...(await race(change)));
  return wrong;
}

const PATIENCE = { timeout: 300_000 };

describe(`A change during an erasure (R54), ${TEST_SEED}`, PATIENCE, () => {
  it('no change by a payer that waits for an erasure brings the person back', async () => {
    expect(PAYERS.length).toBeGreaterThan(40);
    expect(await judgeAll(rotating(PAYERS, 8), raceHeld)).toEqual([]);
  });

  it('no change by the company that waits for an erasure brings the person back', async () => {
    expect(COMPANYS.length).toBeGreaterThan(30);
    expect(await judgeAll(rotating(COMPANYS, 8), raceHeld)).toEqual([]);
  });

  it('no change at the same moment brings the person back', async () => {
    const changes = Array.from({ length: ROUNDS }, (_, round) => {
      const all = [...PAYERS, ...COMPANYS];
      return all[(round * 7) % all.length] ?? byPayer('addContact');
    });
    expect(await judgeAll(changes, raceFree)).toEqual([]);
  });
});
