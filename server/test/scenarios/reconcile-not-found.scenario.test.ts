/**
 * Payments that the processor cannot find (docs/payment-life.md) are held until it is certain that no charge will
 * appear, and only then closed.
 */
import { DAY_MS, HOUR_MS } from '@quittance/contract/durations';
import { describe, expect, it, vi } from 'vitest';
import { oneOf } from '../../../domain/test/full-run.ts';
import { addMs, fixedClock } from '../../src/kernel/clock.ts';
import { findHeldAttempts } from '../../src/payments/reconciliation/not-found-at-processor.ts';
import { isRecheckDue, RECHECK_AGES_DAYS } from '../../src/payments/reconciliation/recheck-paid.ts';
import { START, useWorld } from '../world/world.ts';
import { attemptsOn, reconcileFor } from './reconciliation.ts';

// The test simulates weeks, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const world = useWorld();

type Lost = { isFirst?: boolean };

/** An earlier payment proves the account, unless the lost one is the first. */
async function lost(processor: 'payengine' | 'fiserv' | 'stripe', { isFirst = false }: Lost = {}) {
  const company = await world.company({ processor });
  if (!isFirst) await world.payer(company, await world.invoice(company)).pay();
  const invoice = await world.invoice(company);
  const payer = world.payer(company, invoice);
  const { merchant } = company;
  // The same charge is sent to Fiserv repeatedly for four minutes, and every request is lost.
  await world.sandbox.fault({ merchant, operation: 'charge', fault: 'lose_before', times: 50 });
  await payer.pay();
  const state = async () => (await attemptsOn(world, invoice)).map(({ line }) => line).join();
  const isHeld = async () =>
    (await findHeldAttempts(world.deps)).some(({ invoiceId }) => invoiceId === invoice.invoiceId);
  return { company, invoice, payer, state, isHeld };
}

describe.each(oneOf(['payengine', 'fiserv'] as const, 0))(
  'A payment that is not found at %s',
  (processor) => {
    it('a payment that is not found is held for two days and then closed', async () => {
      const { company, payer, state, isHeld } = await lost(processor);
      expect(await isHeld()).toBe(false);
      for (const hours of [2, 22, 12]) {
        await world.later(hours * HOUR_MS);
        expect(await reconcileFor(world, company)).toMatchObject({ isClean: true });
        expect(await state()).toBe('UNKNOWN');
        expect(await isHeld()).toBe(true);
        expect(await payer.pay({ quote: { amount: 10_000, fee: 330 } })).toMatchObject({
          message: 'ACCOUNT_IS_PROCESSING',
        });
      }
      await world.later(12 * HOUR_MS);
      await reconcileFor(world, company);
      expect(await state()).toBe('FAILED never_seen');
      expect(await isHeld()).toBe(false);
      expect((await payer.read()).status).toBe('DUE');
    });

    it('the first payment of a company is not closed, because the keys may be of another account', async () => {
      const { company, state, isHeld } = await lost(processor, { isFirst: true });
      await world.later(3 * DAY_MS);
      expect(await reconcileFor(world, company)).toMatchObject({ isClean: true });
      expect(await state()).toBe('UNKNOWN');
      expect(await isHeld()).toBe(true);
      await world.sandbox.clearFaults();
      await world.payer(company, await world.invoice(company)).pay();
      await world.later(DAY_MS);
      await reconcileFor(world, company);
      expect(await state()).toBe('FAILED never_seen');
    });

    it('an attempt stays held while reconciliation shows differences, and is closed after a clean day', async () => {
      const { company, state, isHeld } = await lost(processor);
      await world.later(3 * DAY_MS);
      const { merchant } = company;
      await world.sandbox.fault({
        merchant,
        operation: 'lookup',
        fault: 'http_500_before',
        times: 20,
      });
      await reconcileFor(world, company);
      expect(await state()).toBe('UNKNOWN');
      expect(await isHeld()).toBe(true);
      await world.sandbox.clearFaults();
      await world.later(4 * DAY_MS);
      expect(await reconcileFor(world, company)).toMatchObject({ isClean: true });
      expect(await state()).toBe('FAILED never_seen');
    });
  },
);

describe('A persistent difference', () => {
  it('a difference about another charge does not hold a payment that is not found', async () => {
    const { company, invoice, state } = await lost('payengine');
    await world.sandbox.clearFaults();
    const other = await world.invoice(company);
    await world.payer(company, other).pay();
    // No lookup repairs this difference, so every reconciliation finds it again.
    await world.deps.database.pool.query(
      'update attempts set refunded_cents = 1 where invoice_id = $1',
      [other.invoiceId],
    );
    await world.later(3 * DAY_MS);
    expect(await reconcileFor(world, company)).toMatchObject({ isClean: false });
    expect(await state()).toBe('FAILED never_seen');
    expect((await world.payer(company, invoice).read()).status).toBe('DUE');
    await world.deps.database.pool.query(
      'update attempts set refunded_cents = 0 where invoice_id = $1',
      [other.invoiceId],
    );
  });
});

describe('A payment that can be sent again', () => {
  it('a payment that can be sent again is not closed, and the next attempt makes the charge', async () => {
    const { company, state } = await lost('stripe');
    await world.sandbox.clearFaults();
    await world.later(2 * HOUR_MS);
    await reconcileFor(world, company);
    expect(await state()).toBe('SUCCEEDED');
  });
});

describe('Repeated lookups of a paid debit', () => {
  const paidAt = fixedClock(START).now();
  const at = (days: number) => addMs(paidAt, days * DAY_MS);

  it('a paid debit is looked up once per age, however often reconciliation runs', () => {
    let asked = 0;
    for (let hours = 1; hours <= 70 * 24; hours += 1) {
      const [since, now] = [addMs(paidAt, (hours - 1) * HOUR_MS), addMs(paidAt, hours * HOUR_MS)];
      if (isRecheckDue(paidAt, { since, now })) asked += 1;
    }
    expect(asked).toBe(RECHECK_AGES_DAYS.length);
  });

  it('lookups of a paid debit resume after a pause and end when a return is no longer possible', () => {
    expect(isRecheckDue(paidAt, { since: at(2), now: at(30) })).toBe(true);
    expect(isRecheckDue(paidAt, { since: at(62), now: at(90) })).toBe(false);
    expect(isRecheckDue(paidAt, { since: null, now: at(0.5) })).toBe(false);
  });
});
