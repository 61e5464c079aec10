/**
 * A company requests part of an order (R12) and creates links (R4) to payable objects, and the holder of a link
 * pays.
 */
import { DAY_MS, HOUR_MS } from '@quittance/contract/durations';
import type { RequestId } from '@quittance/contract/ids';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TestCompany } from '../world/company.ts';
import { addEstimate, addOrder, addProject, type TestProject } from '../world/orders.ts';
import { paidOn, payRequest } from '../world/pay-request.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { BANK_ACCOUNTS, signIn, signInByLink } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

const requestSchema = z.looseObject({ isPaid: z.boolean().optional() });

let company: TestCompany;
let project: TestProject;
let call: Provider;

const world = useWorld();

beforeAll(async () => {
  company = await world.company();
  project = await addProject(world, company);
  call = await createProvider(world, company);
});

const tokenIn = (url: string) => url.split('/').at(-1) ?? '';

async function opened(url: string) {
  const { domain } = company;
  const answer = await fetch(`${world.url}/api/portal/public/request/${domain}/${tokenIn(url)}`);
  const body = requestSchema.parse(await answer.json());
  return { status: answer.status, body };
}

async function ask(amount: number, totalCents = 8000) {
  const orderId = await addOrder(world, project, totalCents);
  const { body } = await call('POST', `/orders/${orderId}/partial-requests`, { body: { amount } });
  return { orderId, path: `/partial-requests/${body.id}`, body };
}

const payBy = (url: string, requestId: RequestId, payment: Parameters<typeof payRequest>[2]) =>
  payRequest(
    world,
    { caller: signInByLink(world, { token: tokenIn(url) }), company, requestId },
    payment,
  );

const DEPOSIT = { way: 'partial', quote: { amount: 3000, fee: 120 } } as const;

describe('A partial request by the company (R12)', () => {
  it('a partial request ranges from one cent to the amount owed on the order', async () => {
    const { orderId, body, path } = await ask(3000);
    expect(body).toMatchObject({ state: 'OPEN', total: 3000, orders: [{ orderId, amount: 3000 }] });
    for (const amount of [0, 8001]) {
      const { status } = await call('PATCH', path, { body: { amount } });
      expect(status).toBe(amount === 0 ? 400 : 409);
    }
    expect((await call('PATCH', path, { body: { amount: 8000 } })).body.total).toBe(8000);
    const listed = await call('GET', `/orders/${orderId}/partial-requests`);
    expect(listed.body.data).toMatchObject([{ id: body.id, total: 8000 }]);
    expect((await call('GET', path)).body).toEqual(listed.body.data[0]);
  });

  it('a partial request leaves either no balance or an amount that the processor can charge (R87)', async () => {
    const stripe = await world.company({ processor: 'stripe' });
    const orderId = await addOrder(world, await addProject(world, stripe), 8000);
    const asked = await createProvider(world, stripe);
    const path = `/orders/${orderId}/partial-requests`;
    const refusal = (amount: number) => ({
      status: 409,
      body: {
        code: 'AMOUNT_CHANGED',
        fields: [{ field: 'amount', message: expect.stringContaining(`${amount} at most`) }],
      },
    });
    expect(await asked('POST', path, { body: { amount: 7951 } })).toMatchObject(refusal(7950));
    const { body } = await asked('POST', path, { body: { amount: 7950 } });
    const request = `/partial-requests/${body.id}`;
    const changed = await asked('PATCH', request, { body: { amount: 7999 } });
    expect(changed).toMatchObject(refusal(7950));
    expect(await asked('PATCH', request, { body: { amount: 8000 } })).toMatchObject({
      status: 200,
    });
  });

  it('a partial request is paid by a link and cannot change during or after the payment', async () => {
    const { orderId, path, body } = await ask(3000);
    const link = await call('POST', `${path}/links`);
    expect(link.body).toMatchObject({ partialRequestId: body.id, invoiceId: null });
    const { url } = link.body;
    expect((await opened(url)).body).toMatchObject({ orders: [{ amount: 3000 }], isPaid: false });

    const debit = { ...DEPOSIT, quote: { amount: 3000, fee: 24 }, bank: BANK_ACCOUNTS.pays };
    expect(await payBy(url, body.id, debit)).toMatchObject({ status: 'PENDING' });
    const frozen = await call('PATCH', path, { body: { amount: 100 } });
    expect(frozen.body.code).toBe('ACCOUNT_IS_PROCESSING');
    expect((await call('DELETE', path)).body.code).toBe('ACCOUNT_IS_PROCESSING');
    expect((await call('GET', path)).body.state).toBe('PROCESSING');
    await world.sandbox.settle();
    await world.later(5 * HOUR_MS);
    expect((await call('GET', path)).body.state).toBe('PAID');
    expect(await paidOn(world, 'orders', orderId)).toBe(3000);
    expect((await call('DELETE', path)).body.code).toBe('ACCOUNT_ALREADY_CLOSED');
    expect((await opened(url)).body.isPaid).toBe(true);
  });

  it('a canceled partial request cannot be paid, and its links stop working', async () => {
    const { orderId, path, body } = await ask(3000);
    const { url } = (await call('POST', `${path}/links`)).body;
    const canceled = await call('DELETE', path);
    expect(canceled.body).toMatchObject({ state: 'CANCELED', orders: [], total: 0 });
    expect((await call('DELETE', path)).body).toEqual(canceled.body);
    expect((await opened(url)).status).toBe(404);
    const caller = await signIn(world, company);
    const refused = await payRequest(world, { caller, company, requestId: body.id }, DEPOSIT);
    expect(refused).toMatchObject({ code: 404, message: 'REQUEST_NOT_FOUND' });
    const change = { orders: [{ id: orderId, amount: 100 }] };
    const revived = { method: 'PUT', path: `partial-request/${body.id}`, body: change } as const;
    expect((await caller.call(revived)).code).toBe(404);
    expect((await call('POST', `${path}/links`)).body.code).toBe('REQUEST_NOT_CHANGEABLE');
    const types = (await call('GET', '/events')).body.data
      .filter(({ objectId }: { objectId: string }) => objectId === body.id)
      .map(({ type }: { type: string }) => type);
    expect(types).toEqual(['partial_request.created', 'partial_request.canceled']);
  });

  it('either the cancellation or the payment of a partial request succeeds when both run concurrently', async () => {
    const { orderId, path, body } = await ask(3000);
    const { url } = (await call('POST', `${path}/links`)).body;
    const [paid, canceled] = await Promise.all([
      payBy(url, body.id, DEPOSIT),
      call('DELETE', path),
    ]);
    const isPaid = paid['status'] === 'SUCCESS';
    expect(canceled.status).toBe(isPaid ? 409 : 200);
    expect(await paidOn(world, 'orders', orderId)).toBe(isPaid ? 3000 : 0);
  });
});

describe('A link to an estimate', () => {
  it('a link to an estimate is available after acceptance and is paid like an invoice link', async () => {
    const open = await addEstimate(world, project, { totalCents: 20_000, status: 'Open' });
    const early = await call('POST', `/estimates/${open.estimateId}/links`);
    expect(early.body.code).toBe('ESTIMATE_NOT_ACCEPTED');

    const accepted = await addEstimate(world, project, { totalCents: 20_000, status: 'Processed' });
    const { estimateId, requestId } = accepted;
    const path = `/estimates/${estimateId}/links`;
    const { body: link } = await call('POST', path);
    expect(link).toMatchObject({ estimateId, invoiceId: null, partialRequestId: null });
    expect((await opened(link.url)).body).toMatchObject({ estimate: { total: 20_000 } });
    const quote = { amount: 20_000, fee: 630 };
    expect(await payBy(link.url, requestId, { way: 'estimate', quote })).toMatchObject({
      status: 'SUCCESS',
    });
    expect(await paidOn(world, 'estimates', estimateId)).toBe(20_000);

    expect((await call('GET', path)).body.data).toMatchObject([{ id: link.id, revokedAt: null }]);
    const revoked = await call('DELETE', `${path}/${link.id}`);
    expect(revoked.body.revokedAt).not.toBeNull();
    expect((await opened(link.url)).status).toBe(404);
  });
});

describe('The end of a link (R4)', () => {
  it('a link ends 30 days after its invoice was paid, and 90 days after the due date otherwise', async () => {
    const bill = async (accountRef: string) => {
      const { customerId } = company;
      const invoice = { customerId, accountRef, productName: 'Mast', total: 5000 };
      const issued = { ...invoice, dueDate: '2026-12-15' };
      const { body } = await call('POST', '/invoices', { body: issued, key: accountRef });
      return `/invoices/${body.id}`;
    };
    const expiresIn = async (path: string, key: string) => {
      const [link] = (await call('GET', `${path}/links`)).body.data;
      expect(link).toBeDefined();
      const { body } = await call('POST', `${path}/links`, { key });
      const days = (at: string) =>
        Math.round((Date.parse(at) - Date.parse(world.deps.clock.now())) / DAY_MS);
      return { existing: days(link.expiresAt), created: days(body.expiresAt) };
    };
    const [paid, open] = [await bill('ENDS-1'), await bill('ENDS-2')];
    await call('POST', `${paid}/links`, { key: 'ends-1' });
    await call('POST', `${open}/links`, { key: 'ends-2' });
    const cash = { invoiceId: paid.split('/').at(-1), amount: 5000, method: 'CASH' };
    const body = { ...cash, reference: 'ENDS-1' };
    expect((await call('POST', '/manual-payments', { body, key: 'cash' })).status).toBe(201);
    expect(await expiresIn(paid, 'ends-3')).toEqual({ existing: 30, created: 30 });
    expect(await expiresIn(open, 'ends-4')).toEqual({ existing: 120, created: 120 });
  });
});

describe('The last use of a link and of a key', () => {
  it('the company sees the last use of a key and, to the minute, of a link', async () => {
    const { body: invoice } = await call('POST', '/invoices', {
      body: {
        customerId: company.customerId,
        accountRef: 'USED-1',
        productName: 'Mast',
        dueDate: '2030-01-31',
        total: 5000,
      },
      key: 'used',
    });
    const links = async () => (await call('GET', `/invoices/${invoice.id}/links`)).body.data;
    const { body: made } = await call('POST', `/invoices/${invoice.id}/links`, { key: 'link' });
    expect(await links()).toMatchObject([{ lastUsedAt: null }]);
    const read = () =>
      fetch(`${world.url}/api/portal/public/account/${company.domain}/${tokenIn(made.url)}`);
    await read();
    const first = world.deps.clock.now();
    await expect.poll(links).toMatchObject([{ lastUsedAt: first }]);
    await world.later(30_000);
    await read();
    expect(await links()).toMatchObject([{ lastUsedAt: first }]);
    await world.later(60_000);
    await read();
    await expect.poll(links).toMatchObject([{ lastUsedAt: world.deps.clock.now() }]);
    const keys = (await call('GET', '/keys')).body.data;
    expect(keys).toMatchObject([{ lastUsedAt: expect.any(String) }]);
  });
});
