/**
 * Every call of the provider API, made wrongly: without a key, with a key of too few scopes, about another company's
 * objects, with a missing, an unknown and an oversized field. It gets the error of the catalog and changes nothing.
 */
import { randomUUID } from 'node:crypto';
import { ERROR_CODES } from '@quittance/contract/errors';
import { KEY_SCOPES, type KeyScope, type ProviderRoute } from '@quittance/contract/provider/route';
import { PROVIDER_ROUTES, type ProviderRouteName } from '@quittance/contract/provider/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../scenarios/database-hash.ts';
import type { TestCompany } from '../world/company.ts';
import { openWorld, type World } from '../world/world.ts';
import { type Answer, callWith, newApiKey, type Provider, providerOf } from './provider-client.ts';

const names = Object.keys(PROVIDER_ROUTES) as ProviderRouteName[]; // because keys() forgets the union

let world: World;
let company: TestCompany;
let call: Provider;
let stranger: Provider;
let objects: Record<string, string>;
/** A key with all scopes but one. */
let withoutScope: Record<KeyScope, Provider>;

/** A valid body of each call that has one. */
const bodies = (): Partial<Record<ProviderRouteName, Record<string, unknown>>> => ({
  createCustomer: { customerRef: 'H-9', firstName: 'Ida', lastName: 'Moss' },
  changeCustomer: { firstName: 'Ina' },
  putCustomer: { customerRef: 'H-8', businessName: 'Moss Ltd' },
  createInvoice: newInvoice('HI-9'),
  changeInvoice: { note: 'Thank you' },
  putInvoice: newInvoice('HI-8'),
  voidInvoice: { reason: 'Mistake' },
  writeOffInvoice: { reason: 'Lost' },
  reopenInvoice: { reason: 'Paid to the wrong account' },
  disputeInvoice: { reason: 'Wrong item' },
  resolveInvoice: { reason: 'Item replaced' },
  cancelPlan: { reason: 'On the phone' },
  cancelSchedule: { reason: 'On the phone' },
  offerSettlement: { amount: 100 },
  createRefund: { reason: 'Canceled', amount: 100 },
  decidePayment: { outcome: 'not_paid', reason: 'Not in the records' },
  createProject: { customerRef: 'H-1', projectRef: 'HP-9', name: 'Hull' },
  changeProject: { name: 'Keel' },
  createOrder: { orderRef: 'HO-1', name: 'Planks', total: 100 },
  createEstimate: {
    ...{ estimateRef: 'HE-1', memo: 'Mast', expiresOn: '2026-12-31' },
    items: [{ name: 'Mast', amount: 500 }],
  },
  createContract: { customerRef: 'H-1', contractRef: 'HC-9', typeName: 'Service', amount: 100 },
  changeContract: { status: 'Canceled' },
  putReminderSettings: { isActive: true, days: [1], note: null },
  recordManualPayment: {
    invoiceId: objects['invoiceId'],
    amount: 1000,
    method: 'CASH',
    receiptNumber: 'H-1',
  },
  reverseManualPayment: { reason: 'Mistake' },
  createKey: { name: 'Second', scopes: ['read'] },
  rotateKey: { overlapHours: 1 },
  createWebhookEndpoint: { url: 'https://example.com/hook' },
  changeWebhookEndpoint: { types: ['invoice.paid'] },
  replayEvents: { since: '2026-11-15T00:00:00.000Z' },
});

function newInvoice(accountRef: string) {
  return {
    customerRef: 'H-1',
    accountRef,
    productName: 'Hull',
    dueDate: '2026-12-01',
    total: 5000,
  };
}

beforeAll(async () => {
  world = await openWorld();
  company = await world.company();
  call = await providerOf(world, company);
  stranger = await providerOf(world, await world.company());
  const allBut = (left: KeyScope) =>
    providerOf(
      world,
      company,
      KEY_SCOPES.filter((scope) => scope !== left),
    );
  withoutScope = {
    read: await allBut('read'),
    write: await allBut('write'),
    money: await allBut('money'),
  };
  // The first use of a key is noted.
  for (const by of [stranger, ...Object.values(withoutScope)]) await by('GET', '/customers');
  const ada = { customerRef: 'H-1', firstName: 'Ada', lastName: 'Pine' };
  const customer = await call('POST', '/customers', { body: ada });
  const invoice = await call('POST', '/invoices', { body: newInvoice('HI-1') });
  const link = await call('POST', `/invoices/${invoice.body.id}/links`);
  const cash = { invoiceId: invoice.body.id, amount: 100, method: 'CASH', receiptNumber: 'H-0' };
  const payment = await call('POST', '/manual-payments', { body: cash, key: 'setup' });
  const project = await call('POST', '/projects', {
    body: { customerRef: 'H-1', projectRef: 'HP-1', name: 'Hull' },
  });
  const contract = await call('POST', '/contracts', {
    body: { customerRef: 'H-1', contractRef: 'HC-1', typeName: 'Service', amount: 100 },
  });
  const hook = await call('POST', '/webhook-endpoints', { body: { url: 'https://example.com' } });
  const { id: keyId } = await newApiKey(world, company, ['read']);
  objects = {
    customerId: customer.body.id,
    invoiceId: invoice.body.id,
    linkId: link.body.id,
    paymentId: payment.body.id,
    keyId,
    projectId: project.body.id,
    contractId: contract.body.id,
    endpointId: hook.body.id,
    deliveryId: randomUUID(),
    externalRef: 'hostile-1',
  };
});
afterAll(() => world.close());

const pathOf = ({ path }: ProviderRoute) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => objects[name] ?? '');

function expectProblem({ status, headers, body }: Answer, code?: string): void {
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(body).toMatchObject({
    status,
    code: code ?? expect.any(String),
    requestId: expect.any(String),
  });
  expect(ERROR_CODES).toContain(body.code);
  expect(body.detail).not.toBe('');
}

/** The database as the previous wrong calls left it, which is as the first one found it. */
let untouched: string | null = null;

async function unchanged(work: () => Promise<void>): Promise<void> {
  untouched ??= await hashOf(world.deps.database);
  await work();
  expect(await hashOf(world.deps.database)).toBe(untouched);
}

describe.each(names)('%s', (name) => {
  const route: ProviderRoute = PROVIDER_ROUTES[name];
  const send = (by: Provider, body: unknown = bodies()[name]) =>
    by(route.method, pathOf(route), {
      ...(body === undefined ? {} : { body }),
      ...(route.method === 'POST' ? { key: `hostile ${randomUUID()}` } : {}),
    });

  it('refuses an unknown key', async () => {
    await unchanged(async () => {
      expectProblem(await send(callWith(world.url, 'qk_unknown')), 'UNAUTHORIZED');
      expectProblem(await send(callWith(world.url, '')), 'UNAUTHORIZED');
    });
  });

  it('refuses a key without its scope', async () => {
    const answer = await send(withoutScope[route.scope]);
    expectProblem(answer, 'SCOPE_MISSING');
    expect(answer.status).toBe(403);
  });

  it('does not find the objects of another company', async () => {
    if (
      !/\{(customer|invoice|payment|key|link|project|contract|endpoint|delivery)Id\}/.test(
        route.path,
      ) &&
      name !== 'recordManualPayment'
    )
      return;
    await unchanged(async () => {
      const answer = await send(stranger);
      expectProblem(answer);
      expect(answer.status).toBe(404);
    });
  });

  it('refuses a missing, an unknown and an oversized field', async () => {
    const body = bodies()[name];
    if (!body) return;
    const [first = ''] = Object.keys(body);
    const { [first]: _, ...missing } = body;
    await unchanged(async () => {
      if (!['rotateKey'].includes(name)) expectProblem(await send(call, missing));
      const unknown = await send(call, { ...body, surprise: true });
      expectProblem(unknown, 'INVALID_REQUEST');
      const oversized = await send(call, { ...body, [first]: 'x'.repeat(5000) });
      expectProblem(oversized);
      expect(oversized.body.fields?.length ?? 1).toBeGreaterThan(0);
      expectProblem(await send(call, 'x'.repeat(70_000)));
    });
  });
});
