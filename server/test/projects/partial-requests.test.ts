/** Combining several orders into one payment (R12), and public links to such requests (R4). */
import { randomBytes, randomUUID } from 'node:crypto';
import { type CustomerId, requestIdSchema } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import {
  type PartialRequest,
  partialRequestSchema,
} from '@quittance/contract/projects/portal-schemas';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashLinkToken, mintLinkToken } from '../../src/identity/link-token.ts';
import { addMs } from '../../src/kernel/clock.ts';
import { capabilities } from '../../src/schema/access.ts';
import type { TestCompany } from '../world/company.ts';
import { type Caller, useOwnPortal } from '../world/own-portal.ts';
import { addAttempt, addEstimate, addOrder, addProject } from '../world/own-rows.ts';

let harbor: TestCompany;
let maya: Caller;
let projectId: Awaited<ReturnType<typeof addProject>>;

const portal = useOwnPortal();

beforeAll(async () => {
  harbor = await portal.company();
  maya = await portal.signIn(harbor);
  projectId = await addProject(portal, harbor);
});

const NOT_FOUND = { status: 404, body: { success: false, message: 'NOT_FOUND' } };

type Line = { id: string; amount: number };

function post(caller: Caller, orders: readonly Line[]) {
  return caller.call('partial-request', { method: 'POST', body: { orders } });
}

function put(caller: Caller, requestId: string, body: object) {
  return caller.call(`partial-request/${requestId}`, { method: 'PUT', body });
}

async function create(orders: readonly Line[]): Promise<PartialRequest> {
  return partialRequestSchema.parse((await post(maya, orders)).body['request']);
}

async function startPaying(request: PartialRequest): Promise<void> {
  const invoice = await portal.invoice(harbor);
  const id = await addAttempt(
    portal,
    { whose: harbor, invoice },
    { state: 'SENT', purpose: 'PARTIAL', nextCheckAt: portal.deps.clock.now() },
  );
  await portal.pool.query('update attempts set request_id = $1, invoice_id = null where id = $2', [
    request.requestId,
    id,
  ]);
}

describe('A partial request (R12)', () => {
  it("a partial request consists of the customer's own orders and states the amount to pay", async () => {
    const first = await addOrder(portal, harbor, { projectId });
    const second = await addOrder(portal, harbor, { projectId, paidCents: cents(40_000) });
    const request = await create([
      { id: first, amount: 12_345 },
      { id: second, amount: 10_000 },
    ]);
    expect(request.payable).toMatchObject({
      isPayable: true,
      amount: 22_345,
      options: ['PAY_IN_FULL'],
      fees: { card: { fee: 700 } },
    });
    expect(request.orders.find((order) => order.id === second)).toMatchObject({
      name: 'Cabinets',
      amount: 10_000,
      totalBalance: 50_000,
      paidBalance: 40_000,
    });
    const { body } = await maya.call(`partial-request/${request.requestId}`);
    expect(body['request']).toEqual(request);
  });

  it.each([
    ['nothing', 0, 400],
    ['less than nothing', -1, 400],
    ['part of a cent', 0.5, 400],
    ['more than is owed', 50_001, 409],
    ['an absurd amount', 100_000_000, 400],
  ])('a partial request for %s is refused', async (_what, amount, status) => {
    const id = await addOrder(portal, harbor, { projectId });
    expect((await post(maya, [{ id, amount }])).status).toBe(status);
  });

  it('a partial request with an outdated amount returns the current amounts', async () => {
    const id = await addOrder(portal, harbor, { projectId, paidCents: cents(49_000) });
    expect(await post(maya, [{ id, amount: 1_001 }])).toMatchObject({
      status: 409,
      body: { message: 'AMOUNT_CHANGED', details: { orders: [{ id, paidBalance: 49_000 }] } },
    });
  });

  it.each(['Draft', 'Canceled'] as const)(
    'a partial request refuses an order that is %s',
    async (status) => {
      const id = await addOrder(portal, harbor, { projectId, status });
      expect((await post(maya, [{ id, amount: 100 }])).body.message).toBe('AMOUNT_CHANGED');
    },
  );

  it('a partial request refuses duplicate and unknown orders', async () => {
    const neighbor = await portal.neighbor(harbor);
    const id = await addOrder(portal, harbor, { projectId });
    const theirProject = await addProject(portal, neighbor);
    const theirs = await addOrder(portal, neighbor, { projectId: theirProject });
    const foreign = await portal.company();
    const foreignProject = await addProject(portal, foreign);
    const foreignOrder = await addOrder(portal, foreign, { projectId: foreignProject });
    const twice = await post(maya, [
      { id, amount: 1 },
      { id, amount: 2 },
    ]);
    expect(twice.status).toBe(400);
    for (const other of [theirs, foreignOrder, randomUUID()]) {
      const lines = [
        { id, amount: 1 },
        { id: other, amount: 1 },
      ];
      expect(await post(maya, lines)).toEqual(NOT_FOUND);
    }
  });

  it('a partial request is updated as a whole and does not overwrite a concurrent change', async () => {
    const first = await addOrder(portal, harbor, { projectId });
    const second = await addOrder(portal, harbor, { projectId });
    const { requestId, version } = await create([{ id: first, amount: 100 }]);
    const changed = await put(maya, requestId, { orders: [{ id: second, amount: 250 }], version });
    expect(changed.body['request']).toMatchObject({
      version: version + 1,
      orders: [{ id: second, amount: 250 }],
      payable: { amount: 250 },
    });
    const stale = await put(maya, requestId, { orders: [{ id: first, amount: 1 }], version });
    expect(stale).toMatchObject({
      status: 409,
      body: { message: 'REQUEST_CHANGED', details: { request: { version: version + 1 } } },
    });
    expect((await put(maya, requestId, { orders: [] })).status).toBe(400);
  });

  it('a partial request cannot change while its payment is open', async () => {
    const id = await addOrder(portal, harbor, { projectId });
    const request = await create([{ id, amount: 100 }]);
    await startPaying(request);
    const answer = await put(maya, request.requestId, { orders: [{ id, amount: 1 }] });
    expect(answer.body.message).toBe('ACCOUNT_IS_PROCESSING');
    const { body } = await maya.call(`partial-request/${request.requestId}`);
    expect(body['request']).toMatchObject({
      orders: [{ amount: 100 }],
      payable: { isPayable: false, isProcessing: true, amount: 100 },
    });
  });

  it('a partial request cannot be paid once an order owes less than the requested amount', async () => {
    const id = await addOrder(portal, harbor, { projectId });
    const request = await create([{ id, amount: 50_000 }]);
    await portal.pool.query('update orders set paid_cents = 1 where id = $1', [id]);
    const { body } = await maya.call(`partial-request/${request.requestId}`);
    expect(body['request']).toMatchObject({ payable: { isPayable: false, options: [] } });
  });

  it('a partial request is visible only to its own customer, and other ids are not found', async () => {
    const neighbor = await portal.neighbor(harbor);
    const id = await addOrder(portal, harbor, { projectId });
    const { requestId } = await create([{ id, amount: 100 }]);
    const caller = await portal.signIn(neighbor);
    expect(await caller.call(`partial-request/${requestId}`)).toEqual(NOT_FOUND);
    expect(await put(caller, requestId, { orders: [{ id, amount: 1 }] })).toEqual(NOT_FOUND);
    const invoice = await portal.invoice(harbor);
    for (const other of [invoice.requestId, randomUUID(), 'none']) {
      expect(await maya.call(`partial-request/${other}`)).toEqual(NOT_FOUND);
    }
  });

  it('a partial request can be created at most thirty times an hour (R23)', async () => {
    const eager = await portal.company();
    const eagerProject = await addProject(portal, eager);
    const id = await addOrder(portal, eager, { projectId: eagerProject });
    const eagerCaller = await portal.signIn(eager);
    for (let time = 0; time < 30; time += 1) await post(eagerCaller, [{ id, amount: 1 }]);
    expect((await post(eagerCaller, [{ id, amount: 1 }])).status).toBe(429);
  });
});

async function linkTo(requestId: string, customerId: CustomerId): Promise<string> {
  const token = mintLinkToken((count) => randomBytes(count));
  const createdAt = portal.deps.clock.now();
  await portal.deps.database.asSystem((tx) =>
    tx.insert(capabilities).values({
      companyId: harbor.companyId,
      id: randomUUID(),
      tokenHash: hashLinkToken(token),
      requestId: requestIdSchema.parse(requestId),
      customerId,
      scope: 'pay',
      createdAt,
      expiresAt: addMs(createdAt, 86_400_000),
    }),
  );
  return token;
}

async function readPublic(token: string, thing = 'request'): Promise<string> {
  const path = `${portal.url}/api/portal/public/${thing}/${harbor.domain}/${token}`;
  return (await fetch(path)).text();
}

describe('A public link to a request without an invoice (R4)', () => {
  it('a public link shows the orders of a partial request and the amount to pay', async () => {
    const id = await addOrder(portal, harbor, { projectId });
    const { requestId } = await create([{ id, amount: 700 }]);
    const text = await readPublic(await linkTo(requestId, harbor.customerId));
    expect(JSON.parse(text)).toMatchObject({
      requestId,
      account: null,
      estimate: null,
      orders: [{ name: 'Cabinets', amount: 700, totalBalance: 50_000 }],
      payable: { isPayable: true, amount: 700 },
      today: '2026-11-15',
    });
    for (const hidden of [id, projectId, harbor.customerId, 'Ortiz']) {
      expect(text).not.toContain(hidden);
    }
  });

  it('a public link shows an accepted estimate', async () => {
    const estimateId = await addEstimate(portal, harbor, { projectId });
    const { body } = await maya.call(`project/estimate-accept/${estimateId}`, { method: 'POST' });
    const token = await linkTo(String(body['requestId']), harbor.customerId);
    const text = await readPublic(token);
    expect(JSON.parse(text)).toMatchObject({
      account: null,
      orders: null,
      estimate: { memo: 'New cabinets', total: 20_000, items: [{ name: 'Oak fronts' }] },
      payable: { isPayable: true, amount: 20_000 },
    });
    expect(text).not.toContain(estimateId);
    expect(JSON.parse(await readPublic(token, 'debtor'))).toMatchObject({
      debtor: { firstName: 'Maya' },
    });
    expect(JSON.parse(await readPublic(token, 'company'))).toMatchObject({ success: true });
    expect(JSON.parse(await readPublic(token, 'account'))).toEqual(NOT_FOUND.body);
  });
});
