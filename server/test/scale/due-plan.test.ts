/** Finding the charges due today does not read those due later, regardless of their number (R15). */
import { isoDate } from '@quittance/contract/dates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDue } from '../../src/arrangements/due.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { systemEntropy } from '../../src/kernel/entropy.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import { createSealer } from '../../src/platform/sealing/seal.ts';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { addCompany, type TestCompany } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';

const TODAY = isoDate('2026-11-15');
const LATER = 5000;
const DUE = 5;
/** Writing the rows takes long on a busy machine. */
const SEED_MS_MAX = 120_000;

let fresh: FreshDatabase;
let company: TestCompany;

/** The referenced rows are missing, because only the due rows are read. */
const SEED = [
  `insert into schedules (company_id, id, customer_id, invoice_id, mandate_id, method_id, amount_cents, fee_cents,
     charge_on, state, created_at)
   select $1, gen_random_uuid(), $2, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1000, 0,
     $3::date + case when n <= $4::int then 0 else n end, 'LIVE', now()
   from generate_series(1, $5::int) n`,
  `insert into plans (company_id, id, customer_id, invoice_id, mandate_id, method_id, amount_cents, fee_cents,
     count, anchor_on, state, created_at)
   select $1, md5(n::text)::uuid, $2, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1000, 0, 2, $3,
     'LIVE', now()
   from generate_series(1, $5::int) n where $4::int > 0`,
  `insert into installments (company_id, plan_id, customer_id, index, due_on, principal_cents, fee_cents, cost_cents, status)
   select $1, md5(n::text)::uuid, $2, 1, $3::date + case when n <= $4::int then 0 else n end, 500, 0, 500, 'OPEN'
   from generate_series(1, $5::int) n`,
];

beforeAll(async () => {
  fresh = await freshDatabase();
  const { database } = fresh;
  const sealer = createSealer(systemEntropy.bytes(32));
  const clock = fixedClock('2026-11-15T15:00:00.000Z');
  const setting = { database, sealer, clock, entropy: systemEntropy };
  company = await addCompany(setting, newMerchant('stripe'));
  const { companyId, customerId } = company;
  const client = await database.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const text of SEED) {
      await client.query(text, [companyId, customerId, TODAY, DUE, DUE + LATER]);
    }
    await client.query('reset session_replication_role; analyze');
  } finally {
    client.release();
  }
}, SEED_MS_MAX);
afterAll(() => fresh.drop());

async function countRead(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ read: string }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_xact_user_tables
     where relname in ('schedules', 'plans', 'installments')`,
  );
  return Number(rows[0]?.read);
}

describe('Due charges among many that are due later', () => {
  it('the charge job reads only a few rows for each due charge', async () => {
    const { companyId } = company;
    const { due, read } = await fresh.database.inCompany({ companyId }, async (tx) => {
      // Uses production's setting, because tests otherwise use generic plans.
      await tx.execute('set local plan_cache_mode = auto');
      const before = await countRead(tx);
      const found = await findDue(tx, { companyId, today: TODAY });
      return { due: found, read: (await countRead(tx)) - before };
    });
    expect(due).toHaveLength(2 * DUE);
    expect(read).toBeLessThanOrEqual(2 * DUE * 3);
  });
});
