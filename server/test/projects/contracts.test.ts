/** Contracts: tabs, the list, and access to a contract's document (R24). */
import { randomUUID } from 'node:crypto';
import { cents } from '@quittance/contract/money';
import { contractListSchema } from '@quittance/contract/projects/contract-schemas';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TestCompany } from '../world/company.ts';
import { type Caller, useOwnPortal } from '../world/own-portal.ts';
import { addContract } from '../world/own-rows.ts';

let harbor: TestCompany;
let neighbor: TestCompany;
let maya: Caller;
const ids: string[] = [];

const portal = useOwnPortal();

beforeAll(async () => {
  harbor = await portal.company();
  neighbor = await portal.neighbor(harbor);
  maya = await portal.signIn(harbor);
  const rows = [
    ['Active', 100_000],
    ['Active', 300_000],
    ['Delinquent', 200_000],
    ['Charged Off', 50_000],
  ] as const;
  for (const [status, amount] of rows) {
    ids.push(await addContract(portal, harbor, { status, amountCents: cents(amount) }));
  }
  await addContract(portal, neighbor);
});

const NOT_FOUND = { status: 404, body: { success: false, message: 'NOT_FOUND' } };

async function list(query: object) {
  const body = { tab: 'all', page: 1, limit: 25, ...query };
  const answer = await maya.call('contract', { method: 'POST', body });
  return contractListSchema.parse(answer.body);
}

describe('Contracts (R24)', () => {
  it('every contract call returns 404 at a company that hides contracts (product §2.4)', async () => {
    const hidden = await portal.company();
    await portal.pool.query(
      `update companies set preference = preference || '{"isContractsVisible": false}'
       where company_id = $1`,
      [hidden.companyId],
    );
    const caller = await portal.signIn(hidden);
    const id = await addContract(portal, hidden);
    const body = { tab: 'all', page: 1, limit: 25 };
    expect(await caller.call('contract/tabs')).toEqual(NOT_FOUND);
    expect(await caller.call('contract', { method: 'POST', body })).toEqual(NOT_FOUND);
    expect(await caller.call(`contract/${id}/link?key=any`)).toEqual(NOT_FOUND);
  });

  it('contracts have one tab for all types and one tab for each existing type', async () => {
    const { body } = await maya.call('contract/tabs');
    expect(body['tabs']).toEqual([
      { key: 'all', label: 'All', count: 4 },
      { key: 'active', label: 'Active', count: 2 },
      { key: 'delinquent', label: 'Delinquent', count: 2 },
    ]);
  });

  it('contracts are listed page by page, with the totals of every tab', async () => {
    const first = await list({ limit: 3, sort: 'amount' });
    const second = await list({ limit: 3, page: 2, sort: 'amount' });
    expect(first.pagination).toEqual({ page: 1, limit: 3, total: 4 });
    const amounts = [...first.contracts, ...second.contracts].map((row) => row.amount);
    expect(amounts).toEqual([50_000, 100_000, 200_000, 300_000]);
    expect(first.additional).toMatchObject({
      all: { amount: 650_000, paidBalance: 100_000 },
      active: { amount: 400_000, paidBalance: 50_000 },
      canceled: { amount: 0, paidBalance: 0 },
    });
  });

  it('contracts are filtered by tab and by search', async () => {
    expect((await list({ tab: 'active' })).contracts).toHaveLength(2);
    const [wanted] = (await list({ tab: 'delinquent' })).contracts;
    const found = await list({ search: wanted?.contractRef.toLowerCase() });
    expect(found.contracts.map((row) => row.id)).toEqual([wanted?.id]);
    expect((await list({ search: 'service' })).pagination.total).toBe(4);
    expect((await list({ search: '%' })).pagination.total).toBe(0);
  });

  it.each([
    ['an unknown tab', { tab: 'secret' }],
    ['a page too large', { limit: 101 }],
    ['page zero', { page: 0 }],
    ['a field of a contract', { amount: 1 }],
  ])('the list of contracts refuses %s', async (_what, query) => {
    const body = { tab: 'all', page: 1, limit: 25, ...query };
    expect((await maya.call('contract', { method: 'POST', body })).status).toBe(400);
  });
});

async function linkTo(caller: Caller, contractId: string, key: string) {
  return caller.call(`contract/${contractId}/link?${new URLSearchParams({ key })}`);
}

const open = (link: string, caller: Caller = maya) =>
  fetch(`${portal.url}${link}`, { headers: caller.cookie });

async function readKey(contractId: string): Promise<string> {
  const { contracts } = await list({});
  return contracts.find((row) => row.id === contractId)?.documentKey ?? '';
}

describe('The document of a contract (R24)', () => {
  it('a contract document opens by a link on our own origin for five minutes', async () => {
    const [contractId = ''] = ids;
    const { body } = await linkTo(maya, contractId, await readKey(contractId));
    const link = z.string().parse(body['link']);
    expect(link.startsWith(`/api/portal/contract/${contractId}/document?pass=`)).toBe(true);
    const answer = await open(link);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const page = await answer.text();
    for (const shown of ['Service agreement', '$1,000.00', '$750.00', 'Maya Ortiz']) {
      expect(page).toContain(shown);
    }
    portal.later(5 * 60 * 1000);
    expect((await open(link)).status).toBe(404);
  });

  it('a contract document opens only with the cookie of the requesting session', async () => {
    const [contractId = ''] = ids;
    const { body } = await linkTo(maya, contractId, await readKey(contractId));
    const link = z.string().parse(body['link']);
    const again = await portal.signIn(harbor);
    const other = await portal.signIn(neighbor);
    for (const headers of [{}, again.cookie, other.cookie, { cookie: 'AccessToken=guess' }]) {
      const answer = await fetch(`${portal.url}${link}`, { headers });
      expect([answer.status, await answer.json()]).toEqual([404, NOT_FOUND.body]);
    }
    const elsewhere = { ...maya.cookie, 'sec-fetch-site': 'cross-site' };
    expect((await fetch(`${portal.url}${link}`, { headers: elsewhere })).status).toBe(404);
    expect((await open(link)).status).toBe(200);
  });

  it('a contract document escapes the text of the contract', async () => {
    const typeName = '<script>alert("x")</script>';
    const contractId = await addContract(portal, harbor, { typeName });
    const { body } = await linkTo(maya, contractId, await readKey(contractId));
    const page = await (await open(String(body['link']))).text();
    expect(page).not.toContain('<script>');
    expect(page).toContain('&lt;script&gt;');
  });

  it('a contract document is refused for any other key, contract, customer or pass', async () => {
    const [first = '', second = ''] = ids;
    const key = await readKey(first);
    const other = await portal.signIn(neighbor);
    expect(await linkTo(maya, second, key)).toEqual(NOT_FOUND);
    expect(await linkTo(maya, first, 'guess')).toEqual(NOT_FOUND);
    expect(await linkTo(other, first, key)).toEqual(NOT_FOUND);
    expect(await linkTo(maya, randomUUID(), key)).toEqual(NOT_FOUND);
    const { body } = await linkTo(maya, first, key);
    const moved = String(body['link']).replace(first, second);
    const forged = `/api/portal/contract/${first}/document?pass=v1.AAAA`;
    for (const link of [moved, forged]) {
      expect((await open(link)).status).toBe(404);
    }
  });

  it('a contract document is refused once the requesting session has ended', async () => {
    const [first = ''] = ids;
    const caller = await portal.signIn(harbor);
    const { body } = await linkTo(caller, first, await readKey(first));
    await portal.pool.query('update sessions set revoked_at = now() where id = $1', [
      caller.sessionId,
    ]);
    expect((await open(String(body['link']), caller)).status).toBe(404);
  });
});
