/** The audit trail is a hash chain (R54, ADR 0083), so any later change to it is detected. */

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { instant } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../../src/app/jobs/verify-audit.ts';
import { systemClock } from '../../../src/kernel/clock.ts';
import { systemEntropy } from '../../../src/kernel/entropy.ts';
import { appendAudit } from '../../../src/platform/audit/audit.ts';
import { chainEntries } from '../../../src/platform/audit/chain-entries.ts';
import { verifyChain } from '../../../src/platform/audit/verify-chain.ts';
import { deleteExpired } from '../../../src/privacy/retention.ts';
import { type FreshDatabase, freshDatabase } from '../../database.ts';
import { fillEveryTable, type SmallCompany } from '../../rows/every-table.ts';
import { commandLine } from '../../world/command-line.ts';

let fresh: FreshDatabase;
let harbor: SmallCompany;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quittance-audit-'));
  fresh = await freshDatabase();
  harbor = await fillEveryTable(fresh.database, 'harbor');
  await query('delete from audit');
  await query('delete from audit_heads');
  await query('delete from company_secrets');
});
afterAll(async () => {
  await fresh.drop();
  rmSync(folder, { recursive: true });
});

async function query(text: string, values: unknown[] = []) {
  return (await fresh.database.pool.query(text, values)).rows;
}

const BEGAN = Date.parse('2026-01-01T00:00:00.000Z');

/** Writes each entry in its own concurrent transaction, so that the commit order varies. */
async function write(count: number, day = 0): Promise<void> {
  const { companyId } = harbor;
  const at = instant(new Date(BEGAN + day * DAY_MS).toISOString());
  const entries = Array.from({ length: count }, (_, index) => ({
    companyId,
    actor: `customer:${index}`,
    action: 'payment.created',
    subject: `attempt:${index}`,
    detail: { amountCents: 100 + index, note: 'Ünïcödé "🦷"\n', address: `10.0.0.${index}` },
    at,
  }));
  await Promise.all(
    entries.map((entry) => fresh.database.asSystem((tx) => appendAudit(tx, entry))),
  );
}

const chain = () => chainEntries({ database: fresh.database, entropy: systemEntropy });
const verify = (noted?: string) =>
  verifyChain(fresh.database, harbor.companyId, noted === undefined ? {} : { noted });

/** Returns what the nightly check logs. */
async function night(wholeChainsMs?: number): Promise<unknown[]> {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  await verifyAudit({ database: fresh.database, clock: systemClock, log }, wholeChainsMs);
  return lines.map((line) => JSON.parse(line));
}

async function afterTampering<Result>(statement: string, look: () => Promise<Result>) {
  await query('create table untouched as select * from audit');
  await query('create table untouched_heads as select * from audit_heads');
  try {
    await query(statement);
    return await look();
  } finally {
    await query('delete from audit');
    await query('insert into audit overriding system value select * from untouched');
    await query('delete from audit_heads');
    await query('insert into audit_heads select * from untouched_heads');
    await query('drop table untouched, untouched_heads');
  }
}

describe('The audit trail (ADR 0083)', () => {
  it('audit entries are chained once after their transactions commit, even by concurrent processes', async () => {
    await write(30);
    expect(await verify()).toMatchObject({ entries: 0, waiting: 30, problem: null });
    await Promise.all([chain(), chain(), write(10), chain()]);
    await chain();
    expect(await verify()).toMatchObject({ entries: 40, waiting: 0, problem: null });
  });

  it.each([
    ['an actor', `update audit set actor = 'operator' where position = 7`, 'entry 7 was changed'],
    ['an action', `update audit set action = 'x' where position = 7`, 'entry 7 was changed'],
    ['a subject', `update audit set subject = 'x' where position = 7`, 'entry 7 was changed'],
    [
      'an amount',
      `update audit set detail = jsonb_set(detail, '{amountCents}', '1') where position = 7`,
      'entry 7 was changed',
    ],
    [
      'an address',
      `update audit set detail = jsonb_set(detail, '{address}', '"10.9.9.9"') where position = 7`,
      'address of the entry 7 was changed',
    ],
    [
      'a time, by a microsecond',
      `update audit set at = at + interval '1 microsecond' where position = 7`,
      'entry 7 was changed',
    ],
    ['an id', `update audit set id = default where position = 7`, 'entry 7 was changed'],
    ['a hash', `update audit set hash = md5(hash) where position = 7`, 'entry 7 was changed'],
  ])('the check finds %s that was changed', async (_what, statement, problem) => {
    expect(await afterTampering(statement, verify)).toMatchObject({
      problem: expect.stringContaining(problem),
    });
  });

  it.each([
    ['the first', 1],
    ['one in between', 20],
    ['the last', 40],
  ])('the audit check detects %s entry that was deleted', async (_which, position) => {
    const statement = `delete from audit where position = ${position}`;
    expect(await afterTampering(statement, verify)).toMatchObject({
      problem: `the entry ${position} is missing`,
    });
  });

  it('the audit check detects two swapped entries', async () => {
    const statement = `update audit set position = case position when 5 then 100 else 5 end
      where position in (5, 6); update audit set position = 6 where position = 100`;
    await query('drop index audit_position_is_unique');
    expect((await afterTampering(statement, verify)).problem).toBe('the entry 5 was changed');
    await query('create unique index audit_position_is_unique on audit (company_id, position)');
  });

  it('a truncated audit chain is detected by comparing its head with a recorded head', async () => {
    const { head } = await verify();
    const statement = `delete from audit where position > 35;
      update audit_heads set position = 35, hash = (select hash from audit where position = 35)`;
    const found = await afterTampering(statement, async () => [
      (await verify()).problem,
      (await verify(head)).problem,
    ]);
    expect(found).toEqual([null, `the chain does not contain ${head}`]);
    expect(await verify(head)).toMatchObject({ problem: null });
  });

  it('the nightly check logs the head of the audit chain and logs a broken chain as fatal', async () => {
    const lines = await night();
    await afterTampering(`delete from audit where position = 3`, async () =>
      lines.push(...(await night())),
    );
    expect(lines).toMatchObject([
      { event: 'audit.verified', entries: 40, head: expect.stringMatching(/^40:[0-9a-f]{64}$/) },
      { event: 'audit.chain_broken', level: 60, problem: 'the entry 3 is missing' },
    ]);
  });

  it('a night without time for whole chains verifies the new entries only', async () => {
    await write(5);
    await chain();
    const change = (position: number) =>
      afterTampering(`update audit set actor = 'x' where position = ${position}`, () => night(0));
    const problems = [await change(43), await change(40)];
    expect(problems).toMatchObject([
      [{ event: 'audit.chain_broken', isWhole: false, problem: 'the entry 43 was changed' }],
      [{ event: 'audit.verified', isWhole: false, entries: 5 }],
    ]);
    const truncate = `delete from audit where position > 35; update audit_heads set position = 35,
      hash = (select hash from audit where position = 35)`;
    expect(await afterTampering(truncate, () => night(0))).toMatchObject([
      { event: 'audit.chain_broken', problem: 'the entry 41 is missing' },
    ]);
    expect(await afterTampering(truncate, () => night())).toMatchObject([
      { event: 'audit.chain_broken', problem: expect.stringMatching(/does not contain 40:/) },
    ]);
    await query(`delete from audit where position > 40`);
    await query(`update audit_heads set position = verified_position, hash = verified_hash`);
  });

  it('an address can be erased with its salt, and the audit chain stays intact', async () => {
    await query(`update audit set detail = detail - 'address' where subject = 'attempt:1'`);
    const [row] = await query(
      `select address_salt, address_digest from audit where subject = 'attempt:1' limit 1`,
    );
    expect(row).toEqual({ address_salt: null, address_digest: expect.stringMatching(/^\w{64}$/) });
    expect(await verify()).toMatchObject({ problem: null });
  });

  it('an independent program verifies an audit export and detects every change', async () => {
    const path = join(folder, 'harbor.ndjson');
    const run = commandLine(fresh.url);
    expect(await run(['audit', 'export', 'harbor', path])).toMatchObject({ code: 0 });
    expect((await run(['audit', 'export', 'harbor', path])).err).toContain('is there already');
    const { head } = await verify();
    expect(await verifyFile(path, head)).toBe(`intact: ${head}\n`);

    const lines = readFileSync(path, 'utf8').split('\n');
    const swapped = lines.with(4, lines[5] ?? '').with(5, lines[4] ?? '');
    const damages = [
      lines.with(3, lines[3]?.replace('payment.created', 'payment.deleted') ?? ''),
      lines.with(3, lines[3]?.replace('10.0.0.', '10.0.1.') ?? ''),
      lines.toSpliced(3, 1),
      lines.toSpliced(-2, 1),
      swapped,
    ];
    for (const damaged of damages) {
      writeFileSync(join(folder, 'damaged.ndjson'), damaged.join('\n'));
      expect(await verifyFile(join(folder, 'damaged.ndjson'))).toMatch(/^broken: /);
    }
  });

  it('the audit command reports a broken chain and fails', async () => {
    const run = commandLine(fresh.url);
    expect(await run(['audit', 'verify'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/harbor +40 +40:[0-9a-f]{64} +0 +none/),
    });
    const damage = `update audit set actor = 'x' where position = 2`;
    expect(await afterTampering(damage, () => run(['audit', 'verify', 'harbor']))).toMatchObject({
      code: 1,
      out: expect.stringContaining('the entry 2 was changed'),
    });
    expect(await run(['audit', 'verify', 'harbor', '--head', '5:abc'])).toMatchObject({ code: 1 });
  });

  it('retention deletes only from the beginning of the audit chain, and the rest stays verifiable', async () => {
    await write(5, 10);
    await write(5, 20);
    await chain();
    const { head } = await verify();
    // An entry in the middle is more recent, so the entries after it are not deleted yet.
    await query(`update audit set at = at + interval '30 days' where position = 43`);
    const before = (day: number) => instant(new Date(BEGAN + day * DAY_MS).toISOString());
    expect(await deleteExpired(fresh.database, 'audit', before(15))).toBe(42);
    await query(`update audit set at = at - interval '30 days' where position = 43`);
    expect(await verify(head)).toMatchObject({ entries: 8, problem: null });
    expect(await deleteExpired(fresh.database, 'audit', before(15))).toBe(3);
    expect(await verify(head)).toMatchObject({ entries: 5, problem: null });
    expect(await deleteExpired(fresh.database, 'audit', before(99))).toBe(5);
    await write(2, 99);
    await chain();
    expect(await verify()).toMatchObject({
      entries: 2,
      problem: null,
      head: expect.stringMatching(/^52:/),
    });
  });
});

const VERIFIER = new URL('../../../../docs/verify-audit.mjs', import.meta.url).pathname;

async function verifyFile(path: string, ...head: string[]): Promise<string> {
  const done = promisify(execFile)(process.execPath, [VERIFIER, path, ...head]);
  return done.then(
    ({ stdout }) => stdout,
    ({ stderr }) => stderr,
  );
}
