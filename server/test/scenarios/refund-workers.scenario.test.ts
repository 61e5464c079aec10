/**
 * Refunds by several workers (R39, R80): PayEngine does not deduplicate, so only one process sends a refund,
 * however long its calls take. A duplicate refund that was made anyway is reported as a difference for a person to
 * resolve.
 */
import { MINUTE_MS } from '@quittance/contract/durations';
import { describe, expect, it } from 'vitest';
import { addMs, fixedClock } from '../../src/kernel/clock.ts';
import type { Deps } from '../../src/kernel/deps.ts';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import type { TestCompany } from '../world/company.ts';
import { createProvider } from '../world/provider-client.ts';
import { useWorld } from '../world/world.ts';
import { reconcileFor } from './reconciliation.ts';

const STALL_MS = 10 * MINUTE_MS;

const world = useWorld();

async function withRefunds(count: number): Promise<TestCompany> {
  const company = await world.company();
  const call = await createProvider(world, company);
  for (let number = 0; number < count; number += 1) {
    await world.payer(company, await world.invoice(company)).pay();
  }
  const { rows } = await world.deps.database.pool.query<{ id: string }>(
    'select id from attempts where company_id = $1',
    [company.companyId],
  );
  for (const { id } of rows) {
    const body = { amount: 1000, reason: 'Returned goods' };
    const { status } = await call('POST', `/payments/${id}/refunds`, { body, key: id });
    expect(status).toBe(201);
  }
  return company;
}

const refundedAtProcessor = async ({ merchant }: TestCompany) =>
  (await world.sandbox.records(merchant)).map(({ refundedCents }) => refundedCents);

async function countRefunds({ companyId }: TestCompany, condition: string): Promise<number> {
  const { rows } = await world.deps.database.pool.query<{ count: number }>(
    `select count(*)::integer as count from refunds where company_id = $1 and ${condition}`,
    [companyId],
  );
  return rows[0]?.count ?? 0;
}

/** Simulates another process, whose clock is past the expiry of every lease taken so far. */
const afterLeases = (): Deps => ({
  ...world.deps,
  clock: fixedClock(addMs(world.deps.clock.now(), STALL_MS)),
});

// two-servers.scenario.test.ts tests two real servers, one of which stalls in its call.
describe('Two processes that make the same refund', () => {
  it('two processes send a refund once, even when the first process stalls before its call', async () => {
    const company = await withRefunds(1);
    const { database } = world.deps;
    let rival: Promise<number> | null = null;
    const stalling: typeof database.inCompany = async (scope, work) => {
      rival ??= makeRefunds(afterLeases());
      await rival;
      return database.inCompany(scope, work);
    };
    await makeRefunds({ ...world.deps, database: { ...database, inCompany: stalling } });
    expect(await rival).toBe(1);
    expect(await refundedAtProcessor(company)).toEqual([1000]);
  });
});

describe('A refund at the processor that we did not order', () => {
  it('a possible duplicate of our refund is reported as a difference and booked', async () => {
    const company = await withRefunds(1);
    await makeRefunds(world.deps);
    const [charge] = await world.sandbox.records(company.merchant);
    await world.sandbox.refundByHand(charge?.transactionId ?? '', 1000);
    const differing = { isClean: false, differences: { unexpected_refund: 1 } };
    for (let time = 0; time < 2; time += 1) {
      expect(await reconcileFor(world, company)).toMatchObject(differing);
    }
    expect(await countRefunds(company, `origin = 'PROCESSOR' and state = 'SUCCEEDED'`)).toBe(1);
    const call = await createProvider(world, company);
    const [item] = (await call('GET', '/attention')).body.data;
    expect(item).toMatchObject({
      kind: 'UNEXPECTED_REFUND',
      amount: 1000,
      allowedDecisions: ['acknowledgeAttention'],
    });
    const body = { reason: 'Made in the dashboard on purpose' };
    for (let time = 0; time < 2; time += 1) {
      const seen = await call('POST', `/attention/${item.id}/acknowledge`, { body });
      expect(seen.status).toBe(200);
    }
    expect((await call('GET', '/attention')).body.data).toEqual([]);
    expect(await reconcileFor(world, company)).toMatchObject({ isClean: true });
  });
});
