/** The default order of a customer's invoices (R35) with many rows: a page reads a page, not the list. */

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fixedClock } from '../../src/clock.ts';
import { systemEntropy } from '../../src/entropy.ts';
import { createSealer } from '../../src/storage/seal.ts';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { addCompany, type TestCompany } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';

const COUNT = 5000;
/** For writing them on a busy machine. */
const SEED_MS_MAX = 120_000;
const PAGE = 26;

let fresh: FreshDatabase;
let company: TestCompany;

beforeAll(async () => {
  fresh = await freshDatabase();
  const { database } = fresh;
  const sealer = createSealer(systemEntropy.bytes(32));
  const clock = fixedClock('2026-11-15T15:00:00.000Z');
  company = await addCompany(
    { database, sealer, clock, entropy: systemEntropy },
    newMerchant('stripe'),
  );
  const { companyId, customerId } = company;
  await database.pool.query(
    `insert into invoices (company_id, id, customer_id, account_ref, internal_ref, product_name,
       total_cents, paid_cents, due_on, opened_on, status, created_at)
     select $1, gen_random_uuid(), $2, 'LG-' || n, 'internal-' || n, 'Service', 1000,
       case when n % 10 < 7 then 1000 else 0 end, date '2024-01-01' + n % 1000,
       date '2023-12-01' + n % 1000,
       case when n % 10 < 7 then 'COLLECTED' when n % 10 = 7 then 'DUE' when n % 10 = 8 then
         'IN_COLLECTION' else 'DRAFT' end, now()
     from generate_series(1, $3) n`,
    [companyId, customerId, COUNT],
  );
  await database.pool.query('analyze invoices');
}, SEED_MS_MAX);
afterAll(() => fresh.drop());

type PlanNode = Readonly<Record<string, unknown>> & { Plans?: PlanNode[] };
const planSchema = z.tuple([z.object({ Plan: z.custom<PlanNode>() })]);

function rowsOf(node: PlanNode): number {
  const own = Number(node['Actual Rows'] ?? 0) + Number(node['Rows Removed by Filter'] ?? 0);
  return own + (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0);
}

/** The rows that a query of the portal's role reads, with the wall of row-level security. */
function rowsRead(condition: string, order = ''): Promise<number> {
  const { companyId, customerId } = company;
  return fresh.database.inCompany({ companyId, customerId }, async (tx) => {
    const own = `company_id = '${companyId}' and customer_id = '${customerId}'`;
    const query = `select id from invoices where ${own} and ${condition} ${order}`;
    const { rows } = await tx.execute(sql.raw(`explain (analyze, format json) ${query}`));
    const [{ Plan: plan }] = planSchema.parse(rows[0]?.['QUERY PLAN']);
    return rowsOf(plan);
  });
}

const ORDER = `order by urgency, id limit ${PAGE}`;

describe('A customer with 5,000 invoices', () => {
  it('the first page and a page in the middle read one page of rows (R35)', async () => {
    const { rows } = await fresh.database.pool.query<{ urgency: number; id: string }>(
      `select urgency, id from invoices order by urgency, id offset ${COUNT / 2} limit 1`,
    );
    const [middle] = rows;
    const after = `(urgency, id) > (${middle?.urgency}::integer, '${middle?.id}'::uuid)`;
    expect(await rowsRead('true', ORDER)).toBeLessThan(4 * PAGE);
    expect(await rowsRead(after, ORDER)).toBeLessThan(4 * PAGE);
  });

  it('an invoice is found by its reference in any case without reading the others (R53)', async () => {
    expect(await rowsRead("account_ref_key = lower('lg-77')")).toBeLessThan(10);
  });
});
