/**
 * Card testing (R23) against the sandbox: regardless of the number of attempts, IP addresses and links, only a
 * handful reach the processor. Other payers are not affected.
 */

import { randomUUID } from 'node:crypto';
import { instant } from '@quittance/contract/dates';
import { DAY_MS, HOUR_MS } from '@quittance/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../../domain/test/full-run.ts';
import { unlockLink } from '../../src/app/operator-access.ts';
import { STRICT_LIMITS } from '../../src/platform/limits/limit-config.ts';
import { addBearer } from '../world/add-bearer.ts';
import { addCompany, addInvoice, type TestCompany, type TestInvoice } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';
import { CARDS, type Sandbox, startSandbox } from '../world/sandbox-process.ts';
import { NOW, openTestPortal, type TestPortal } from '../world/test-portal.ts';

/** ABUSE_TRIES overrides the number, for example with 10,000. */
const TRIES = Number(process.env['ABUSE_TRIES'] ?? sampled({ sample: 100, full: 1000 }));
const SPREAD_ROUNDS = sampled({ sample: 1, full: 3 });
const AT_ONCE = 20;

let portal: TestPortal;
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ at: instant(NOW) });
  portal = await openTestPortal({ baseUrls: sandbox.baseUrls });
});
afterAll(async () => {
  await portal.close();
  await sandbox.stop();
});

async function openCompany(): Promise<TestCompany> {
  const merchant = newMerchant('payengine');
  await sandbox.register(merchant);
  return addCompany(portal.deps, merchant);
}

const token = (company: TestCompany, card: string) =>
  sandbox.payengineToken(company.merchant, { kind: 'card', number: card });

type PayerCall = {
  authorization: string;
  requestId: string;
  card: string;
  from: string;
  /** With it, the bank can ask for a challenge. */
  browserInfo?: string;
};

async function pay({ authorization, requestId, card, from, ...more }: PayerCall) {
  const answer = await portal.ask({
    method: 'POST',
    url: `/api/portal/request/${requestId}/full/submit`,
    remoteAddress: from,
    headers: { authorization, 'idempotency-key': randomUUID() },
    payload: {
      processor: 'payengine',
      quote: { amount: 10_000, fee: 330 },
      paymentInfo: { paymentType: 'card', token: card, ...more },
    },
  });
  const { message, success } = answer.json<{ message: string; success: boolean }>();
  const retryAfter = Number(answer.headers['retry-after'] ?? 0);
  return { status: answer.statusCode, message, success, retryAfter };
}

const byLink = ({ token: secret, requestId }: TestInvoice) => ({
  authorization: `Link ${secret}`,
  requestId,
});

/** Every call to the processor is one attempt, which is written before the call. */
async function reached({ companyId }: TestCompany): Promise<number> {
  const { rows } = await portal.pool.query<{ count: string }>(
    'select count(*) from attempts where company_id = $1',
    [companyId],
  );
  return Number(rows[0]?.count);
}

async function atOnce(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const toAddress = (index: number) =>
  `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

const PATIENCE = { timeout: 1_800_000 };

describe(`Card testing with ${TRIES} cards`, PATIENCE, () => {
  it('card testing through one link reaches the processor at most 5 times, from any addresses', async () => {
    const company = await openCompany();
    const attacked = await addInvoice(portal.deps, company);
    const elsewhere = await addInvoice(portal.deps, company);
    const [bad, good] = [await token(company, CARDS.declined), await token(company, CARDS.pays)];
    const answers = new Map<string, number>();
    await atOnce(TRIES, async (index) => {
      const { message } = await pay({ ...byLink(attacked), card: bad, from: toAddress(index) });
      answers.set(message, (answers.get(message) ?? 0) + 1);
      if (index === TRIES / 2) {
        const paid = await pay({ ...byLink(elsewhere), card: good, from: '192.0.2.1' });
        expect(paid).toMatchObject({ status: 200, success: true });
      }
    });
    // The extra call is the payment made through another link.
    expect(await reached(company)).toBeLessThanOrEqual(5 + 1);
    // The number of attempts made while one is in flight depends on the machine. Afterward, no attempt gets
    // through.
    expect(answers.get('LINK_LOCKED')).toBeGreaterThan(0);
    const again = await pay({ ...byLink(attacked), card: good, from: '192.0.2.2' });
    expect(again.message).toBe('LINK_LOCKED');
  });

  it('card testing from one address reaches the processors at most 10 times an hour, on any links', async () => {
    const companies = [await openCompany(), await openCompany()];
    const invoices = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const company = companies[index % 2];
        if (!company) throw new Error('there are two companies');
        return { invoice: await addInvoice(portal.deps, company), company };
      }),
    );
    const cards = new Map(
      await Promise.all(
        companies.map(async (company) => [company, await token(company, CARDS.declined)] as const),
      ),
    );
    await atOnce(Math.min(TRIES, 400), async (index) => {
      const { invoice, company } = invoices[index % 40] ?? { invoice: null, company: null };
      const card = company && cards.get(company);
      if (invoice && card) await pay({ ...byLink(invoice), card, from: '198.51.100.7' });
    });
    const counts = await Promise.all(companies.map(reached));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10);
  });

  it('card testing over a hundred links and addresses reaches the processor about 60 times', async () => {
    const company = await openCompany();
    const invoices = await Promise.all(
      Array.from({ length: 100 }, () => addInvoice(portal.deps, company)),
    );
    const card = await token(company, CARDS.declined);
    for (let round = 0; round < SPREAD_ROUNDS; round += 1) {
      await atOnce(100, async (index) => {
        const invoice = invoices[index];
        if (!invoice) throw new Error('there are a hundred');
        await pay({ ...byLink(invoice), card, from: toAddress(index + 100_000) });
      });
    }
    const { count } = STRICT_LIMITS.companyCircuit;
    expect(await reached(company)).toBeGreaterThan(count);
    // Attempts that are in flight when the circuit opens still arrive.
    expect(await reached(company)).toBeLessThanOrEqual(count + 1 + AT_ONCE);
    const signedIn = { authorization: `Bearer ${await addBearer(portal, company)}` };
    const [first] = invoices;
    if (!first) throw new Error('there are a hundred');
    const good = await token(company, CARDS.pays);
    const { requestId } = first;
    const paid = await pay({ ...signedIn, requestId, card: good, from: '192.0.2.2' });
    expect(paid).toMatchObject({ status: 200, success: true });
  });
});

describe('A link after three refusals (R23)', PATIENCE, () => {
  it('a link is locked for a day after three declines and can be unlocked earlier', async () => {
    const company = await openCompany();
    const invoice = await addInvoice(portal.deps, company);
    const [bad, good] = [await token(company, CARDS.declined), await token(company, CARDS.pays)];
    const from = '192.0.2.10';
    for (const _ of [1, 2, 3]) {
      expect((await pay({ ...byLink(invoice), card: bad, from })).message).not.toBe('LINK_LOCKED');
    }
    const locked = await pay({ ...byLink(invoice), card: good, from });
    expect(locked).toMatchObject({ status: 429, message: 'LINK_LOCKED' });
    expect(locked.retryAfter).toBe(DAY_MS / 1000);
    const { rows } = await portal.pool.query<{ id: string }>(
      'select id from capabilities where request_id = $1',
      [invoice.requestId],
    );
    await unlockLink(portal.deps, company.domain, String(rows[0]?.id));
    portal.later(1000);
    expect((await pay({ ...byLink(invoice), card: bad, from })).message).not.toBe('LINK_LOCKED');
    portal.later(DAY_MS + HOUR_MS);
    expect(await pay({ ...byLink(invoice), card: good, from })).toMatchObject({ success: true });
  });

  it('a link takes three cards in 24 hours that do not pay, however slowly they are tried', async () => {
    const company = await openCompany();
    const invoice = await addInvoice(portal.deps, company);
    const [bad, good] = [await token(company, CARDS.declined), await token(company, CARDS.pays)];
    const from = '192.0.2.30';
    for (const _ of [1, 2, 3]) {
      expect((await pay({ ...byLink(invoice), card: bad, from })).message).not.toBe('LINK_LOCKED');
      portal.later(2 * HOUR_MS);
    }
    const refused = await pay({ ...byLink(invoice), card: good, from });
    expect(refused).toMatchObject({ status: 429, message: 'LINK_LOCKED' });
    expect(refused.retryAfter).toBe((18 * HOUR_MS) / 1000);
    portal.later(18 * HOUR_MS);
    expect(await pay({ ...byLink(invoice), card: good, from })).toMatchObject({ success: true });
  });

  it('a customer has five payment attempts in an hour that do not pay, unanswered challenges included', async () => {
    const company = await openCompany();
    const authorization = `Bearer ${await addBearer(portal, company)}`;
    const browserInfo = Buffer.from('{}').toString('base64');
    const attempt = async (index: number) => {
      const { requestId } = await addInvoice(portal.deps, company);
      const card = await token(company, CARDS.challenges);
      const from = toAddress(index + 200_000);
      return pay({ authorization, requestId, card, from, browserInfo });
    };
    for (const index of [1, 2, 3, 4, 5]) {
      expect(await attempt(index)).toMatchObject({ status: 200, success: true });
    }
    expect(await attempt(6)).toMatchObject({ status: 429, message: 'TOO_MANY_REQUESTS' });
  });

  it('successful payments do not count toward the lock of a link', async () => {
    const company = await openCompany();
    for (let index = 0; index < 15; index += 1) {
      const invoice = await addInvoice(portal.deps, company);
      const good = await token(company, CARDS.pays);
      const paid = await pay({ ...byLink(invoice), card: good, from: '192.0.2.20' });
      expect(paid).toMatchObject({ status: 200, success: true });
    }
  });
});
