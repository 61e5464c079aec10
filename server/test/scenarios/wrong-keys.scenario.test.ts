/**
 * Keys of another account or mode are configured for a while (docs/payment-life.md), so the processor does not find
 * charges that it reported before. Nothing is sent again or closed because of this, and everything continues once
 * the right keys are back.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import { pino } from 'pino';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { oneOf } from '../../../domain/test/full-run.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { addSchedule } from '../world/arrangements.ts';
import { toCommandLine } from '../world/command-line.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { openIntentPage } from '../world/intent-page.ts';
import { otherAccount, useKeysFrom } from '../world/processor-keys.ts';
import { BANK_ACCOUNTS, CARDS } from '../world/sandbox-process.ts';
import { signInByLink } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';
import { attemptsOn, reconcileFor } from './reconciliation.ts';

// The test simulates days, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const events: string[] = [];

const world = useWorld({ clock: fixedClock(START) });

beforeAll(async () => {
  const write = (line: string) => events.push(JSON.parse(line).event);
  world.deps.log = pino({ level: 'error' }, { write });
});

const ALARM = 'processor.other_account';

async function open(processor: 'stripe' | 'payengine' | 'fiserv') {
  const company = await world.company({ processor });
  const invoice = await world.invoice(company);
  events.length = 0;
  return { company, invoice, payer: world.payer(company, invoice) };
}

const linesOn = async (invoice: TestInvoice) =>
  (await attemptsOn(world, invoice)).map(({ line }) => line);

/** Returns whether a charge was sent to the other account. */
async function withOtherKeys(company: TestCompany, work: () => Promise<unknown>): Promise<boolean> {
  const { sandbox, deps } = world;
  const other = await otherAccount(sandbox, company);
  await sandbox.fault({ merchant: other, operation: 'charge', fault: 'http_500_before' });
  await useKeysFrom(deps, company, other);
  await work();
  await useKeysFrom(deps, company, company.merchant);
  return !(await sandbox.hasFault(other));
}

const ALL = ['stripe', 'payengine', 'fiserv'] as const;

describe('With the keys of another account', () => {
  // This test runs first, because off-session charges are made only during the day.
  it.each(oneOf(['stripe', 'payengine'] as const, 1))(
    'a scheduled payment at %s waits for the right keys: an unknown method is not a decline',
    async (processor) => {
      const { company, invoice } = await open(processor);
      const { methodId } = await world.method(company);
      await addSchedule(world.deps, { company, invoice, methodId }, 5);
      for (let day = 0; day < 4; day += 1) await world.later(DAY_MS);
      await useKeysFrom(world.deps, company, await otherAccount(world.sandbox, company));
      for (let day = 0; day < 2; day += 1) await world.later(DAY_MS);
      expect(events).toContain(ALARM);
      expect(new Set(await linesOn(invoice))).toEqual(new Set(['FAILED not_sent']));
      await useKeysFrom(world.deps, company, company.merchant);
      await world.later(DAY_MS);
      expect(await world.statement(invoice)).toContain('payment SUCCEEDED $100.00 + $3.30');
      expect(await world.sandbox.records(company.merchant)).toHaveLength(1);
    },
  );

  it.each(oneOf(ALL, 0))(
    'a pending bank debit at %s is not sent again, not closed, and settles with the right keys',
    async (processor) => {
      const { company, invoice, payer } = await open(processor);
      await payer.pay({ bank: BANK_ACCOUNTS.pays });
      expect(await linesOn(invoice)).toEqual(['PENDING']);
      const isSent = await withOtherKeys(company, async () => {
        for (const hours of [5, 5, 24]) {
          await world.later(hours * HOUR_MS);
          await reconcileFor(world, company);
        }
        expect(await linesOn(invoice)).toEqual(['PENDING']);
        expect(await payer.pay({ quote: { amount: 10_000, fee: 330 } })).toMatchObject({
          message: 'ACCOUNT_IS_PROCESSING',
        });
      });
      expect(isSent).toBe(false);
      expect(events).toContain(ALARM);
      for (let day = 0; day < 6; day += 1) await world.later(DAY_MS);
      expect(await linesOn(invoice)).toEqual(['SUCCEEDED']);
      expect(await world.sandbox.records(company.merchant)).toHaveLength(1);
    },
  );

  it('a charge with a lost response stays unknown until the correct keys find it', async () => {
    const { company, invoice, payer } = await open('stripe');
    const { merchant } = company;
    await world.sandbox.fault({ merchant, operation: 'charge', fault: 'lose_answer' });
    await payer.pay();
    await withOtherKeys(company, async () => {
      for (let hour = 0; hour < 3; hour += 1) await world.later(HOUR_MS);
      expect(await linesOn(invoice)).toEqual(['UNKNOWN']);
    });
    expect(events).toContain(ALARM);
    await world.later(HOUR_MS);
    expect(await linesOn(invoice)).toEqual(['SUCCEEDED']);
  });

  it('a charge with a lost response is neither closed nor compared under wrong keys', async () => {
    const { company, invoice, payer } = await open('payengine');
    await world.payer(company, await world.invoice(company)).pay();
    const { merchant } = company;
    await world.sandbox.fault({ merchant, operation: 'charge', fault: 'lose_answer' });
    await payer.pay();
    await withOtherKeys(company, async () => {
      for (let day = 0; day < 4; day += 1) {
        await world.later(DAY_MS);
        expect(await reconcileFor(world, company)).toBeNull();
      }
      expect(await linesOn(invoice)).toEqual(['UNKNOWN']);
    });
    expect(events).toContain(ALARM);
    await world.later(HOUR_MS);
    expect(await linesOn(invoice)).toEqual(['SUCCEEDED']);
    expect(await reconcileFor(world, company)).toMatchObject({ isClean: true });
  });

  it('a challenge is not abandoned under wrong keys', async () => {
    const { company, invoice, payer } = await open('stripe');
    await payer.pay({ card: CARDS.challenges });
    expect(await linesOn(invoice)).toEqual(['ACTION_REQUIRED']);
    await withOtherKeys(company, async () => {
      for (let step = 0; step < 3; step += 1) await world.later(20 * MINUTE_MS);
      expect(await linesOn(invoice)).toEqual(['UNKNOWN']);
    });
    expect(events).toContain(ALARM);
    await world.later(HOUR_MS);
    expect(await linesOn(invoice)).toEqual(['FAILED authentication_expired']);
  });

  it('an intent stays open and blocks a second payment until the correct keys cancel it', async () => {
    const { company, invoice, payer } = await open('stripe');
    const caller = signInByLink(world, invoice);
    const page = await openIntentPage(world, { caller, company, requestId: invoice.requestId });
    await withOtherKeys(company, async () => {
      await world.later(HOUR_MS);
      expect(await payer.pay()).toMatchObject({ message: 'ACCOUNT_IS_PROCESSING' });
    });
    expect(events).toContain(ALARM);
    expect(await page.confirm()).toBe('succeeded');
    await world.later(3 * MINUTE_MS);
    expect(await world.statement(invoice)).toContain('payment SUCCEEDED $100.00 + $3.30');
    expect(await world.sandbox.records(company.merchant)).toHaveLength(1);
  });

  it.each(oneOf(ALL, 1))('a refund at %s waits for the right keys', async (processor) => {
    const { company, invoice, payer } = await open(processor);
    await payer.pay();
    const [paid] = await attemptsOn(world, invoice);
    const order = ['--amount', '20.00', '--reason', 'goodwill', '--key', `goodwill-${processor}`];
    const words = ['refund', 'create', company.domain, paid?.id ?? '', ...order];
    expect(await toCommandLine(world)(words)).toMatchObject({ code: 0 });
    await withOtherKeys(company, () => world.later(HOUR_MS));
    for (let hour = 0; hour < 2; hour += 1) await world.later(HOUR_MS);
    const [charge] = await world.sandbox.records(company.merchant);
    expect(charge?.refundedCents).toBe(2000);
  });
});
