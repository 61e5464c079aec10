/** A customer's balance is the sum of its changes (ADR 0057, M11). */
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { foldBalanceChanges, sumBalances } from '../../src/invoices/balances.ts';
import { INVARIANT_QUERY } from '../../src/payments/invariants/invariants.ts';
import { useDatabase } from '../database.ts';
import { fillEveryTable, type SmallCompany } from '../rows/every-table.ts';

const COUNT = 40;

let harbor: SmallCompany;

const fresh = useDatabase();

beforeAll(async () => {
  harbor = await fillEveryTable(fresh.database, 'harbor');
  await fresh.database.pool.query(
    `insert into invoices (company_id, id, customer_id, account_ref, internal_ref, product_name,
       total_cents, paid_cents, due_on, opened_on, status, created_at)
     select $1, gen_random_uuid(), $2, 'B-' || n, 'b-' || n, 'Service', 1000, 0, '2026-01-01',
       '2025-12-01', case when n % 4 = 0 then 'DRAFT' else 'DUE' end, now()
     from generate_series(1, $3) n`,
    [harbor.companyId, harbor.maya.customerId, COUNT],
  );
});

/** Computes the balance directly from the invoices, for comparison. */
async function summedInvoices() {
  const { rows } = await fresh.database.pool.query<Record<'total' | 'paid' | 'open', string>>(
    `select sum(total_cents) as total, sum(paid_cents) as paid,
       coalesce(sum(total_cents - paid_cents) filter (where status = 'DUE'), 0) as open
     from invoices where customer_id = $1 and status <> 'DRAFT'`,
    [harbor.maya.customerId],
  );
  const [row] = rows;
  return { total: Number(row?.total), paid: Number(row?.paid), open: Number(row?.open) };
}

function balance() {
  const owner = { companyId: harbor.companyId, customerId: harbor.maya.customerId };
  return fresh.database.readForCompany(owner, (tx) => sumBalances(tx, owner));
}

async function violations() {
  const { rows } = await fresh.database.asSystem((tx) =>
    tx.execute<{ invariant: string }>(sql.raw(INVARIANT_QUERY)),
  );
  return rows.filter(({ invariant }) => invariant.startsWith('M11'));
}

async function change(statement: string): Promise<void> {
  await fresh.database.pool.query(`${statement} and customer_id = $1`, [harbor.maya.customerId]);
}

const fold = () => foldBalanceChanges(fresh.database);

describe('The balance of a customer', () => {
  it.each([
    ['invoices are created', 'update invoices set version = 1 where false'],
    ['a part is paid', "update invoices set paid_cents = 400 where account_ref like 'B-1%'"],
    ['a status changes', "update invoices set status = 'IN_COLLECTION' where account_ref = 'B-7'"],
    [
      'several change by one statement',
      "update invoices set total_cents = 1500 where status = 'DUE'",
    ],
    ['an invoice is removed', "delete from invoices where account_ref = 'B-9'"],
  ])('the balance of a customer is correct when %s', async (_what, statement) => {
    await change(statement);
    expect(await balance()).toMatchObject(await summedInvoices());
    await fold();
    expect(await balance()).toMatchObject(await summedInvoices());
    expect(await violations()).toEqual([]);
  });

  it('the balance of a customer is always correct while payments and folds run concurrently', async () => {
    const pay = (n: number) =>
      change(`update invoices set paid_cents = paid_cents + 1 where account_ref = 'B-${n}'`);
    const work = Array.from({ length: 30 }, (_, n) => (n % 5 === 0 ? fold() : pay(n)));
    const sums = Promise.all(Array.from({ length: 10 }, balance));
    await Promise.all([...work, sums]);
    for (const { total } of await sums) expect(total).toBe((await summedInvoices()).total);
    await fold();
    expect(await balance()).toMatchObject(await summedInvoices());
    expect(await violations()).toEqual([]);
  });

  it('a balance has one row per status after a fold', async () => {
    // Concurrent folds left one row each. The customer's next change folds those too.
    await change("update invoices set paid_cents = paid_cents + 1 where account_ref = 'B-1'");
    await fold();
    const { rows } = await fresh.database.pool.query<{ count: string }>(
      `select count(*) from balance_changes where customer_id = $1
       group by status having count(*) > 1`,
      [harbor.maya.customerId],
    );
    expect(rows).toEqual([]);
  });

  it('the nightly check finds a balance that lost a change', async () => {
    await fresh.database.pool.query('delete from balance_changes where status = $1', ['DUE']);
    expect(await violations()).not.toEqual([]);
  });
});
