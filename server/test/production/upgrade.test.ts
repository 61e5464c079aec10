/**
 * An upgrade from the baseline (docs/production.md): `migrate` converts rows from the baseline schema to this
 * version. No amount changes, the invariants hold, and links and plans from that time still open. The rows are in
 * baseline-rows.json.gz: three companies, one per processor, with card and bank payments, some for several
 * invoices, failed, returned, refunded and disputed payments, and a plan, a scheduled payment and auto-pay for each
 * company.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { instantSchema } from '@quittance/contract/dates';
import { publicInvoiceSchema } from '@quittance/contract/invoices/portal-schemas';
import { freePort } from '@quittance/dev/free-port';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startPortal } from '../../src/app/composition.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { readConfig } from '../../src/kernel/config.ts';
import { checkInvariants } from '../../src/payments/reconciliation/check-invariants.ts';
import { migrate, migrationNames, pendingMigrations } from '../../src/platform/database/migrate.ts';
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../database.ts';
import { writeMigrations } from '../migrations-folder.ts';

const BASELINE = '0000_baseline';
const SECRET_KEY = createHash('sha256').update('baseline').digest('base64');

const rowSchema = z.record(z.string(), z.unknown());
const linkSchema = z.object({ domain: z.string(), token: z.string() });
const writtenSchema = z.object({
  /** The time at which the rows were written. The test needs it because links expire. */
  at: instantSchema,
  links: z.array(linkSchema.extend({ amountCents: z.number(), plan: linkSchema })),
  tables: z.record(z.string(), z.array(rowSchema).min(1)),
});

type WrittenRows = z.infer<typeof writtenSchema>;

/** Writes the rows unchanged, without firing triggers. */
async function writeRows(url: string, tables: WrittenRows['tables']): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const [table, rows] of Object.entries(tables)) {
      const names = Object.keys(rows[0] ?? {})
        .map((name) => `"${name}"`)
        .join(', ');
      await client.query(
        `insert into "${table}" (${names}) overriding system value
         select ${names} from json_populate_recordset(null::"${table}", $1)`,
        [JSON.stringify(rows)],
      );
    }
  } finally {
    await client.end();
  }
}

const FIGURES = {
  postings:
    'select attempt_id, source, destination, amount_cents from postings order by company_id, id',
  invoices: 'select id, status, total_cents, paid_cents from invoices order by id',
  attempts: 'select id, state, amount_cents, fee_cents from attempts order by id',
  installments: 'select plan_id, index, due_on, cost_cents, status from installments order by 1, 2',
} as const;

async function figures({ pool }: FreshDatabase['database']): Promise<Record<string, unknown[]>> {
  const read = Object.entries(FIGURES).map(async ([name, text]) => {
    const { rows } = await pool.query(text);
    return [name, rows] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

let folder: string;
let fresh: FreshDatabase;
let written: WrittenRows;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-upgrade-'));
  const file = new URL('baseline-rows.json.gz', import.meta.url);
  written = writtenSchema.parse(JSON.parse(gunzipSync(await readFile(file)).toString()));
  fresh = await emptyDatabase();
  await migrate(fresh.url, await writeMigrations(join(folder, 'migrations'), { until: BASELINE }));
  await writeRows(fresh.url, written.tables);
});
afterAll(async () => {
  await fresh.drop();
  await rm(folder, { recursive: true, force: true });
});

async function shown(url: string, { domain, token }: z.infer<typeof linkSchema>) {
  const answer = await fetch(`${url}/api/portal/public/account/${domain}/${token}`);
  return z.object({ account: publicInvoiceSchema }).parse(await answer.json()).account;
}

describe('An upgrade from the baseline', () => {
  it('an upgrade keeps every figure, and the invariants hold', async () => {
    const before = await figures(fresh.database);
    expect(before['postings']).not.toEqual([]);
    const later = migrationNames().filter((name) => name !== BASELINE);
    expect(await pendingMigrations(fresh.database.pool)).toEqual(later);
    await migrate(fresh.url);
    expect(await pendingMigrations(fresh.database.pool)).toEqual([]);
    expect(await figures(fresh.database)).toEqual(before);
    expect(await checkInvariants(fresh.database)).toEqual([]);
  });

  it('the new schema accepts rows of the previous version, which writes them again after a rollback', async () => {
    const next = await freshDatabase();
    await writeRows(next.url, written.tables);
    expect(await figures(next.database)).toEqual(await figures(fresh.database));
    await next.drop();
  });

  it('an upgraded database opens the old links and shows the old plans', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const settings = { DATABASE_URL: fresh.url, DATA_DIR: folder, PORT: String(port) };
    const config = readConfig({ ...settings, PUBLIC_URL: url, SECRET_KEY, ROLE: 'web' });
    const log = pino({ level: 'silent' });
    const clock = fixedClock(written.at);
    const portal = await startPortal({ ...config, migrates: false }, log, { clock });
    try {
      for (const link of written.links) {
        expect((await shown(url, link)).payable.amount).toBe(link.amountCents);
        expect((await shown(url, link.plan)).installments).toHaveLength(3);
      }
    } finally {
      await portal.stop();
    }
  });
});
