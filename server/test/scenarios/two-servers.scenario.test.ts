/**
 * Two real servers on one database: with keys of another account for a while, after a restore, and with one server
 * stalled in the middle of a refund. Neither server repeats a charge or refund that the processor already has (R39,
 * R84).
 */
import { DAY_MS } from '@quittance/contract/durations';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { addMs, systemClock } from '../../src/kernel/clock.ts';
import type { Deps } from '../../src/kernel/deps.ts';
import { systemEntropy } from '../../src/kernel/entropy.ts';
import { checkInvariants } from '../../src/payments/reconciliation/check-invariants.ts';
import { CITUS_URL } from '../citus.ts';
import { addCompany, addInvoice, type TestCompany } from '../world/company.ts';
import { type DurablePortal, openDurablePortal } from '../world/durable-portal.ts';
import { newMerchant, type TestProcessor } from '../world/merchant.ts';
import { toPayer } from '../world/payer.ts';
import { startPlan } from '../world/planning.ts';
import { otherAccount, useKeysFrom } from '../world/processor-keys.ts';
import { createProvider } from '../world/provider-client.ts';
import { BANK_ACCOUNTS, type Sandbox, startSandbox } from '../world/sandbox-process.ts';
import { signIn } from '../world/signed-in.ts';
import type { World } from '../world/world.ts';
import { openBackups } from './backups.ts';

vi.setConfig({ testTimeout: 300_000 });

/** Older than the period of a reconciliation, which is three days. */
const BACKUP_AGE_MS = 10 * DAY_MS;

let sandbox: Sandbox;
let portal: DurablePortal;
let world: World;

beforeAll(async () => {
  if (!isFullRun) return;
  // The processor's clock starts at the time of the backup.
  sandbox = await startSandbox({ at: addMs(systemClock.now(), -BACKUP_AGE_MS) });
  portal = await openDurablePortal(sandbox.url, { servers: 2 });
  const { database, sealer, url } = portal;
  const deps = { database, sealer, clock: systemClock, entropy: systemEntropy } as Deps; // because the helpers use no more of it
  world = { url, sandbox, deps } as World; // because of the same
}, 180_000);
afterAll(async () => {
  if (!isFullRun) return;
  for (const [index] of portal.urls.entries()) portal.goOn(index);
  const violations = await checkInvariants(portal.database);
  await portal.stop();
  await sandbox.stop();
  expect(violations).toEqual([]);
});

/** Returns a time zone in which it is now noon, because off-session charges are made only during the day. */
function timeZoneAtNoon(): string {
  const behind = new Date(systemClock.now()).getUTCHours() - 12;
  return `Etc/GMT${behind < 0 ? behind : `+${behind}`}`;
}

async function openCompany(processor: TestProcessor = 'stripe'): Promise<TestCompany> {
  const merchant = newMerchant(processor);
  await sandbox.register(merchant);
  return addCompany(world.deps, merchant, { timeZone: timeZoneAtNoon() });
}

const query = async (text: string, values: unknown[]) =>
  (await portal.database.pool.query(text, values)).rows;

const until = (read: () => Promise<unknown>) =>
  expect.poll(read, { timeout: 60_000, interval: 50 });

const chargesAt = async ({ merchant }: TestCompany) =>
  (await sandbox.records(merchant)).filter(({ status }) => status !== 'failed').length;

describe.runIf(isFullRun)('A pending bank debit and keys of another account', () => {
  it('a pending debit checked by two servers is not sent again and settles with the correct keys', async () => {
    const company = await openCompany();
    const invoice = await addInvoice(world.deps, company);
    const payer = toPayer({ url: portal.url, sandbox, company, invoice });
    await payer.pay({ bank: BANK_ACCOUNTS.pays });
    const states = async () =>
      (await query('select state from attempts where company_id = $1', [company.companyId])).map(
        ({ state }) => state,
      );
    const check = async () => {
      const [{ check_count: before }] = await query(
        `update attempts set next_check_at = now(), created_at = created_at - interval '5 hours'
         where company_id = $1 returning check_count`,
        [company.companyId],
      );
      const count = 'select check_count, state from attempts where company_id = $1';
      await until(async () => {
        const [{ check_count: checks, state }] = await query(count, [company.companyId]);
        return checks > before || state !== 'PENDING';
      }).toBe(true);
    };
    const other = await otherAccount(sandbox, company);
    await sandbox.fault({ merchant: other, operation: 'charge', fault: 'decline' });
    await useKeysFrom(world.deps, company, other);
    await check();
    await portal.killAndRestart(0);
    await check();
    await portal.killAndRestart(1);
    expect(await states()).toEqual(['PENDING']);
    expect(await sandbox.hasFault(other)).toBe(true);
    expect(await payer.pay({ quote: { amount: 10_000, fee: 330 } })).toMatchObject({
      message: 'ACCOUNT_IS_PROCESSING',
    });

    await useKeysFrom(world.deps, company, company.merchant);
    await sandbox.settle();
    await check();
    await until(states).toEqual(['SUCCEEDED']);
    expect(await chargesAt(company)).toBe(1);
  });
});

async function orderRefunds(company: TestCompany, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const invoice = await addInvoice(world.deps, company);
    await toPayer({ url: portal.url, sandbox, company, invoice }).pay();
  }
  const call = await createProvider(world, company);
  const ids = 'select id from attempts where company_id = $1';
  for (const { id } of await query(ids, [company.companyId])) {
    const body = { amount: 1000, reason: 'Returned goods' };
    const { status } = await call('POST', `/payments/${id}/refunds`, { body, key: id });
    expect(status).toBe(201);
  }
}

const refundedAt = async ({ merchant }: TestCompany) =>
  (await sandbox.records(merchant)).map(({ refundedCents }) => refundedCents).sort();

describe.runIf(isFullRun)('Refunds at PayEngine, which has no deduplication', () => {
  it('two servers send a refund once, even when one server stalls until its lease ends', async () => {
    const company = await openCompany('payengine');
    const { companyId, merchant } = company;
    const states = async () =>
      (await query('select state from refunds where company_id = $1', [companyId]))
        .map(({ state }) => state)
        .sort();
    const makeRefunds = () => query('select graphile_worker.add_job($1)', ['make_refunds']);
    portal.stall(1);
    await orderRefunds(company, 3);
    await sandbox.fault({ merchant, operation: 'refund', fault: 'slow', delayMs: 5000 });
    await makeRefunds();
    await until(() => refundedAt(company)).toEqual([0, 0, 1000]);
    portal.stall(0);
    portal.goOn(1);
    // Simulates two minutes, after which the first server's lease has expired.
    await query('update refunds set next_try_at = now() where company_id = $1', [companyId]);
    await makeRefunds();
    await until(states).toEqual(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED']);
    portal.goOn(0);
    await until(() => query(REFUNDING, ['make_refunds'])).toEqual([]);
    expect(await refundedAt(company)).toEqual([1000, 1000, 1000]);
    expect(await states()).toEqual(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED']);
  });
});

describe.runIf(isFullRun && CITUS_URL === null)(
  'An installment that was charged after the backup',
  () => {
    it('an installment charged after the backup is found by two servers and charged once', async () => {
      const backups = openBackups(world.deps);
      const company = await openCompany();
      const { companyId } = company;
      const invoice = await addInvoice(world.deps, company, { dueInDays: 20 });
      await startPlan(world, { caller: await signIn(world, company), company, invoice });
      expect(await chargesAt(company)).toBe(1);
      const start = async (work: () => Promise<unknown> = async () => undefined) => {
        let at = '';
        await portal.whileStopped(async () => {
          await work();
          at = systemClock.now();
        });
        const finished = 'select from reconciliations where company_id = $1 and finished_at > $2';
        await until(async () => (await query(finished, [companyId, at])).length > 0).toBe(true);
        await until(() => query(WAITING, [])).toEqual([]);
      };
      await start(async () => {
        // The installment becomes due on the day of the backup.
        await query(
          'update installments set next_try_on = current_date - 1 where company_id = $1 and index = 2',
          [companyId],
        );
        for (const table of ['companies', 'attempts']) {
          await query(
            `update ${table} set created_at = created_at - interval '12 days' where company_id = $1`,
            [companyId],
          );
        }
        await backups.backup('two.backup');
      });
      await until(() => chargesAt(company)).toBe(2);

      await start(() => backups.restore('two.backup'));
      // The charge is older than the period of this reconciliation.
      await start();
      expect(await backups.isHeld(company)).toBe(true);
      expect(await chargesAt(company)).toBe(2);

      const call = await createProvider(world, company);
      const [{ facts }] = (await call('GET', '/attention?kind=UNPLACED_CHARGE')).body.data;
      const assigned = await call('POST', `/charges/${facts.objectId}/assign`, {
        body: {
          invoiceId: invoice.invoiceId,
          installments: { from: 2, to: 2 },
          reason: 'Named in the report',
        },
        key: 'assign',
      });
      expect(assigned.body).toMatchObject({ state: 'SUCCEEDED' });
      await start();
      expect(await backups.isHeld(company)).toBe(false);
      expect(await chargesAt(company)).toBe(2);
      backups.remove();
    });
  },
);

/** Startup jobs that no server has run yet. */
const WAITING = `select j.id from graphile_worker.jobs j
  where j.task_identifier in ('due_work', 'reconcile') and j.run_at <= now()`;

const REFUNDING = 'select id from graphile_worker.jobs where task_identifier = $1';
