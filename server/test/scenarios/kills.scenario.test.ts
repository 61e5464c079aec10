/**
 * kill -9 of one of two servers, and of their Postgres, at random moments while payers pay and companies refund
 * (ADR 0004, ADR 0107). No acknowledged payment or ordered refund is lost, none is made twice in the processor's
 * own records, and payments in progress get an outcome within two minutes. QUITTANCE_KILLS sets the number of
 * kills.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { type Random, randomFrom } from '../random.ts';
import type { TestCompany } from '../world/company.ts';
import { openDurablePortal } from '../world/durable-portal.ts';
import { startSandbox } from '../world/sandbox-process.ts';
import {
  countSending,
  expectRefundsOnce,
  openRefunder,
  orderRefunds,
  type Refunder,
  undecidedRefunds,
  untilSending,
} from './kill-refunds.ts';
import {
  type Click,
  type ClickResult,
  clickUntilAnswered,
  openCompany,
  prepareClick,
  type Stage,
} from './kills.ts';
import { type AttemptRow, expectPaidOnce, undecided } from './paid-once.ts';

const SERVER_KILLS = inject('kills');
const POSTGRES_KILLS = Math.ceil(SERVER_KILLS / 10);
const SERVERS = 2;
const CLICKS_OF_EACH = 6;
/** The processors respond late, so that a kill also affects charges that were made but not yet settled. */
const ANSWER_MS_MAX = 400;
/** The kill comes shortly after a random number of payments has begun, or while refunds are being sent. */
const MOMENT_MS_MAX = 300;
const RESOLVED_MS_MAX = 120_000;
/** A refund waits until the lease of the dead process expires, and then for the next full minute. */
const REFUNDED_MS_MAX = 360_000;
const SEED = 20_261_115;

let stage: Stage;
let companies: TestCompany[];
let refunders: Refunder[];
let ordered = 0;

beforeAll(async () => {
  if (!isFullRun) return;
  const sandbox = await startSandbox();
  stage = { sandbox, portal: await openDurablePortal(sandbox.url, { servers: SERVERS }) };
  companies = [];
  for (const processor of ['stripe', 'payengine', 'fiserv'] as const) {
    companies.push(await openCompany(stage, processor));
  }
  refunders = await Promise.all(companies.map((company) => openRefunder(stage, company)));
}, 180_000);

afterAll(async () => {
  await stage?.portal.stop();
  await stage?.sandbox.stop();
});

type Round = {
  clicked: ClickResult[];
  killedAt: string;
  readyAt: string;
  inFlight: number;
  refunding: number;
};

async function untilBegun(clicks: readonly Click[], count: number): Promise<void> {
  const invoiceIds = clicks.map(({ invoice }) => invoice.invoiceId);
  for (;;) {
    const { rowCount } = await stage.portal.database.pool.query(
      'select 1 from attempts where invoice_id = any($1)',
      [invoiceIds],
    );
    if ((rowCount ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function round(random: Random, kill: (random: Random) => Promise<void>): Promise<Round> {
  const { urls } = stage.portal;
  // One after another, because a busy machine cannot open many connections at once.
  const clicks: Click[] = [];
  for (const company of companies) {
    for (let count = 0; count < CLICKS_OF_EACH; count += 1) {
      clicks.push(await prepareClick(stage, company, stage.portal.url));
    }
  }
  for (const { merchant } of companies) {
    const slow = { operation: 'charge', fault: 'slow', times: CLICKS_OF_EACH };
    await stage.sandbox.fault({ merchant, ...slow, delayMs: random.below(ANSWER_MS_MAX) });
  }
  let inFlight = clicks.length;
  const answers = clicks.map((click, index) =>
    clickUntilAnswered(urls, click, index).finally(() => {
      inFlight -= 1;
    }),
  );
  const startedAt = systemClock.now();
  const orders = orderRefunds(stage, refunders, random);
  if (random.below(2) === 0) await untilBegun(clicks, random.below(clicks.length + 1));
  else if ((await orders) > 0) await untilSending(stage, startedAt);
  await new Promise((resolve) => setTimeout(resolve, random.below(MOMENT_MS_MAX)));
  const atKill = {
    killedAt: systemClock.now(),
    inFlight,
    refunding: await countSending(stage, startedAt),
  };
  await kill(random);
  const readyAt = systemClock.now();
  ordered += await orders;
  return { ...atKill, readyAt, clicked: await Promise.all(answers) };
}

async function expectNothingLostOrDoubled(rounds: readonly Round[]) {
  const clicked = rounds.flatMap((each) => each.clicked);
  const { rows, ...paid } = await expectPaidOnce(stage, { companies, clicked });
  const refunds = await expectRefundsOnce(stage, refunders, ordered);
  return {
    ...paid,
    inFlightAtKill: rounds.reduce((sum, { inFlight }) => sum + inFlight, 0),
    ...refunds,
    refundsInFlightAtKill: rounds.reduce((sum, { refunding }) => sum + refunding, 0),
    ...slowest(rows, rounds),
  };
}

/**
 * Returns how long the interrupted attempts took to get an outcome. The time is measured from the start of the
 * process that decided them, because earlier processes were killed again.
 */
function slowest(rows: readonly AttemptRow[], rounds: readonly Round[]) {
  const startsMs = rounds.map(({ readyAt }) => Date.parse(readyAt));
  const caught = rounds.flatMap(({ killedAt, clicked }) => {
    const invoices = new Set<string>(clicked.map(({ invoice }) => invoice.invoiceId));
    return rows
      .filter(({ invoice_id: id, created_at: at }) => invoices.has(id) && at <= new Date(killedAt))
      .map(({ settled_at: at }) => at?.getTime() ?? 0)
      .filter((settledMs) => settledMs > Date.parse(killedAt));
  });
  const waits = caught.map((settledMs) => {
    const started = startsMs.filter((startMs) => startMs <= settledMs);
    return started.length > 0 ? settledMs - Math.max(...started) : 0;
  });
  const downs = rounds.map(({ killedAt, readyAt }) => Date.parse(readyAt) - Date.parse(killedAt));
  const resolvedMsMax = Math.max(0, ...waits);
  return { openAtKill: caught.length, resolvedMsMax, downMsMax: Math.max(...downs) };
}

async function killedTimes(count: number, kill: (random: Random) => Promise<void>) {
  const random = randomFrom(SEED + count);
  const began = performance.now();
  const rounds: Round[] = [];
  for (let number = 0; number < count; number += 1) rounds.push(await round(random, kill));
  await expect
    .poll(() => undecided(stage, companies), { timeout: RESOLVED_MS_MAX, interval: 500 })
    .toEqual([]);
  const refunding = () => undecidedRefunds(stage, refunders);
  await expect.poll(refunding, { timeout: REFUNDED_MS_MAX, interval: 500 }).toEqual([]);
  const figures = await expectNothingLostOrDoubled(rounds);
  expect(figures.resolvedMsMax).toBeLessThan(RESOLVED_MS_MAX);
  const seconds = Math.round((performance.now() - began) / 1000);
  if (isFullRun)
    process.stdout.write(`${count} kills: ${JSON.stringify({ ...figures, seconds })}\n`);
}

const TIMEOUT = { timeout: 3_600_000 };

// Ordinary runs rely on the simulation, which crashes at every point of a payment (docs/proof.md).
describe.runIf(isFullRun)('kill -9 while payers click and companies refund (ADR 0004)', () => {
  it(
    `a server is killed ${SERVER_KILLS} times, and no payment is lost or duplicated`,
    TIMEOUT,
    async () => {
      await killedTimes(SERVER_KILLS, (random) =>
        stage.portal.killAndRestart(random.below(SERVERS)),
      );
    },
  );

  it(
    `Postgres is killed ${POSTGRES_KILLS} times, and both servers recover by themselves`,
    TIMEOUT,
    async () => {
      await killedTimes(POSTGRES_KILLS, () => stage.portal.killPostgres());
    },
  );
});
