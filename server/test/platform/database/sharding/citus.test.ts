/**
 * Tests the migrations, the distribution and tenant isolation on a real Citus cluster if CITUS_URL points to its
 * coordinator (docs/testing.md). Otherwise skipped.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreBackup } from '../../../../src/exchange/backup/restore-backup.ts';
import { writeBackup } from '../../../../src/exchange/backup/write-backup.ts';
import { fixedClock } from '../../../../src/kernel/clock.ts';
import { appendAudit } from '../../../../src/platform/audit/audit.ts';
import { openDatabase } from '../../../../src/platform/database/database.ts';
import { connectionName } from '../../../../src/platform/database/postgres-facts.ts';
import {
  distribute,
  NotDistributable,
  readPlacement,
} from '../../../../src/platform/database/sharding/distribute.ts';
import {
  addToOutbox,
  listCompaniesWithEvents,
  takeUndelivered,
} from '../../../../src/platform/events/outbox.ts';
import { CITUS_URL, citusDatabase } from '../../../citus.ts';
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../../../database.ts';
import { fillEveryTable, type SmallCompany } from '../../../rows/every-table.ts';
import { START } from '../../../world/world.ts';

const ENTRY = { actor: 'test', action: 'did', subject: 'something', detail: {} };

const AT = fixedClock(START).now();

describe('A plain Postgres', () => {
  it('a plain Postgres database is not distributed, and the reason is reported', async () => {
    const plain = await emptyDatabase();
    try {
      const { pool } = plain.database;
      await expect(distribute(pool)).rejects.toThrow(NotDistributable);
      await expect(readPlacement(pool)).rejects.toThrow('plain Postgres');
    } finally {
      await plain.drop();
    }
  });
});

const REASON = CITUS_URL === null ? ' — SKIPPED: CITUS_URL is not set' : '';

describe.skipIf(CITUS_URL === null)(`A Citus cluster (ADR 0084)${REASON}`, () => {
  let fresh: FreshDatabase;
  let harbor: SmallCompany;
  let summit: SmallCompany;

  beforeAll(async () => {
    fresh = await freshDatabase();
    harbor = await fillEveryTable(fresh.database, 'harbor');
    summit = await fillEveryTable(fresh.database, 'summit');
  });
  afterAll(() => fresh?.drop());

  it('a Citus cluster has every table in its place, and a second distribution changes nothing', async () => {
    const placement = await readPlacement(fresh.database.pool);
    expect(placement).toMatchObject({ reference: ['companies'], waiting: [] });
    expect(placement.distributed.length).toBeGreaterThan(40);
    expect(placement.servers.length).toBeGreaterThan(0);
    expect(await distribute(fresh.database.pool)).toEqual(placement);
  });

  it('a Citus cluster is not distributed beside running processes, which are named', async () => {
    const name = connectionName('worker');
    const running = openDatabase({
      url: fresh.url,
      name,
      connectionsMax: 1,
      onIdleError: () => {},
    });
    try {
      await running.pool.query('select');
      await expect(distribute(fresh.database.pool)).rejects.toThrow(`Stop: ${name}`);
    } finally {
      await running.close();
    }
  });

  it('a Citus cluster moves a shard to another server while it is written', async () => {
    const { rows } = await fresh.database.pool.query<{ move: string }>(`select format(
        'select citus_move_shard_placement(%s, %L, %s, %L, %s)',
        s.shardid, s.nodename, s.nodeport, n.nodename, n.nodeport) as move
      from citus_shards s join pg_dist_node n on n.shouldhaveshards and n.nodeport <> s.nodeport
      where s.table_name = 'invoices'::regclass limit 1`);
    // Each of the tables is copied and followed, which takes longer than a statement of the portal may.
    const client = new pg.Client({ connectionString: fresh.url });
    await client.connect();
    try {
      await client.query(rows[0]?.move ?? '');
    } finally {
      await client.end();
    }
  });

  it('a Citus cluster sets a scope on the other servers without a warning', async () => {
    const { companyId } = harbor;
    const warnings: string[] = [];
    const database = openDatabase({ url: fresh.url, connectionsMax: 1, onIdleError: () => {} });
    database.pool.on('connect', (client) =>
      client.on('notice', ({ message = '' }) => void warnings.push(message)),
    );
    await database.inCompany({ companyId }, (tx) => tx.execute('select count(*) from invoices'));
    await database.close();
    expect(warnings).toEqual([]);
  });

  it('a Citus cluster shows a company and a customer only their own rows', async () => {
    const { companyId, maya } = harbor;
    const count = (scope: { companyId: typeof companyId; customerId?: typeof maya.customerId }) =>
      fresh.database.readAloneInCompany(scope, async (tx) => {
        const { rows } = await tx.execute('select company_id, customer_id from invoices');
        return rows;
      });
    const own = await count({ companyId });
    expect(own.length).toBeGreaterThan(1);
    expect(new Set(own.map((row) => row['company_id']))).toEqual(new Set([companyId]));
    const hers = await count({ companyId, customerId: maya.customerId });
    expect(new Set(hers.map((row) => row['customer_id']))).toEqual(new Set([maya.customerId]));
    expect(await count({ companyId: summit.companyId, customerId: maya.customerId })).toEqual([]);
  });

  it('a Citus cluster updates balances together with the invoices', async () => {
    const { companyId, maya } = harbor;
    const { pool } = fresh.database;
    const sum = async () => {
      const { rows } = await pool.query<{ cents: string }>(
        `select coalesce(sum(total_cents), 0) as cents from balance_changes
         where company_id = $1 and customer_id = $2`,
        [companyId, maya.customerId],
      );
      return Number(rows[0]?.cents);
    };
    const before = await sum();
    await pool.query(
      `insert into invoices (company_id, id, customer_id, account_ref, internal_ref, product_name,
         total_cents, paid_cents, due_on, opened_on, status, created_at)
       values ($1, $2, $3, $4, $4, 'Thing', 700, 0, '2026-01-15', '2026-01-15', 'DUE', now())`,
      [companyId, randomUUID(), maya.customerId, randomUUID()],
    );
    expect(await sum()).toBe(before + 700);
  });

  it('a Citus cluster commits what a transaction of a company writes on one server, in one phase', async () => {
    const { companyId, maya } = harbor;
    const { database } = fresh;
    await database.pool.query('select recover_prepared_transactions()');
    await database.inCompany({ companyId }, async (tx) => {
      await appendAudit(tx, { companyId, ...ENTRY, at: AT });
      const payload = { customerId: maya.customerId };
      await addToOutbox(tx, { companyId, topic: 'customer_add_pm', payload, at: AT });
    });
    expect((await database.pool.query('select gid from pg_dist_transaction')).rows).toEqual([]);
    expect(await database.readAlone(listCompaniesWithEvents)).toContain(companyId);
    const taken = await database.asSystem((tx) =>
      takeUndelivered(tx, { companyId, limit: 10, at: AT }),
    );
    expect(new Set(taken.map((row) => row.companyId))).toEqual(new Set([companyId]));
    expect(taken.at(-1)).toMatchObject({ topic: 'customer_add_pm' });
  });

  const readBalances = async (pool: pg.Pool) =>
    (
      await pool.query(`select company_id, customer_id, sum(total_cents), sum(paid_cents)
        from balance_changes group by 1, 2 order by 1, 2`)
    ).rows;

  it('a Citus cluster is backed up and restored into a database that is then distributed (ADR 0082)', async () => {
    const clock = fixedClock(START);
    const folder = mkdtempSync(join(tmpdir(), 'quittance-citus-'));
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    const other = await citusDatabase(CITUS_URL ?? '', name, { isDistributed: false });
    const pool = new pg.Pool({ connectionString: other.url, max: 2 });
    try {
      const path = join(folder, 'one.backup');
      const { ledger } = await writeBackup({ url: fresh.url, clock }, path);
      const refused = restoreBackup({ url: fresh.url, clock }, path);
      await expect(refused).rejects.toThrow('The tables are distributed already.');
      expect(await restoreBackup({ url: other.url, clock }, path)).toMatchObject({ ledger });
      expect(await distribute(pool)).toMatchObject({ waiting: [] });
      expect(await readBalances(pool)).toEqual(await readBalances(fresh.database.pool));
      const again = await writeBackup({ url: other.url, clock }, join(folder, 'two.backup'));
      expect(again.ledger).toBe(ledger);
    } finally {
      await pool.end();
      await other.drop();
      rmSync(folder, { recursive: true });
    }
  });
});
