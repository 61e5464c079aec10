/**
 * Imports that run as jobs: the file is uploaded in parts, checked and written; a canceled or interrupted import leaves
 * whole batches only, and its report names the other rows.
 */
import { DAY_MS, MINUTE_MS } from '@quittance/contract/durations';
import { beforeAll, describe, expect, it } from 'vitest';
import { runImports } from '../../../src/exchange/import/run-imports.ts';
import { lockWaits } from '../../lock-waits.ts';
import { createProvider, type Provider } from '../../world/provider-client.ts';
import { useWorld } from '../../world/world.ts';

const TYPE = 'application/octet-stream';
const world = useWorld();
let call: Provider;
let companyId: string;

beforeAll(async () => {
  const company = await world.company();
  companyId = company.companyId;
  call = await createProvider(world, company);
});

const query = async (text: string, ...values: unknown[]) =>
  (await world.deps.database.pool.query(text, values)).rows;

async function upload(kind: string, fileName: string, ...parts: readonly string[]) {
  const { status, body } = await call('POST', '/import-jobs', { body: { kind, fileName } });
  expect([status, body.state]).toEqual([201, 'UPLOADING']);
  for (const [index, part] of parts.entries()) {
    const path = `/import-jobs/${body.id}/parts/${index + 1}`;
    const { status: stored } = await call('PUT', path, { body: Buffer.from(part), type: TYPE });
    expect(stored).toBe(200);
  }
  return `/import-jobs/${body.id}`;
}

const start = (path: string, body: object = {}) => call('POST', `${path}/start`, { body });

async function finish(path: string) {
  await runImports(world.deps);
  return (await call('GET', path)).body;
}

const parts = () => query('select from import_parts where company_id = $1', companyId);

describe('An import that runs as a job', () => {
  it('a file in two parts is checked, corrected, written and reported', async () => {
    const path = await upload(
      'customers',
      'Kunden.csv',
      'Kunde;Firma\nJ-1;Mo',
      'ss\nJ-2;Oak\nJ-2;Elm\n',
    );
    expect((await start(path, { isDryRun: true })).body).toMatchObject({ state: 'QUEUED' });
    const failed = await finish(path);
    expect(failed).toMatchObject({ state: 'FAILED', added: 0 });
    expect(failed.report.problem).toBe('Column customerRef is missing. Found: Kunde; Firma');
    expect(failed.report.file).toMatchObject({ encoding: 'utf-8', delimiter: 'semicolon' });
    await start(path, { dateFormat: 'DD.MM' });
    expect((await finish(path)).report.problem).toMatch(/^The date format 'DD\.MM' is not one/);
    const map = ['Kunde=customerRef', 'Firma=businessName'];
    await start(path, { map, isDryRun: true });
    const checked = await finish(path);
    expect(checked).toMatchObject({ state: 'CHECKED', added: 2, refused: 1, rowsRead: 3 });
    expect(checked.report.sample[0]).toEqual({ customerRef: 'J-1', businessName: 'Moss' });
    await start(path, { map });
    expect(await finish(path)).toMatchObject({ state: 'DONE', added: 2, refused: 1 });
    expect(await parts()).toEqual([]);
    const { body: report } = await call('GET', `${path}/report`);
    expect(report).toBe('line,result,details\r\n4,refused,names the same customer as line 3\r\n');
    expect((await start(path)).body).toMatchObject({ code: 'IMPORT_NOT_WAITING' });
    expect((await call('GET', '/import-jobs')).body.data).toHaveLength(1);
  });

  it('the mapping of the last import is used, and a report names what changes', async () => {
    const path = await upload('customers', 'Kunden.csv', 'Kunde;Firma\nJ-1;Moss\nJ-2;Ash\n');
    await start(path, { isDryRun: true });
    expect(await finish(path)).toMatchObject({ state: 'CHECKED', changed: 1, unchanged: 1 });
    const { body: report } = await call('GET', `${path}/report`);
    expect(Buffer.from(report, 'latin1').toString()).toContain(
      '3,changed,J-2: businessName “Oak” → “Ash”',
    );
    expect((await call('POST', `${path}/cancel`)).body).toMatchObject({ state: 'CANCELED' });
    expect(await parts()).toEqual([]);
  });

  it('a date format that was chosen once is used for the next file', async () => {
    const names = 'accountRef,customerRef,productName,total,dueDate';
    const first = await upload('invoices', 'a.csv', `${names}\nJ-1,J-1,Oar,1.00,02/01/2099\n`);
    await start(first, { isDryRun: true });
    expect((await finish(first)).report.problem).toMatch(/^Line 2: dueDate '02\/01\/2099' is /);
    await start(first, { dateFormat: 'DD/MM/YYYY' });
    expect(await finish(first)).toMatchObject({ state: 'DONE', added: 1 });
    const next = await upload('invoices', 'b.csv', `${names}\nJ-2,J-1,Oar,1.00,03/01/2099\n`);
    await start(next, { isDryRun: true });
    expect((await finish(next)).report).toMatchObject({
      file: { formats: { dueDate: 'DD/MM/YYYY' } },
      sample: [{ dueDate: '2099-01-03' }],
    });
    const other = await upload(
      'invoices',
      'c.csv',
      `${names},note\nJ-2,J-1,Oar,1.00,03/01/2099,\n`,
    );
    await start(other, { isDryRun: true });
    expect(await finish(other)).toMatchObject({
      state: 'FAILED',
      report: { question: { setting: 'dateFormat', text: '03/01/2099' } },
    });
    await start(next, { dateFormat: 'auto', isDryRun: true });
    expect(await finish(next)).toMatchObject({ state: 'FAILED' });
  });

  it('an import cannot start before all parts have arrived', async () => {
    const path = await upload('customers', 'x.csv', 'customerRef,businessName\n');
    await call('PUT', `${path}/parts/3`, { body: Buffer.from('J-9,Ash\n'), type: TYPE });
    expect((await start(path)).body.fields[0].message).toMatch('A part of the file is missing');
    await world.later(DAY_MS);
    await runImports(world.deps);
    expect((await call('GET', path)).body.state).toBe('CANCELED');
    expect(await parts()).toEqual([]);
  });

  const ROWS = 3000;
  const file = (mark: string) =>
    ['customerRef,businessName', ...Array.from({ length: ROWS }, (_, n) => `${mark}${n},A`)].join(
      '\n',
    );
  const stored = (mark: string) =>
    query('select customer_ref as ref from customers where customer_ref ~ $1', `^${mark}\\d+$`);

  /** Another caller holds a reference of a late batch, so that the import stops before it. */
  async function untilBlocked(mark: string, meanwhile: (path: string) => Promise<void>) {
    const path = await upload('customers', 'many.csv', file(mark));
    await start(path);
    const other = await world.deps.database.pool.connect();
    try {
      await other.query('begin');
      await other.query(
        `insert into customers (company_id, id, first_name, last_name, customer_ref, internal_ref, created_at)
         values ($1, gen_random_uuid(), 'A', 'B', $2, 'other', now())`,
        [companyId, `${mark}${ROWS - 1}`],
      );
      const running = runImports(world.deps);
      await expect.poll(() => lockWaits(world.deps.database.pool), { timeout: 30_000 }).toBe(1);
      await meanwhile(path);
      await other.query('rollback');
      await running;
    } finally {
      other.release();
    }
    return path;
  }

  it('a canceled import leaves whole batches, and its report lists the rows left out', {
    timeout: 60_000,
  }, async () => {
    const path = await untilBlocked('C', async (running) => {
      expect((await call('POST', `${running}/cancel`)).body.state).toBe('CANCELED');
    });
    const { body } = await call('GET', path);
    const present = await stored('C');
    expect(body).toMatchObject({ state: 'CANCELED', added: present.length });
    expect(present.length).toBeGreaterThan(0);
    expect(body.added + body.notWritten).toBe(ROWS);
    const { body: report } = await call('GET', `${path}/report`);
    const left = [...report.matchAll(/^(\d+),not written,/gm)].map(
      ([, line]) => `C${Number(line) - 2}`,
    );
    const refs = present.map(({ ref }) => ref);
    expect(new Set([...left, ...refs]).size).toBe(ROWS);
    expect(left).toHaveLength(body.notWritten);
  });

  it('an import whose connections break continues without adding a row twice', {
    timeout: 60_000,
  }, async () => {
    const path = await untilBlocked('D', async () => {
      // Waits for its end. Otherwise it might get the lock first and finish.
      await query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
    });
    expect((await call('GET', path)).body.state).toBe('RUNNING');
    const before = (await stored('D')).length;
    expect(before).toBeLessThan(ROWS);
    await world.later(5 * MINUTE_MS);
    expect(await finish(path)).toMatchObject({
      state: 'DONE',
      added: ROWS,
      unchanged: 0,
      refused: 0,
    });
    expect(await stored('D')).toHaveLength(ROWS);
    const { body: events } = await call('GET', '/events?limit=2');
    expect(events.data).toMatchObject([{ number: 1 }, { number: 2 }]);
    const [numbered] = await query(
      `select count(*)::int as count, count(distinct number)::int as numbers, max(number)::int as last
       from provider_events where company_id = $1`,
      companyId,
    );
    const count = numbered?.['count'];
    expect(numbered).toEqual({ count, numbers: count, last: count });
  });
});
