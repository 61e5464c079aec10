/**
 * A server of a Citus cluster is killed while payers pay, then the coordinator, then each kind of process (ADR 0084).
 * Companies on other servers notice nothing of a dead server; its own are answered 503. Only part of a full run, on a
 * cluster on this machine that CITUS_START can start again (docs/testing.md).
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@quittance/dev/free-port';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../../../domain/test/full-run.ts';
import { checkInvariants } from '../../../../src/payments/reconciliation/check-invariants.ts';
import { keysFromText } from '../../../../src/platform/sealing/key-source.ts';
import { createSealer } from '../../../../src/platform/sealing/seal.ts';
import { CITUS_URL } from '../../../citus.ts';
import { type FreshDatabase, freshDatabase } from '../../../database.ts';
import { type ServeProcess, startServe } from '../../../production/serve-process.ts';
import { type Click, openCompany, prepareClick, submitOnce } from '../../../scenarios/kills.ts';
import type { TestCompany } from '../../../world/company.ts';
import { type Sandbox, startSandbox } from '../../../world/sandbox-process.ts';

/** Starts the Postgres whose data folder is its argument. */
const CITUS_START = process.env['CITUS_START'];
/** Operations of the cluster, such as moving a shard: programs whose argument is the URL of the database. */
const CITUS_OPERATIONS = (process.env['CITUS_OPERATIONS'] ?? '').split(',').filter(Boolean);
const isRun = isFullRun && CITUS_URL !== null && CITUS_START !== undefined;

const DEATHS = Number(process.env['QUITTANCE_DEATHS'] ?? 5);
const DEAD_MS = 60_000;
const CALM_MS = 15_000;
const PAYERS_PER_COMPANY = 2;
const PAUSE_MS = 1000;
const CHARGE_MS = 2000;
const STOCK = 80;
const SETUP_MS_MAX = 600_000;
const PATIENCE = { timeout: 300_000, interval: 500 } as const;

const run = promisify(execFile);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const secretKey = randomBytes(32).toString('base64');

let fresh: FreshDatabase;
let sandbox: Sandbox;
let folder: string;
const processes: Record<'web' | 'other web' | 'worker', ServeProcess> = Object.create(null);
const companies: { company: TestCompany; server: string; clicks: Click[] }[] = [];

const stage = () => ({
  portal: { database: fresh.database, sealer: createSealer(...keysFromText(secretKey)) },
  sandbox,
});

async function start(role: 'web' | 'worker'): Promise<ServeProcess> {
  const port = String(await freePort());
  const served = startServe({
    words: ['--processes', '1', '--pool', '12', '--role', role, '--allow-http'],
    folder,
    environment: {
      DATABASE_URL: fresh.url,
      SECRET_KEY: secretKey,
      DATA_DIR: folder,
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PAYENGINE_URL: sandbox.baseUrls.payengine,
      STRIPE_URL: sandbox.baseUrls.stripe,
      FISERV_URL: sandbox.baseUrls.fiserv,
      LOG_LEVEL: 'info',
    },
  });
  await served.ready();
  return served;
}

async function toServer({ companyId }: TestCompany): Promise<string> {
  const { rows } = await fresh.database.pool.query<{ server: string }>(
    `select nodename || ':' || nodeport as server from citus_shards
     where table_name = 'invoices'::regclass
       and shardid = get_shard_id_for_distribution_column('invoices', $1::uuid)`,
    [companyId],
  );
  return rows[0]?.server ?? '';
}

const countOn = (server: string) => companies.filter((one) => one.server === server).length;

/** Two companies on each of two servers. */
async function openCompanies(): Promise<void> {
  while (companies.length < 4) {
    const company = await openCompany(stage(), companies.length % 2 ? 'payengine' : 'stripe');
    const server = await toServer(company);
    if (countOn(server) < 2) companies.push({ company, server, clicks: [] });
  }
}

async function fillStocks(): Promise<void> {
  for (const { company, clicks } of companies) {
    while (clicks.length < STOCK) {
      const more = Array.from({ length: 8 }, () => prepareClick(stage(), company));
      clicks.push(...(await Promise.all(more)));
    }
  }
}

/** A charge is under way whenever something happens. */
const slowDown = ({ merchant }: TestCompany) =>
  sandbox.fault({
    merchant,
    operation: merchant.processor === 'stripe' ? 'charge' : 'sale',
    fault: 'slow',
    times: 1000,
    delayMs: CHARGE_MS,
  });

type Counts = Record<string, number>;

/** Each payer repeats a click under its key until it is answered, as a page does. */
function startPayers(isAffected: (server: string) => boolean) {
  const counts: Record<'affected' | 'others', Counts> = { affected: {}, others: {} };
  const urls = [processes.web.url, processes['other web'].url];
  let isOver = false;
  const payers = companies.flatMap(({ server, clicks }) =>
    Array.from({ length: PAYERS_PER_COMPANY }, async (_, number) => {
      const counted = counts[isAffected(server) ? 'affected' : 'others'];
      let click = clicks.pop();
      for (let tries = number; click && !isOver; tries += 1) {
        const url = urls[tries % urls.length] ?? '';
        const answer = await submitOnce(url, click).catch(() => ({ code: 0, status: 'broken' }));
        const isAnswered = answer.code > 0 && answer.code < 500;
        const kind = `${answer.code} ${answer.status || ('message' in answer ? answer.message : '')}`;
        counted[kind] = (counted[kind] ?? 0) + 1;
        if (isAnswered) click = clicks.pop();
        await pause(PAUSE_MS);
      }
    }),
  );
  return {
    counts,
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(payers);
    },
  };
}

type Server = { pid: number; folder: string };

async function findServer(server: string): Promise<Server> {
  const url = new URL(CITUS_URL ?? '');
  url.host = server;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const { rows } = await client.query<{ pid: string; folder: string }>(
    `select split_part(pg_read_file('postmaster.pid'), e'\n', 1) as pid,
       current_setting('data_directory') as folder`,
  );
  await client.end();
  return { pid: Number(rows[0]?.pid), folder: rows[0]?.folder ?? '' };
}

/** How long events of the companies that were written since then took until they were passed on. */
async function slowestDelivery(since: Date, companyIds: string[]): Promise<number | null> {
  const { rows } = await fresh.database.pool.query<{ slowest: string | null }>(
    `select max(extract(epoch from coalesce(delivered_at, now()) - created_at)) as slowest from outbox
     where created_at >= $1 and company_id = any($2)`,
    [since, companyIds],
  );
  const slowest = rows[0]?.slowest;
  return slowest ? Math.round(Number(slowest) * 10) / 10 : null;
}

const readTime = async () =>
  (await fresh.database.pool.query<{ now: Date }>('select now() as now')).rows[0]?.now ??
  new Date();

/** Nothing is open any more, and what the processor has taken is what is booked. */
async function expectEqualBooks(): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await fresh.database.pool.query(
            `select state from attempts where state not in ('SUCCEEDED', 'FAILED')`,
          )
        ).rows,
      PATIENCE,
    )
    .toEqual([]);
  for (const { company } of companies) {
    const { rows } = await fresh.database.pool.query<{ id: string; cents: string }>(
      `select id, amount_cents + fee_cents as cents from attempts
       where company_id = $1 and state = 'SUCCEEDED'`,
      [company.companyId],
    );
    const taken = (await sandbox.records(company.merchant)).filter(
      ({ status }) => status === 'succeeded' || status === 'approved' || status === 'captured',
    );
    const booked = rows.map(({ id, cents }) => `${id} ${cents}`);
    const recorded = taken.map(
      ({ internalTransactionID: id, amountCents }) => `${id} ${amountCents}`,
    );
    expect(recorded.toSorted()).toEqual(booked.toSorted());
  }
  expect(await checkInvariants(fresh.database)).toEqual([]);
}

const log = (what: string, figures: object) =>
  process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`);

async function whileDead(server: string, isAffected: (of: string) => boolean) {
  await fillStocks();
  const since = await readTime();
  const { pid, folder: data } = await findServer(server);
  const payers = startPayers(isAffected);
  await pause(CALM_MS);
  process.kill(pid, 'SIGKILL');
  await pause(DEAD_MS);
  await run(CITUS_START ?? '', [data]);
  await pause(CALM_MS);
  await payers.stop();
  const others = companies.filter((one) => !isAffected(one.server));
  const slowest = await slowestDelivery(
    since,
    others.map(({ company }) => company.companyId),
  );
  log(`dead server ${server}`, { ...payers.counts, slowestDeliverySeconds: slowest });
  return payers.counts;
}

const statusesIn = (counts: Counts) => [
  ...new Set(Object.keys(counts).map((kind) => Number(kind.split(' ')[0]))),
];
const isWrong = (status: number) => status === 0 || status >= 500;

describe.runIf(isRun)('A dead server of a cluster (ADR 0084)', () => {
  beforeAll(async () => {
    fresh = await freshDatabase();
    sandbox = await startSandbox();
    folder = await mkdtemp(join(tmpdir(), 'quittance-dead-'));
    await openCompanies();
    processes.web = await start('web');
    processes['other web'] = await start('web');
    processes.worker = await start('worker');
  }, SETUP_MS_MAX);
  afterAll(async () => {
    if (!isRun) return;
    for (const served of Object.values(processes)) await served.stop();
    await sandbox?.stop();
    await fresh?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(Array.from({ length: DEATHS }, (_, index) => index + 1))(
    'a dead server stops only its own companies, and nothing is lost: death %d',
    async () => {
      const [{ server } = { server: '' }] = companies;
      const { affected, others } = await whileDead(server, (of) => of === server);
      await expectEqualBooks();
      expect(statusesIn(others).filter(isWrong)).toEqual([]);
      expect(statusesIn(affected).filter(isWrong)).toEqual([503]);
    },
    1_200_000,
  );

  it('a dead coordinator is answered 503, and nothing is lost', async () => {
    const { affected } = await whileDead(new URL(CITUS_URL ?? '').host, () => true);
    await expectEqualBooks();
    expect(statusesIn(affected).filter(isWrong)).toEqual([503]);
  }, 1_200_000);

  it.each(CITUS_OPERATIONS)(
    'an operation of the cluster under load loses nothing: %s',
    async (operation) => {
      await fillStocks();
      for (const { company } of companies) await slowDown(company);
      const payers = startPayers(() => true);
      await pause(CALM_MS);
      const beganMs = performance.now();
      const { stdout } = await run(operation, [fresh.url]);
      const seconds = Math.round((performance.now() - beganMs) / 100) / 10;
      await pause(CALM_MS);
      await payers.stop();
      await sandbox.clearFaults();
      log(operation, { seconds, ...payers.counts.affected, said: stdout.trim() });
      await expectEqualBooks();
      expect(statusesIn(payers.counts.affected)).not.toContain(500);
    },
    1_200_000,
  );

  it.each(['web', 'worker'] as const)(
    'a killed process loses nothing: %s',
    async (kind) => {
      await fillStocks();
      const payers = startPayers(() => true);
      await pause(CALM_MS);
      const [victim = 0] = processes[kind].processes();
      process.kill(victim, 'SIGKILL');
      await pause(2 * CALM_MS);
      await payers.stop();
      log(`killed ${kind}`, payers.counts.affected);
      await expectEqualBooks();
      expect(statusesIn(payers.counts.affected)).not.toContain(500);
    },
    1_200_000,
  );
});
