/**
 * The migrations of a release on a large database while payers read and pay (docs/production.md): no read and no
 * payment fails, and none waits for a second. The steps are those by which a column that is filled, an index and a
 * constraint are added to a table that payers use. A full run has a million invoices.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sampled } from '../../../domain/test/full-run.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { writeMigrations } from '../migrations-folder.ts';
import { prepareClick, submitOnce } from '../scenarios/kills.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { useWorld } from '../world/world.ts';

const INVOICES = sampled({ sample: 1000, full: 1_000_000 });
const PAYERS = 2;
/** A machine that runs other tests at the same time is slower. */
const WAIT_MS_MAX = sampled({ sample: 5000, full: 1000 });

const STEPS = {
  '9000_columns': `alter table invoices add column remark text;
    alter table companies add column remark text default '' not null;
    alter table attempts add column remark text;
    alter table customers add column remark text`,
  '9001_index':
    'create index concurrently invoices_to_remark on invoices (company_id, id) where remark is null',
  '9002_backfill': `-- batches: 250 invoices, along the index
    update invoices set remark = account_ref where (company_id, id) in
      (select company_id, id from invoices where remark is null order by company_id, id limit 250)`,
  '9003_check': `alter table invoices add constraint remarked check (remark <> '') not valid`,
  '9004_validate': 'alter table invoices validate constraint remarked',
};

let folder: string | undefined;
afterAll(async () => {
  if (folder !== undefined) await rm(folder, { recursive: true });
});

describe('Migrations under load', () => {
  const world = useWorld();

  async function addInvoices({ companyId, customerId }: TestCompany): Promise<void> {
    const client = await world.deps.database.pool.connect();
    // Triggers and references would take ten times as long. The balance is written as the trigger would. An index is
    // made faster of all rows than of each.
    await client.query('set statement_timeout = 0; set session_replication_role = replica');
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index where indrelid = 'invoices'::regclass and not indisunique`,
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query(
      `insert into invoices (company_id, id, customer_id, account_ref, internal_ref, product_name, total_cents,
         paid_cents, due_on, opened_on, status, created_at)
       select $1, gen_random_uuid(), $2, 'L-' || n, 'large-' || n, 'Filling', 9000, 0, '2026-12-01', '2026-11-01',
         'DUE', '2026-11-01' from generate_series(1, $3::int) n`,
      [companyId, customerId, INVOICES],
    );
    await client.query(
      `insert into balance_changes (company_id, customer_id, status, total_cents, paid_cents)
       values ($1, $2, 'DUE', 9000 * $3::bigint, 0)`,
      [companyId, customerId, INVOICES],
    );
    for (const { definition } of indexes) await client.query(definition);
    await client.query('analyze invoices');
    client.release(true);
  }

  async function timed(waits: number[], call: () => Promise<number>): Promise<void> {
    const beganMs = performance.now();
    expect(await call()).toBe(200);
    waits.push(performance.now() - beganMs);
  }

  const read = async ({ domain, token }: TestInvoice) => {
    const response = await fetch(`${world.url}/api/portal/public/account/${domain}/${token}`);
    await response.arrayBuffer();
    return response.status;
  };

  type Waits = { reads: number[]; payments: number[] };

  async function payOnce(company: TestCompany, { reads, payments }: Waits): Promise<void> {
    const click = await prepareClick({ portal: world.deps, sandbox: world.sandbox }, company);
    await timed(reads, () => read(click.invoice));
    await timed(payments, async () => (await submitOnce(world.url, click)).code);
    await timed(reads, () => read(click.invoice));
  }

  it(`payers read and pay while ${INVOICES} invoices are migrated`, {
    timeout: sampled({ sample: 60_000, full: 3_600_000 }),
  }, async () => {
    const company = await world.company();
    await addInvoices(company);
    folder = await writeMigrations(await mkdtemp(join(tmpdir(), 'quittance-load-')), {
      more: STEPS,
    });
    // The first payment of a process takes longer.
    await payOnce(company, { reads: [], payments: [] });
    let isOver = false;
    const waits: Waits = { reads: [], payments: [] };
    const payers = Array.from({ length: PAYERS }, async () => {
      while (!isOver) await payOnce(company, waits);
    });
    const beganMs = performance.now();
    try {
      await migrate(world.deps.database.pool.options.connectionString ?? '', folder);
    } finally {
      isOver = true;
    }
    const seconds = Math.round((performance.now() - beganMs) / 1000);
    await Promise.all(payers);
    const { reads, payments } = waits;
    const longestMs = Math.round(Math.max(...reads, ...payments));
    const figures = { seconds, reads: reads.length, payments: payments.length, longestMs };
    process.stdout.write(`migrations: ${JSON.stringify(figures)}\n`);
    expect(longestMs).toBeLessThan(WAIT_MS_MAX);
  });
});
