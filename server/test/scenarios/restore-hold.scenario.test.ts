/**
 * The hold after a restore (R84): jobs charge nothing while a charge found at the processor is unassigned,
 * regardless of its age. A person assigns the charge to an installment or to several invoices, or refunds it.
 */
import { DAY_MS } from '@quittance/contract/durations';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { oneInTurn } from '../../../domain/test/full-run.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { CITUS_URL } from '../citus.ts';
import { toCommandLine } from '../world/command-line.ts';
import type { TestCompany } from '../world/company.ts';
import { planStatement, startPlan } from '../world/planning.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { payTogether, readBalances } from '../world/several-invoices.ts';
import { signIn } from '../world/signed-in.ts';
import { openWorld, START, type World } from '../world/world.ts';
import { type Backups, openBackups } from './backups.ts';
import { reconcileFor } from './reconciliation.ts';

vi.setConfig({ testTimeout: 120_000 });

const clock = fixedClock(START);
let world: World;
let backups: Backups;

beforeAll(async () => {
  world = await openWorld({ clock });
  backups = openBackups(world.deps);
});
afterAll(async () => {
  await world.close();
  backups.remove();
});

const chargesAt = async ({ merchant }: TestCompany) =>
  (await world.sandbox.records(merchant)).filter(({ status }) => status === 'succeeded');

async function live(company: TestCompany, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    await world.later(DAY_MS);
    await reconcileFor(world, company);
  }
}

const readItems = async (call: Provider, kind: string) =>
  (await call('GET', `/attention?kind=${kind}`)).body.data;

/**
 * Restores a plan whose second installment was charged after the backup. The charge is older than the period of any
 * reconciliation.
 */
async function restoreBeforeInstallment(name: string) {
  const company = await world.company({ processor: 'stripe' });
  const invoice = await world.invoice(company, { dueInDays: 20 });
  const caller = await signIn(world, company);
  await startPlan(world, { caller, company, invoice });
  await world.later(26 * DAY_MS);
  await live(company, 2);
  await backups.backup(name);
  await live(company, 4);
  expect(await chargesAt(company)).toHaveLength(2);
  await backups.restore(name);
  await live(company, 5);
  expect(await backups.isHeld(company)).toBe(true);
  expect(await chargesAt(company)).toHaveLength(2);
  const call = await createProvider(world, company);
  const [charge] = await readItems(call, 'UNPLACED_CHARGE');
  return { company, invoice, call, chargeId: charge.facts.objectId };
}

/** Each case takes ten seconds, so an ordinary run takes only one of them, in rotation. */
const TURN = oneInTurn(['assigned', 'calls', 'dashboard', 'failure'], 0);

describe.skipIf(CITUS_URL !== null)('A charge of a plan that was made after the backup', () => {
  it.runIf(TURN.includes('assigned'))(
    'a charge made after the backup blocks the company until assigned and is not repeated',
    async () => {
      const { company, invoice, call, chargeId } =
        await restoreBeforeInstallment('installment.backup');
      expect(await readItems(call, 'CHARGES_HELD')).toMatchObject([
        { allowedDecisions: ['releaseCharges'] },
      ]);
      const why = { reason: 'Compared with the processor' };
      const early = await call('POST', '/company/release-charges', { body: why, key: 'early' });
      expect(early.body.code).toBe('CHARGES_NOT_PLACED');
      expect(await toCommandLine(world)(['company', 'release', company.domain])).toMatchObject({
        code: 1,
        err: expect.stringContaining('is not assigned yet'),
      });

      const { invoiceId } = invoice;
      const listed = await call('GET', `/invoices/${invoiceId}/installments`);
      expect(listed.body.data.map(({ status }: { status: string }) => status)).toEqual([
        'SUCCESS',
        'OPEN',
        'OPEN',
      ]);
      const assign = (from: number, to: number) =>
        call('POST', `/charges/${chargeId}/assign`, {
          body: { invoiceId, installments: { from, to }, ...why },
          key: `${from} to ${to}`,
        });
      expect((await assign(2, 3)).body.code).toBe('CHARGE_DOES_NOT_MATCH');
      expect((await assign(1, 1)).body.code).toBe('CHARGE_DOES_NOT_MATCH');
      expect((await assign(2, 2)).body).toMatchObject({ state: 'SUCCEEDED' });
      expect(await planStatement(world, invoice)).toMatch(
        /^plan LIVE .*\n1 SUCCESS.*\n2 SUCCESS.*\n3 OPEN/,
      );

      await live(company, 1);
      expect(await backups.isHeld(company)).toBe(false);
      expect(await readItems(call, 'CHARGES_HELD')).toEqual([]);
      expect(await chargesAt(company)).toHaveLength(2);
      await world.later(25 * DAY_MS);
      await live(company, 5);
      expect(await chargesAt(company)).toHaveLength(3);
      expect(await planStatement(world, invoice)).toMatch(/^plan PAID_OFF/);
    },
  );

  it.runIf(TURN.includes('calls'))(
    'two concurrent calls refund a charge after the backup once, and its installment is charged on time',
    async () => {
      const { company, invoice, call, chargeId } = await restoreBeforeInstallment('refund.backup');
      const refund = (key: string) =>
        call('POST', `/charges/${chargeId}/refund`, { body: { reason: 'Not agreed' }, key });
      const answers = await Promise.all([refund('one'), refund('two')]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect((await refund('one')).body).toEqual({ id: chargeId, state: 'REFUNDED' });
      const refunds = (await chargesAt(company)).map(({ refundedCents }) => refundedCents);
      expect(refunds.filter((cents) => cents > 0)).toHaveLength(1);
      expect(await readItems(call, 'UNPLACED_CHARGE')).toEqual([]);
      await live(company, 2);
      expect(await backups.isHeld(company)).toBe(false);
      expect(await chargesAt(company)).toHaveLength(3);
      expect(await planStatement(world, invoice)).toMatch(/\n2 SUCCESS/);
    },
  );

  it.runIf(TURN.includes('dashboard'))(
    'a charge after the backup is closed when it is refunded in the dashboard, however old (R84)',
    async () => {
      const { company, invoice, call, chargeId } = await restoreBeforeInstallment('by-hand.backup');
      const charges = await chargesAt(company);
      const charge = charges.find(
        ({ internalTransactionID }) => internalTransactionID === chargeId,
      );
      await world.sandbox.refundByHand(charge?.transactionId ?? '');
      await live(company, 1);
      expect(await readItems(call, 'UNPLACED_CHARGE')).toEqual([]);
      expect(await backups.isHeld(company)).toBe(false);
      await live(company, 1);
      expect(await planStatement(world, invoice)).toMatch(/\n2 SUCCESS/);
    },
  );

  it.runIf(TURN.includes('failure'))(
    'a charge after the backup waits for another decision when its refund fails (R80, R84)',
    async () => {
      const { company, call, chargeId } = await restoreBeforeInstallment('failed-refund.backup');
      await world.sandbox.fault({
        merchant: company.merchant,
        operation: 'refund',
        fault: 'pending',
      });
      const refund = (key: string) =>
        call('POST', `/charges/${chargeId}/refund`, { body: { reason: 'Not agreed' }, key });
      expect((await refund('first')).body).toEqual({ id: chargeId, state: 'SENT' });
      expect(await readItems(call, 'UNPLACED_CHARGE')).toMatchObject([
        { allowedDecisions: ['acknowledgeAttention'] },
      ]);

      const charge = (await world.sandbox.records(company.merchant)).find(
        ({ internalTransactionID }) => internalTransactionID === chargeId,
      );
      await world.sandbox.endRefund(charge?.transactionId ?? '', 'failed');
      await live(company, 1);
      expect(await backups.isHeld(company)).toBe(true);
      expect(await readItems(call, 'UNPLACED_CHARGE')).toMatchObject([
        { allowedDecisions: ['assignCharge', 'acknowledgeAttention', 'refundCharge'] },
      ]);
      expect((await refund('second')).body).toEqual({ id: chargeId, state: 'REFUNDED' });
    },
  );
});

describe.skipIf(CITUS_URL !== null)('A charge of several invoices made after the backup', () => {
  it('a charge of several invoices is assigned to each invoice when the selection was lost', async () => {
    const company = await world.company({ processor: 'payengine' });
    const invoices = [await world.invoice(company), await world.invoice(company)];
    await live(company, 1);
    await backups.backup('several.backup');
    const caller = await signIn(world, company);
    const chosen = invoices.map((invoice) => ({ invoice, amount: 10_000 }));
    await payTogether(world, { caller, company }, { chosen });
    await backups.restore('several.backup');
    await live(company, 5);
    expect(await backups.isHeld(company)).toBe(true);

    const call = await createProvider(world, company);
    const [{ facts }] = await readItems(call, 'UNPLACED_CHARGE');
    const assign = (amounts: number[]) =>
      call('POST', `/charges/${facts.objectId}/assign`, {
        body: {
          invoices: invoices.map(({ invoiceId }, index) => ({ invoiceId, amount: amounts[index] })),
          reason: 'Named in the memo',
        },
        key: amounts.join(),
      });
    expect((await assign([10_000, 9000])).body.code).toBe('CHARGE_DOES_NOT_MATCH');
    const { body } = await assign([10_000, 10_000]);
    expect(body).toMatchObject({ state: 'SUCCEEDED', amount: 20_000, fee: 630 });
    expect(await readBalances(world, invoices)).toEqual([
      'COLLECTED 10000 of 10000',
      'COLLECTED 10000 of 10000',
    ]);
    await live(company, 1);
    expect(await backups.isHeld(company)).toBe(false);
  });
});
