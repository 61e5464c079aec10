/**
 * A late success is never dropped (product §10.3). Fiserv has neither webhooks nor a list of charges, so only
 * reconciliation finds a late success, by looking up every attempt. Every attempt must therefore be covered by a
 * reconciliation (M5).
 */
import { DAY_MS } from '@quittance/contract/durations';
import { describe, expect, it } from 'vitest';
import { addMs } from '../../src/kernel/clock.ts';
import { findWindows } from '../../src/payments/reconciliation/reconciliation-windows.ts';
import { settle } from '../../src/payments/settlement/settle.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { CARDS } from '../world/sandbox-process.ts';
import { useWorld } from '../world/world.ts';
import { attemptsOn, openAdapter, readCompanyRow, reconcileFor } from './reconciliation.ts';

let harbor: TestCompany;

const world = useWorld();

/** Each test has its own company, because faults and reconciliation periods are per company. */
async function open(): Promise<TestInvoice> {
  harbor = await world.company({ processor: 'fiserv' });
  return world.invoice(harbor);
}

const DECLINED = {
  kind: 'declined',
  processorReference: null,
  code: 'x',
  message: 'x',
  class: 'soft',
} as const;

async function payAndSucceedLate(invoice: TestInvoice): Promise<void> {
  const { merchant, companyId } = harbor;
  await world.sandbox.fault({ merchant, operation: 'charge', fault: 'lose_answer' });
  await world.payer(harbor, invoice).pay();
  const [attempt] = await attemptsOn(world, invoice);
  if (!attempt) throw new Error('the invoice has an attempt');
  const key = { companyId, attemptId: attempt.id };
  await settle(world.deps, { ...key, outcome: DECLINED, source: 'answer' });
}

const loseLookups = (times: number) =>
  world.sandbox.fault({
    merchant: harbor.merchant,
    operation: 'lookup',
    fault: 'http_500_before',
    times,
  });

async function readState(invoice: TestInvoice): Promise<string | undefined> {
  return (await attemptsOn(world, invoice)).at(-1)?.line;
}

describe('Reconciliation after a pause (product §10.3, M5)', () => {
  it('reconciliation finds a late success after a pause of any length', async () => {
    const invoice = await open();
    await reconcileFor(world, harbor);
    await payAndSucceedLate(invoice);
    await world.later(92 * DAY_MS);
    expect(await reconcileFor(world, harbor)).toMatchObject({ differences: { late_success: 1 } });
    expect(await readState(invoice)).toBe('SUCCEEDED');
    expect(await reconcileFor(world, harbor)).toMatchObject({ isClean: true });
  });

  it('reconciliation repeats the comparison for charges that the processor did not return', async () => {
    const invoice = await open();
    await reconcileFor(world, harbor);
    await payAndSucceedLate(invoice);
    await world.later(10 * DAY_MS);
    await loseLookups(1);
    expect(await reconcileFor(world, harbor)).toMatchObject({ differences: { unanswered: 1 } });
    await world.later(DAY_MS);
    expect(await reconcileFor(world, harbor)).toMatchObject({ differences: { late_success: 1 } });
    expect(await readState(invoice)).toBe('SUCCEEDED');
  });

  it('reconciliation covers three days again after a week without a response about one payment', async () => {
    const invoice = await open();
    await world.payer(harbor, invoice).pay({ card: CARDS.declined });
    const spans: number[] = [];
    for (let day = 0; day < 13; day += 1) {
      await loseLookups(1);
      const row = await reconcileFor(world, harbor);
      if (!row) throw new Error('a lost lookup does not stop a reconciliation');
      spans.push(Math.round((Date.parse(row.coversTo) - Date.parse(row.coversFrom)) / DAY_MS));
      await world.later(DAY_MS);
    }
    expect(Math.max(...spans)).toBe(10);
    expect(spans.at(-1)).toBe(3);
  });

  it('reconciliation reads 90 days at once without a list of charges, and day by day with a list', async () => {
    const to = world.deps.clock.now();
    const span = { from: addMs(to, -90 * DAY_MS), to };
    const windows = async (processor: 'fiserv' | 'payengine') => {
      const company = await world.company({ processor });
      const reconciled = {
        company: await readCompanyRow(world, company),
        processor: await openAdapter(world, company),
      };
      return findWindows(world.deps, reconciled, span);
    };
    expect(await windows('fiserv')).toEqual([span]);
    expect(await windows('payengine')).toHaveLength(90);
  });
});
