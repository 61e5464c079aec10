/**
 * Payers pay while the clock of one of two servers is 26 hours wrong, or while a processor answers garbage for a
 * minute (ADR 0004, ADR 0005). No acknowledged payment is lost, none is made twice in the processor's own records, and
 * every payment gets an outcome. Only part of a full run.
 */
import { fileURLToPath } from 'node:url';
import { HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import { afterEach, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { randomFrom } from '../random.ts';
import type { TestCompany } from '../world/company.ts';
import { openDurablePortal, type PortalSettings } from '../world/durable-portal.ts';
import { GarblingProxy } from '../world/garbling-proxy.ts';
import { TEST_PROCESSORS } from '../world/merchant.ts';
import { startSandbox } from '../world/sandbox-process.ts';
import { expectRefundsOnce, openRefunder, orderRefunds, undecidedRefunds } from './kill-refunds.ts';
import {
  type ClickResult,
  clickUntilAnswered,
  openCompany,
  prepareClick,
  type Stage,
} from './kills.ts';
import { expectPaidOnce, undecided } from './paid-once.ts';

const SHIFT_CLOCK = fileURLToPath(new URL('../world/shift-clock.mjs', import.meta.url));
const CLOCK_WRONG_MS = 26 * HOUR_MS;
const UNDER_LOAD_MS = MINUTE_MS;
const PAYERS_OF_EACH = 2;
const RESOLVED = { timeout: 600_000, interval: 500 } as const;
const TIMEOUT = { timeout: 1_800_000 };
const SEED = 20_261_119;

const closings: (() => Promise<void>)[] = [];
let stage: Stage;
let companies: TestCompany[];

afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

type Sandbox = Stage['sandbox'];

async function open(toSettings: (sandbox: Sandbox) => Promise<PortalSettings>): Promise<void> {
  const sandbox = await startSandbox();
  closings.push(() => sandbox.stop());
  const settings = await toSettings(sandbox);
  stage = { sandbox, portal: await openDurablePortal(sandbox.url, { ...settings, servers: 2 }) };
  closings.push(() => stage.portal.stop());
  companies = [];
  for (const processor of TEST_PROCESSORS) companies.push(await openCompany(stage, processor));
}

function startPayers() {
  const clicked: ClickResult[] = [];
  let isOver = false;
  const pay = async (company: TestCompany, first: number) => {
    while (!isOver) {
      // Fiserv's fields do not open while it answers garbage.
      const click = await prepareClick(stage, company, stage.portal.url).catch(() => null);
      if (!click) continue;
      clicked.push(await clickUntilAnswered(stage.portal.urls, click, first + clicked.length));
    }
  };
  const paying = companies.flatMap((company) =>
    Array.from({ length: PAYERS_OF_EACH }, (_, index) => pay(company, index)),
  );
  return {
    clicked,
    async stop(): Promise<readonly ClickResult[]> {
      isOver = true;
      await Promise.all(paying);
      return clicked;
    },
  };
}

/**
 * Fiserv refuses requests with a wrong time. A refund that it refused waits until its next try, which the wrong clock
 * put off.
 */
async function refundsInDoubt(refunders: Parameters<typeof undecidedRefunds>[1]) {
  const undecidedOnes = await undecidedRefunds(stage, refunders);
  return undecidedOnes.filter(({ bookedCents, refundedCents, rows }) => {
    const areWaiting = rows.every(
      ({ state, processor }) =>
        state === 'SUCCEEDED' || (processor === 'fiserv' && state === 'REQUESTED'),
    );
    return bookedCents !== refundedCents || !areWaiting;
  });
}

const passLoad = () => new Promise((resolve) => setTimeout(resolve, UNDER_LOAD_MS));

async function readFigures(clicked: readonly ClickResult[]) {
  const beganMs = performance.now();
  await expect.poll(() => undecided(stage, companies), RESOLVED).toEqual([]);
  const decidedSeconds = Math.round((performance.now() - beganMs) / 1000);
  const { rows: _, ...figures } = await expectPaidOnce(stage, { companies, clicked });
  return { ...figures, decidedSeconds };
}

const report = (name: string, figures: object) =>
  process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`);

describe.runIf(isFullRun)('Payers pay while something lies (ADR 0004)', () => {
  it.each([
    ['ahead', CLOCK_WRONG_MS],
    ['behind', -CLOCK_WRONG_MS],
  ])('the clock of one of two servers is 26 hours %s', TIMEOUT, async (name, shiftMs) => {
    await open(async () => ({
      secondEnvironment: {
        NODE_OPTIONS: `--import ${SHIFT_CLOCK}`,
        SHIFT_CLOCK_MS: String(shiftMs),
      },
    }));
    const refunders = await Promise.all(companies.map((each) => openRefunder(stage, each)));
    const random = randomFrom(SEED);
    const payers = startPayers();
    await expect
      .poll(() => payers.clicked.length, RESOLVED)
      .toBeGreaterThan(PAYERS_OF_EACH * companies.length * 2);
    const before = await orderRefunds(stage, refunders, random);
    await passLoad();
    const ordered = before + (await orderRefunds(stage, refunders, random));
    const figures = await readFigures(await payers.stop());
    await expect.poll(() => refundsInDoubt(refunders), RESOLVED).toEqual([]);
    const refunds = await expectRefundsOnce(stage, refunders, ordered);
    expect(figures.acknowledged).toBeGreaterThan(0);
    expect(refunds.refunds).toBeGreaterThan(0);
    report(`clock 26 hours ${name}`, { ...figures, ...refunds });
  });

  it.each(TEST_PROCESSORS)('%s answers garbage for a minute', TIMEOUT, async (processor) => {
    let proxy: GarblingProxy | undefined;
    await open(async ({ baseUrls }) => {
      proxy = await new GarblingProxy(baseUrls[processor], randomFrom(SEED)).start();
      closings.push(async () => proxy?.stop());
      return { environment: { [`${processor.toUpperCase()}_URL`]: proxy.url } };
    });
    if (!proxy) throw new Error('The proxy was not started');
    const payers = startPayers();
    await expect.poll(() => payers.clicked.length, RESOLVED).toBeGreaterThan(companies.length);
    proxy.isGarbling = true;
    await passLoad();
    proxy.isGarbling = false;
    const figures = await readFigures(await payers.stop());
    expect(proxy.garbled).toBeGreaterThan(0);
    expect(figures.acknowledged).toBeGreaterThan(0);
    report(`garbage of ${processor}`, { ...figures, garbled: proxy.garbled });
  });
});
