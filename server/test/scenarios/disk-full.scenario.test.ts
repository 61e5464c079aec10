/**
 * The Postgres disk is full while payers pay: there is no success without a charge and no double charge, and every
 * payment gets an outcome once there is space again (docs/operations.md). Only part of a full run on machines where
 * a small disk can be mounted.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { checkInvariants } from '../../src/payments/reconciliation/check-invariants.ts';
import type { TestCompany } from '../world/company.ts';
import { openDurablePortal } from '../world/durable-portal.ts';
import { startSandbox } from '../world/sandbox-process.ts';
import {
  type Click,
  clickUntilAnswered,
  openCompany,
  prepareClick,
  type Stage,
  submitOnce,
} from './kills.ts';

const SIZE = 'size=256m';
const CLICKS = 10;
/** Long enough to fill the disk while the call is in progress. */
const SLOW_MS = 6000;
const BLOCK = Buffer.alloc(1_000_000);

/** Mounting requires root on Linux. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

function mount(folder: string): void {
  const { status, stderr } = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', SIZE, 'tmpfs', folder]);
  if (status !== 0) throw new Error(String(stderr));
}

function fill(folder: string): void {
  const path = join(folder, `filler-${randomUUID()}`);
  for (let block = BLOCK; block.length > 1000; block = block.subarray(0, block.length / 2)) {
    for (let isWritten = true; isWritten; ) {
      try {
        writeFileSync(path, block, { flag: 'a' });
      } catch {
        isWritten = false;
      }
    }
  }
}

describe.runIf(isFullRun && canMount)('A full disk of the database', () => {
  let disk: string;
  let stage: Stage;
  let company: TestCompany;

  beforeAll(async () => {
    disk = mkdtempSync(join(tmpdir(), 'quittance-disk-'));
    mount(disk);
    const sandbox = await startSandbox();
    stage = { sandbox, portal: await openDurablePortal(sandbox.url, { disk }) };
    company = await openCompany(stage, 'stripe');
  }, 180_000);
  afterAll(async () => {
    await stage.portal.stop();
    await stage.sandbox.stop();
    spawnSync('/bin/umount', [disk]);
    rmSync(disk, { recursive: true });
  });

  const prepare = async () => {
    const clicks: Click[] = [];
    for (let count = 0; count < CLICKS; count += 1) clicks.push(await prepareClick(stage, company));
    return clicks;
  };

  /** Rows fit into existing pages, so several writes are needed before the disk is full. */
  async function meetTheEnd(): Promise<void> {
    fill(disk);
    const filling = stage.portal.database.pool.query(
      `create table filler as select repeat('x', 1000) from generate_series(1, 100000)`,
    );
    await expect(filling).rejects.toMatchObject({ code: '53100' });
  }

  /** Once there is space again, every payer repeats the submission, and each has paid once. */
  async function expectAllPaidOnce(clicks: readonly Click[]): Promise<void> {
    const { portal, sandbox } = stage;
    spawnSync('sh', ['-c', `rm ${disk}/filler-*`]);
    const clicked = await Promise.all(
      clicks.map((click, index) => clickUntilAnswered([portal.url], click, index)),
    );
    expect(clicked.filter(({ answer }) => answer.status === 'FAILED')).toEqual([]);
    const invoiceIds = clicks.map(({ invoice }) => invoice.invoiceId);
    // The response could not be stored on the full disk, so the resolver has to find the charge.
    const open = `select from attempts where invoice_id = any($1)
      and state in ('CREATED', 'SENT', 'UNKNOWN')`;
    while ((await portal.database.pool.query(open, [invoiceIds])).rowCount !== 0);
    const { rows } = await portal.database.pool.query<{ id: string; state: string }>(
      'select id, state from attempts where invoice_id = any($1)',
      [invoiceIds],
    );
    expect(rows.map(({ state }) => state)).toEqual(clicks.map(() => 'SUCCEEDED'));
    const booked = (await sandbox.records(company.merchant)).filter(
      ({ status, internalTransactionID: id }) =>
        status === 'succeeded' && rows.some((row) => row.id === id),
    );
    expect(booked).toHaveLength(CLICKS);
    expect(await checkInvariants(portal.database)).toEqual([]);
  }

  it('a full disk refuses payments with 503, charges nothing, and recovers after space is freed', async () => {
    const clicks = await prepare();
    await meetTheEnd();
    const answers = await Promise.all(clicks.map((click) => submitOnce(stage.portal.url, click)));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([503]));
    expect(await stage.sandbox.records(company.merchant)).toEqual([]);
    await expectAllPaidOnce(clicks);
  }, 300_000);

  it('charges in progress survive a full disk, and each settles once after space is freed', async () => {
    const clicks = await prepare();
    const { merchant } = company;
    const slow = { operation: 'charge', fault: 'slow', times: CLICKS, delayMs: SLOW_MS };
    await stage.sandbox.fault({ merchant, ...slow });
    const answers = clicks.map((click) => submitOnce(stage.portal.url, click).catch(() => null));
    const invoiceIds = clicks.map(({ invoice }) => invoice.invoiceId);
    const begun = 'select from attempts where invoice_id = any($1)';
    while ((await stage.portal.database.pool.query(begun, [invoiceIds])).rowCount !== CLICKS);
    await meetTheEnd();
    const codes = (await Promise.all(answers)).map((answer) => answer?.code ?? 0);
    expect(codes).not.toContain(500);
    await expectAllPaidOnce(clicks);
  }, 300_000);
});
