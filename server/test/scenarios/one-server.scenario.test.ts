/**
 * A payment on a distributed database: each statement goes to the server of its company, and what it writes commits there
 * in one phase (ADR 0084, 0133). On a cluster (CITUS_URL), Citus counts them itself.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { CITUS_URL } from '../citus.ts';
import { isInsertSelect, isOfOneCompany } from '../platform/database/sharding/one-company.ts';
import { collectStatements } from '../platform/database/sharding/record-statements.ts';
import type { TestCompany } from '../world/company.ts';
import { payTogether } from '../world/several-invoices.ts';
import { signIn } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

const world = useWorld({ isAsDistributed: true });
let harbor: TestCompany;

/** Counted by each connection of the coordinator. */
const SPREAD = `select sum(query_execution_multi_shard)::int as count from citus_stat_counters
  where name = current_database()`;

async function countSpread(): Promise<number> {
  if (CITUS_URL === null) return 0;
  const { rows } = await world.deps.database.pool.query<{ count: number }>(SPREAD);
  return rows[0]?.count ?? 0;
}

async function expectOnOneServer(pay: () => Promise<unknown>): Promise<void> {
  const { pool } = world.deps.database;
  if (CITUS_URL !== null) await pool.query('select recover_prepared_transactions()');
  const before = await countSpread();
  const statements = await collectStatements(pay);
  expect(statements.length).toBeGreaterThan(20);
  expect(statements.filter((each) => !isOfOneCompany(each))).toEqual([]);
  expect(statements.filter(isInsertSelect)).toEqual([]);
  expect((await countSpread()) - before).toBe(0);
  if (CITUS_URL === null) return;
  expect((await pool.query('select gid from pg_dist_transaction')).rows).toEqual([]);
}

describe('A payment on a distributed database (ADR 0133)', () => {
  beforeAll(async () => {
    if (CITUS_URL !== null) {
      const { pool } = world.deps.database;
      const { rows } = await pool.query<{ name: string }>('select current_database() as name');
      await pool.query(`alter database ${rows[0]?.name} set citus.enable_stat_counters = on`);
    }
    harbor = await world.company({
      rules: {
        availablePaymentOptions: [],
        restrictedPaymentMethods: [],
        isOwnAmountAllowed: true,
      },
    });
  });

  it('a payment of one invoice sends each statement to one server and commits in one phase', async () => {
    const invoice = await world.invoice(harbor);
    await expectOnOneServer(async () => {
      expect(await world.payer(harbor, invoice).pay()).toMatchObject({ success: true });
    });
  });

  it('a payment of several invoices sends each statement to one server and commits in one phase', async () => {
    const caller = await signIn(world, harbor);
    const invoices = [await world.invoice(harbor), await world.invoice(harbor)];
    const chosen = invoices.map((invoice) => ({ invoice, amount: 1000 }));
    await expectOnOneServer(async () => {
      const { answer } = await payTogether(world, { caller, company: harbor }, { chosen });
      expect(answer).toMatchObject({ success: true });
    });
  });
});
