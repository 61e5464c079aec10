/**
 * Backup and restore (ADR 0082): all data is restored, charges made since the backup are found at the processor and
 * posted once, and nothing is charged again.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DAY_MS, HOUR_MS } from '@quittance/contract/durations';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSession } from '../../src/identity/session.ts';
import { addMs, fixedClock } from '../../src/kernel/clock.ts';
import { CITUS_URL } from '../citus.ts';
import { addSchedule } from '../world/arrangements.ts';
import { commandLine, toCommandLine } from '../world/command-line.ts';
import type { TestCompany } from '../world/company.ts';
import { readHash } from '../world/database-hash.ts';
import { openWorld, START, type World } from '../world/world.ts';
import { type Backups, openBackups } from './backups.ts';
import { attemptsOn, reconcileFor } from './reconciliation.ts';

vi.setConfig({ testTimeout: 120_000 });

const clock = fixedClock(START);
let world: World;
let backups: Backups;

beforeAll(async () => {
  world = await openWorld({ clock });
  backups = openBackups(world.deps);
});
afterAll(async () => {
  await world.close();
  backups.remove();
});

const succeededAt = async (company: TestCompany) =>
  (await world.sandbox.records(company.merchant)).filter(({ status }) => status === 'succeeded');

/** Restoring into a distributed database is not supported. test/sharding/citus.test.ts tests backups of one. */
const describeOnOne = describe.skipIf(CITUS_URL !== null);

describeOnOne('After a restore (ADR 0082)', () => {
  it('a restore recovers all data, and a charge made since the backup is posted once', async () => {
    const company = await world.company();
    const [first, second] = [await world.invoice(company), await world.invoice(company)];
    await world.payer(company, first).pay();
    await world.deps.database.asSystem((tx) =>
      openSession(tx, world.deps, {
        ...company,
        visitor: { address: '127.0.0.1', userAgent: 'x' },
      }),
    );
    const written = await backups.backup('first.backup');
    const before = await readHash(world.deps.database);
    await world.payer(company, second).pay();
    const [lost] = await attemptsOn(world, second);

    const restored = await backups.restore('first.backup');
    expect(restored.ledger).toBe(written.ledger);
    expect(await backups.query('select from sessions where revoked_at is null')).toEqual([]);
    await backups.query('update sessions set revoked_at = null');
    await backups.query('update companies set charges_held_since = null');
    expect(await readHash(world.deps.database)).toBe(before);
    await backups.query('update companies set charges_held_since = $1', [clock.now()]);
    expect(await attemptsOn(world, second)).toEqual([]);

    await world.later(HOUR_MS);
    expect(await reconcileFor(world, company)).toMatchObject({ differences: { orphan: 1 } });
    expect(await attemptsOn(world, second)).toEqual([{ id: lost?.id, line: 'SUCCEEDED orphan' }]);
    expect(await world.statement(second)).toContain('payment SUCCEEDED $100.00 + $3.30');
    expect(await reconcileFor(world, company)).toMatchObject({ isClean: true });
    expect(await succeededAt(company)).toHaveLength(2);
    expect(await backups.isHeld(company)).toBe(false);
  });

  it('a scheduled payment that was charged since the backup is not charged again', async () => {
    const company = await world.company({ processor: 'stripe' });
    const invoice = await world.invoice(company, { dueInDays: 40 });
    const { methodId } = await world.method(company);
    await addSchedule(world.deps, { company, invoice, methodId }, 1);
    await world.runJobs();
    await backups.backup('scheduled.backup');
    await world.later(DAY_MS);
    expect(await succeededAt(company)).toHaveLength(1);

    await backups.restore('scheduled.backup');
    // According to the database, the payment is due, and the jobs run before the processor has been queried.
    await world.later(HOUR_MS);
    expect(await backups.isHeld(company)).toBe(true);
    expect(await succeededAt(company)).toHaveLength(1);
    await reconcileFor(world, company);
    expect(await attemptsOn(world, invoice)).toMatchObject([{ line: 'SUCCEEDED orphan' }]);
    for (let day = 0; day < 3; day += 1) await world.later(DAY_MS);
    expect(await backups.isHeld(company)).toBe(false);
    expect(await succeededAt(company)).toHaveLength(1);
  });

  it('a refund that was made since the backup is booked and not repeated', async () => {
    const company = await world.company();
    const invoice = await world.invoice(company);
    await world.payer(company, invoice).pay();
    const [paid] = await attemptsOn(world, invoice);
    const order = ['--amount', '20.00', '--reason', 'goodwill', '--key', 'credit-note-1'];
    const words = ['refund', 'create', company.domain, paid?.id ?? '', ...order];
    expect(await toCommandLine(world)(words)).toMatchObject({ code: 0 });
    await backups.backup('refund.backup');
    await world.runJobs();
    const refunded = async () =>
      (await succeededAt(company)).map(({ refundedCents }) => refundedCents);
    expect(await refunded()).toEqual([2000]);

    await backups.restore('refund.backup');
    await world.later(HOUR_MS);
    expect(await refunded()).toEqual([2000]);
    await reconcileFor(world, company);
    expect(await backups.isHeld(company)).toBe(false);
    expect(await backups.query('select state from refunds')).toEqual([{ state: 'SUCCEEDED' }]);
    await world.later(DAY_MS);
    expect(await refunded()).toEqual([2000]);
  });

  it('charges wait for manual review where the processor has no list of charges', async () => {
    const company = await world.company({ processor: 'fiserv' });
    const invoice = await world.invoice(company, { dueInDays: 40 });
    const { methodId } = await world.method(company);
    await addSchedule(world.deps, { company, invoice, methodId }, 1);
    await backups.backup('fiserv.backup');
    await backups.restore('fiserv.backup');
    const run = toCommandLine(world);
    const release = ['company', 'release', company.domain];
    clock.travelTo(addMs(clock.now(), DAY_MS));
    await world.sandbox.travelTo(clock.now());
    expect((await run(release)).err).toContain('have not been compared since the restore');
    await reconcileFor(world, company);
    await world.runJobs();
    expect(await backups.isHeld(company)).toBe(true);
    expect(await succeededAt(company)).toHaveLength(0);

    expect(await run(release)).toMatchObject({ code: 0, out: 'released\n' });
    await world.runJobs();
    expect(await succeededAt(company)).toHaveLength(1);
    expect((await run(release)).err).toContain('are not on hold');
  });
});

describeOnOne('A restore is refused', () => {
  const run = (...words: string[]) => commandLine(backups.url)(words);

  it('a restore into a database with existing rows is refused', async () => {
    await backups.backup('any.backup');
    const before = await readHash(world.deps.database);
    expect(await run('restore', backups.path('any.backup'), '--erasures', 'none')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The database is not empty: there are rows in \w+\..*\n$/),
    });
    expect(await readHash(world.deps.database)).toBe(before);
  });

  it('a restore of a backup with another schema is refused', async () => {
    const text = gunzipSync(readFileSync(backups.path('any.backup'))).toString();
    const other = text.replace(/"schema":"[^"]+"/, '"schema":"0001_portal_role"');
    writeFileSync(backups.path('other.backup'), gzipSync(other));
    expect((await run('restore', backups.path('other.backup'), '--erasures', 'none')).err).toMatch(
      /^The backup has the schema 0001_portal_role, and this release has \S+\. .*\n$/,
    );
  });

  it('a restore of a truncated, modified or missing file is refused', async () => {
    const bytes = readFileSync(backups.path('any.backup'));
    const text = gunzipSync(bytes).toString();
    const lines = text.split('\n');
    const posting = lines.findIndex((line) => line.includes('"table":"postings"')) + 1;
    const damages = {
      cut: bytes.subarray(0, bytes.length - 100),
      'a bit': Buffer.from(bytes.map((byte, index) => (index === 5000 ? byte ^ 1 : byte))),
      'a row less': gzipSync(lines.toSpliced(posting, 1).join('\n')),
      'another row': gzipSync(text.replace('Harbor Dental', 'Harbor Rental')),
      'no manifest': gzipSync(`${lines.slice(0, -2).join('\n')}\n`),
    };
    for (const [name, content] of Object.entries(damages)) {
      writeFileSync(backups.path('damaged.backup'), content);
      const { code, err } = await run(
        'restore',
        backups.path('damaged.backup'),
        '--erasures',
        'none',
      );
      expect([name, code, err]).toEqual([name, 1, expect.stringMatching(/is damaged: .*\n$/)]);
    }
    expect((await run('restore', backups.path('none.backup'), '--erasures', 'none')).err).toMatch(
      /^There is no file .*\n$/,
    );
  });

  it('a backup does not overwrite an existing file', async () => {
    expect((await run('backup', backups.path('any.backup'))).err).toMatch(
      /^There is a file .* already\.\n$/,
    );
    expect(await run('backup', backups.path('again.backup'))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^written: \d+ rows of \d+ tables\nledger [0-9a-f]{64}\n/),
    });
  });
});
