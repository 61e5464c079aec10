/**
 * The nightly check and reconciliation with many rows: the work grows linearly with the rows, and memory does not
 * grow. `npm run bench -- --scale 1000000` measures time and memory.
 */

import { DAY_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun, sampled } from '../../../domain/test/full-run.ts';
import { addMs, fixedClock } from '../../src/kernel/clock.ts';
import type { Deps } from '../../src/kernel/deps.ts';
import { systemEntropy } from '../../src/kernel/entropy.ts';
import {
  INVARIANTS,
  NIGHTLY_SETTINGS,
  nightlyQuery,
} from '../../src/payments/invariants/invariants.ts';
import {
  checkInvariants,
  checkInvariantsNightly,
} from '../../src/payments/reconciliation/check-invariants.ts';
import { reconcile } from '../../src/payments/reconciliation/reconcile.ts';
import { withNightlyLock } from '../../src/platform/database/nightly-lock.ts';
import { createSealer } from '../../src/platform/sealing/seal.ts';
import type { ListedCharge } from '../../src/processors/processor.ts';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { addCompany } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';
import { testDeps } from '../world/test-deps.ts';
import { createListingProcessor } from './listing-processor.ts';
import { type PlanNode, planIn } from './plan-nodes.ts';
import { type Ledger, seedLedger, toAttemptId } from './seed-ledger.ts';

const START = '2026-11-15T15:00:00.000Z';
const PARAMETERS_MAX = 65_535;
const CHARGES = sampled({ sample: 2400, full: 12_000 });

const opened: FreshDatabase[] = [];
afterAll(async () => {
  for (const fresh of opened) await fresh.drop();
});

async function openLedger(count: number) {
  const fresh = await freshDatabase();
  opened.push(fresh);
  const clock = fixedClock(START);
  const sealer = createSealer(systemEntropy.bytes(32));
  const { database } = fresh;
  const seed = { database, clock, sealer, entropy: systemEntropy };
  const { companyId } = await addCompany(seed, newMerchant('stripe'));
  const ledger: Ledger = { companyId, count, now: clock.now() };
  if (count > 0) await seedLedger(database, ledger);
  const processors = createListingProcessor(ledger);
  return { deps: testDeps({ ...seed, processors }), clock, ledger, processors };
}

function toRows(node: PlanNode): number {
  const number = (name: string) => Number(node[name] ?? 0);
  const perLoop =
    number('Actual Rows') +
    number('Rows Removed by Filter') +
    number('Rows Removed by Join Filter');
  const below = (node.Plans ?? []).reduce((sum, child) => sum + toRows(child), 0);
  return perLoop * number('Actual Loops') + below;
}

async function measureWork({ database }: Deps): Promise<Map<string, number>> {
  return database.asSystem(async (tx) => {
    for (const setting of NIGHTLY_SETTINGS) await tx.execute(setting);
    const work = new Map<string, number>();
    for (const query of INVARIANTS) {
      const { rows } = await tx.execute(`explain (analyze, format json) ${nightlyQuery(query)}`);
      work.set(query.invariant, toRows(planIn(rows[0])));
    }
    return work;
  });
}

describe('The check of the invariants', () => {
  it('the work of the invariant check grows linearly with the ledger', async () => {
    const [small, large] = [await openLedger(500), await openLedger(2000)];
    const [before, after] = [await measureWork(small.deps), await measureWork(large.deps)];
    // With four times the rows, linear work grows by a factor of four and quadratic work by sixteen. The constant
    // allows for small tables.
    const tooMuch = [...after].filter(([name, rows]) => rows > 6 * (before.get(name) ?? 0) + 1000);
    expect(tooMuch).toEqual([]);
  });

  it('the nightly check finds the same violations as the check after a simulated step', async () => {
    const { deps } = await openLedger(100);
    const { database } = deps;
    expect(await checkInvariantsNightly(database)).toEqual({ violations: [], unchecked: [] });
    await database.pool.query(`update invoices set paid_cents = paid_cents - 1
      where account_ref = 'LG-5'`);
    const { violations: found } = await checkInvariantsNightly(database);
    expect(found).toEqual(await checkInvariants(database));
    const names = found.map(({ invariant }) => invariant.split(':')[0]);
    expect(names).toEqual(['M15', 'M2', 'M2', 'M2', 'S3']);
  });
});

describe.runIf(isFullRun)('Reconciliation with many charges', () => {
  let world: Awaited<ReturnType<typeof openLedger>>;
  beforeAll(async () => {
    world = await openLedger(CHARGES);
  });

  it('reconciliation reads a list in windows and matches every charge', async () => {
    const [row] = await reconcile(world.deps);
    expect(row).toMatchObject({ isClean: true, differences: {} });
    expect(world.processors.largestList()).toBeLessThan(CHARGES / 2);
  });

  it('reconciliation reports a duplicate charge under one reference once, across all windows', async () => {
    const outcome = {
      kind: 'succeeded',
      processorReference: 'ch_other',
      amountCents: cents(9300),
      currency: 'USD',
      method: null,
      saved: null,
    } as const;
    const reference = toAttemptId(5);
    world.processors.extra.push({ reference, invoiceRef: 'LG-5', kind: 'card', outcome });
    world.clock.travelTo(addMs(world.clock.now(), 60_000));
    const [row] = await reconcile(world.deps);
    expect(row).toMatchObject({ isClean: false, differences: { doubled: 1 } });
  });

  it('reconciliation can compare more charges than a statement has parameters', async () => {
    const { deps, processors } = await openLedger(0);
    const foreign = Array.from(
      { length: PARAMETERS_MAX + 5000 },
      (_, number): ListedCharge => ({
        reference: null,
        invoiceRef: null,
        kind: 'card',
        outcome: {
          kind: 'declined',
          processorReference: `ch_${number}`,
          code: '05',
          message: '',
          class: 'soft',
        },
      }),
    );
    for (const charge of foreign) processors.extra.push(charge);
    const [row] = await reconcile(deps);
    expect(row).toMatchObject({ isClean: true });
  });
});

describe('The nightly jobs', () => {
  it('nightly jobs run one at a time across all processes', async () => {
    const { deps } = await openLedger(0);
    const ran: string[] = [];
    const isFirst = await withNightlyLock(deps.database, async () => {
      ran.push('check');
      const isSecond = await withNightlyLock(deps.database, async () => {
        ran.push('reconciliation at the same time');
      });
      expect(isSecond).toBe(false);
    });
    const isThird = await withNightlyLock(deps.database, async () => {
      ran.push('reconciliation afterwards');
    });
    expect([isFirst, isThird]).toEqual([true, true]);
    expect(ran).toEqual(['check', 'reconciliation afterwards']);
  });

  it('a start reconciles only companies not reconciled within the last day', async () => {
    const { deps, clock } = await openLedger(0);
    const atStart = () => reconcile(deps, { onlyStale: true });
    expect(await atStart()).toHaveLength(1);
    expect(await atStart()).toEqual([]);
    clock.travelTo(addMs(clock.now(), DAY_MS));
    expect(await atStart()).toHaveLength(1);
  });
});
