/**
 * An import that runs concurrently with other callers neither overwrites nor delays a payment, and uses each number
 * only once.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampled } from '../../../../domain/test/full-run.ts';
import { checkInvariants } from '../../../src/payments/reconciliation/check-invariants.ts';
import { lockWaits } from '../../lock-waits.ts';
import { missingEvents } from '../../world/missing-events.ts';
import { type ImportWorld, importWorld } from './import-world.ts';

const COUNT = sampled({ sample: 20, full: 60 });
const HEADER = 'accountRef,customerRef,productName,total,dueDate';

let world: ImportWorld;

const toFile = (total: string) =>
  [
    HEADER,
    ...Array.from({ length: COUNT }, (_, n) => `P-${n},A-${n % 7},Oar,${total},2099-01-01`),
  ].join('\n');

beforeAll(async () => {
  world = await importWorld();
  const customers = Array.from({ length: 7 }, (_, n) => `A-${n},Ada,Pine`);
  await world.load(
    ['customers', 'c.csv'],
    ['customerRef,firstName,lastName', ...customers].join('\n'),
  );
});
afterAll(async () => {
  expect(await checkInvariants(world.fresh.database)).toEqual([]);
  expect(await missingEvents(world.fresh.database.pool)).toEqual([]);
  await world.end();
});

it('a concurrent import changes only unpaid invoices', { timeout: 120_000 }, async () => {
  expect(await world.load(['invoices', 'p.csv'], toFile('10.00'))).toMatchObject({ added: COUNT });
  const numbers = Array.from({ length: COUNT }, (_, n) => `P-${n}`);
  const pay = async (number: string) => {
    const invoice = `${number}=1.00`;
    const words = ['payments', 'record', 'harbor', 'cash', `Q-${number}`, '--invoice', invoice];
    const { code, err } = await world.quittance(words);
    expect([code, err]).toEqual([0, '']);
  };
  const [report] = await Promise.all([
    world.load(['invoices', 'p.csv'], toFile('20.00')),
    ...numbers.filter((_, n) => n % 2 === 0).map(pay),
  ]);
  expect(report.changed + report.refused).toBe(COUNT);
  expect(report.changed).toBeGreaterThanOrEqual(COUNT / 2);
  const refused = new Set(report.errors.map(({ line }: { line: number }) => `P-${line - 2}`));
  const rows = await world.query('select account_ref, total_cents, paid_cents from invoices');
  for (const { account_ref: number, total_cents: total, paid_cents: paid } of rows) {
    expect(Number(total)).toBe(refused.has(number) ? 1000 : 2000);
    expect(Number(paid)).toBe(Number(number.slice(2)) % 2 === 0 ? 100 : 0);
  }
});

const waiting = () => lockWaits(world.fresh.database.pool);

it('an import skips an invoice that another caller adds concurrently', {
  timeout: 60_000,
}, async () => {
  const client = await world.fresh.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`insert into invoices (company_id, id, customer_id, account_ref, internal_ref,
        product_name, total_cents, paid_cents, due_on, opened_on, status, created_at)
      select company_id, gen_random_uuid(), id, 'L-2', 'other', 'Oar', 500, 0, '2099-01-01',
        '2026-01-01', 'DRAFT', now() from customers where customer_ref = 'A-1'`);
    const rows = ['L-1', 'L-2', 'L-3'].map((number) => `${number},A-1,Oar,10.00,2099-01-01`);
    const importing = world.load(['invoices', 'l.csv'], [HEADER, ...rows].join('\n'));
    await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
    await client.query('commit');
    expect(await importing).toMatchObject({
      added: 2,
      errors: [{ line: 3, code: 'ACCOUNT_REF_ALREADY_USED' }],
    });
  } finally {
    client.release();
  }
  const [{ count }] = await world.query(`select count(*)::int from requests join invoices i
    on i.company_id = requests.company_id and i.id = invoice_id where i.account_ref in ('L-1', 'L-3')`);
  expect(count).toBe(2);
});

it('an import refuses only a customer whose new number is taken concurrently', async () => {
  const header = 'customerRef,firstName,lastName,externalRef';
  const toFile = (...rows: string[]) => [header, ...rows].join('\n');
  const before = toFile('R-1,Ada,Pine,crm-1', 'R-2,Ida,Moss,crm-2');
  expect(await world.load(['customers', 'r.csv'], before)).toMatchObject({ added: 2 });
  const client = await world.fresh.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`insert into customers (company_id, id, customer_ref, internal_ref, first_name,
        last_name, created_at)
      select company_id, gen_random_uuid(), 'R-9', 'other', 'Eva', 'Oak', now() from customers
      where customer_ref = 'R-1'`);
    const after = toFile('R-9,Ada,Pine,crm-1', 'R-2,Ina,Moss,crm-2');
    const importing = world.load(['customers', 'r.csv'], after);
    await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
    await client.query('commit');
    expect(await importing).toMatchObject({
      changed: 1,
      errors: [{ line: 2, code: 'COSTUMER_REF_ALREADY_USED' }],
    });
  } finally {
    client.release();
  }
  const rows = await world.query(
    `select first_name from customers where customer_ref like 'R-%' order by customer_ref`,
  );
  expect(rows.map(({ first_name: name }) => name)).toEqual(['Ada', 'Ina', 'Eva']);
}, 60_000);
