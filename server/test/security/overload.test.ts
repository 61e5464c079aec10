/**
 * Tests the built portal with clients that cut connections, send slowly or open too many connections. Afterward, it
 * responds within five seconds. Under four times its maximum load, it still handles most of that maximum. A full
 * run produces the numbers in docs/security.md.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { systemEntropy } from '../../src/kernel/entropy.ts';
import { addCompany, addInvoice } from '../world/company.ts';
import { type DurablePortal, openDurablePortal } from '../world/durable-portal.ts';
import { newMerchant } from '../world/merchant.ts';
import {
  type Answers,
  askAgainAndAgain,
  askAtRate,
  cutConnections,
  slowBodies,
  type Target,
} from './hard-clients.ts';

const CUTS = 2000;
const SLOW_BODIES = 1000;
const CLIENTS = [500, 2000];
const MEASURE_MS = 8000;
const ANSWER_MS_MAX = 5000;
const NOWHERE = 'http://127.0.0.1:9';

let portal: DurablePortal;
let target: Target;

beforeAll(async () => {
  if (!isFullRun) return;
  portal = await openDurablePortal(NOWHERE);
  const { database, sealer } = portal;
  const setting = { database, sealer, clock: systemClock, entropy: systemEntropy };
  const company = await addCompany(setting, newMerchant('payengine'));
  const invoice = await addInvoice(setting, company);
  target = {
    url: portal.url,
    path: `/api/portal/public/account/${invoice.domain}/${invoice.token}`,
  };
}, 120_000);
afterAll(() => portal?.stop());

async function expectAnswer(): Promise<void> {
  const answer = await fetch(`${target.url}${target.path}`, {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
  expect(answer.status).toBe(200);
}

const computeRate = ({ ok, ms }: Answers) => Math.round((ok / ms) * 1000);

describe.runIf(isFullRun)('The portal answers within five seconds', () => {
  it(`the portal responds after ${CUTS} connections were cut at every stage`, async () => {
    await cutConnections(target, CUTS);
    await expectAnswer();
  }, 120_000);

  it(`the portal responds while ${SLOW_BODIES} bodies arrive byte by byte, and stops receiving them`, async () => {
    const slow = slowBodies(target, SLOW_BODIES);
    await expectAnswer();
    await slow.closed;
    slow.stop();
    await expectAnswer();
  }, 120_000);

  it.each(CLIENTS)(
    'the portal responds while %i clients repeat requests on open connections',
    async (clients) => {
      const { other } = await askAgainAndAgain(target, { clients, ms: MEASURE_MS });
      expect(other).toBe(0);
      await expectAnswer();
    },
    120_000,
  );
});

describe.runIf(isFullRun)('Goodput', () => {
  it('goodput is at least 70 % of the peak at four times the maximum load', async () => {
    const ms = MEASURE_MS;
    await askAgainAndAgain(target, { clients: 32, ms });
    const peaks: number[] = [];
    for (const clients of [16, 32, 64])
      peaks.push(computeRate(await askAgainAndAgain(target, { clients, ms })));
    const peak = Math.max(...peaks);
    const measured: Record<string, Answers & { rate: number }> = {};
    for (const times of [1, 2, 4]) {
      const answers = await askAtRate(target, { perSecond: peak * times, ms, clientsMax: 8000 });
      measured[`${times}x`] = { ...answers, rate: computeRate(answers) };
    }
    process.stdout.write(`peak ${peak}/s ${JSON.stringify(measured)}\n`);
    expect(measured['4x']?.rate).toBeGreaterThanOrEqual(0.7 * peak);
  }, 300_000);
});
