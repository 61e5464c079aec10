/**
 * Changes that only the processor knows of: a card updater or a network token, a withdrawn mandate, a confirmed setup,
 * a fraud warning or a review, and a request to wait.
 */
import { DAY_MS, SECOND_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { processWebhooks } from '../../src/payments/reconciliation/receive-webhook.ts';
import { addSchedule } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { BANK_ACCOUNTS, CARDS } from '../world/sandbox-process.ts';
import { addOwnMethod, signIn } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';
import { reconcileFor } from './reconciliation.ts';

let company: TestCompany;
let invoice: TestInvoice;
let call: Provider;

const world = useWorld();

beforeEach(async () => {
  company = await world.company({ processor: 'stripe' });
  invoice = await world.invoice(company, { dueInDays: 20 });
  call = await createProvider(world, company);
  const { merchant, domain } = company;
  await world.sandbox.sendWebhooksTo(merchant, `${world.url}/api/webhooks/stripe/${domain}`);
});

const flushedSchema = z.object({ waiting: z.number() });

/** A busy portal may respond too late to the first delivery, which is then repeated. */
async function hearEvents(): Promise<void> {
  const flush = async () => flushedSchema.parse(await world.sandbox.flushWebhooks()).waiting;
  await expect.poll(flush).toBe(0);
  await processWebhooks(world.deps);
}

async function rows(sql: string, ...values: unknown[]) {
  return (await world.deps.database.pool.query(sql, values)).rows;
}

const readMethod = async (methodId: string) =>
  (
    await rows(
      'select last4, expires_month, expires_year, state from payment_methods where id = $1',
      methodId,
    )
  )[0];

const atStripe = (last4: string) => ({ account: company.merchant.merchantId, last4 });

describe('A saved method that changes at the processor', () => {
  it('an updated card gets its new digits and expiry, and is charged as before', async () => {
    const { methodId, last4 } = await world.method(company);
    await world.sandbox.updateCard(atStripe(last4), {
      newLast4: '1881',
      expMonth: 7,
      expYear: 2039,
    });
    await hearEvents();
    expect(await readMethod(methodId)).toEqual({
      last4: '1881',
      expires_month: 7,
      expires_year: 2039,
      state: 'active',
    });
    const changes = await rows(
      "select detail from audit where company_id = $1 and action = 'method.updated'",
      company.companyId,
    );
    expect(changes).toMatchObject([
      { detail: { before: { last4 }, after: { last4: '1881', expiresYear: 2039 } } },
    ]);
    await hearEvents();
    expect(changes).toHaveLength(1);
  });

  it('a card that was replaced at Fiserv gets its new expiry from a charge, and is charged with it', async () => {
    const fiserv = await world.company({ processor: 'fiserv' });
    const { methodId, last4 } = await world.method(fiserv);
    await world.sandbox.renewCard(fiserv.merchant, { last4, expMonth: 7, expYear: 2039 });
    for (const charged of [1, 2]) {
      const next = await world.invoice(fiserv, { dueInDays: 20 });
      await addSchedule(world.deps, { company: fiserv, invoice: next, methodId }, 1);
      await world.later(2 * DAY_MS);
      expect(await world.sandbox.records(fiserv.merchant)).toHaveLength(charged);
      expect(await readMethod(methodId)).toMatchObject({ expires_month: 7, expires_year: 2039 });
    }
  });

  it('a withdrawn mandate disables the account and suspends what it pays', async () => {
    const typed = { kind: 'ach', number: BANK_ACCOUNTS.pays } as const;
    const { methodId, last4 } = await world.method(company, typed);
    const scheduleId = await addSchedule(world.deps, { company, invoice, methodId }, 5);
    await world.sandbox.revokeMandate(atStripe(last4));
    await hearEvents();
    expect(await readMethod(methodId)).toMatchObject({ state: 'disabled' });
    const [schedule] = await rows('select state from schedules where id = $1', scheduleId);
    expect(schedule).toEqual({ state: 'SUSPENDED' });
  });

  it('a confirmed setup is saved when its event arrives, without a lookup by time', async () => {
    const customer = await signIn(world, company);
    const asked = await addOwnMethod(
      world,
      { caller: customer, company },
      { card: CARDS.challenges },
    );
    await fetch(`${world.sandbox.url}/stripe/3ds/challenge/result`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_secret: asked.threeDSData, outcome: 'complete' }),
    });
    await hearEvents();
    const saved = 'select last4 from payment_methods where company_id = $1';
    expect(await rows(saved, company.companyId)).toEqual([{ last4: '3220' }]);
  });
});

describe('A warning about a payment', () => {
  const toItems = async () => (await call('GET', '/attention?kind=WARNED_PAYMENT')).body.data;

  async function pay(): Promise<string> {
    await world.payer(company, invoice).pay();
    const [charge] = await world.sandbox.records(company.merchant);
    return charge?.transactionId ?? '';
  }

  it('a fraud warning marks the payment and needs attention until it is acknowledged', async () => {
    await world.sandbox.warn(await pay(), 'radar.early_fraud_warning.created');
    await hearEvents();
    const [item] = await toItems();
    expect(item).toMatchObject({
      facts: { code: 'FRAUD_WARNING' },
      invoice: { id: invoice.invoiceId },
      allowedDecisions: ['createRefund', 'acknowledgeAttention'],
    });
    const payment = await call('GET', `/payments/${item.paymentId}`);
    expect(payment.body).toMatchObject({ state: 'SUCCEEDED', warning: 'FRAUD_WARNING' });
    const body = { reason: 'Called the customer' };
    expect((await call('POST', `/attention/${item.id}/acknowledge`, { body })).status).toBe(200);
    expect(await toItems()).toEqual([]);
  });

  it('a review needs attention while it is open, in whatever order its events arrive', async () => {
    const charge = await pay();
    await world.sandbox.warn(charge, 'review.opened');
    await hearEvents();
    expect(await toItems()).toMatchObject([{ facts: { code: 'REVIEW' } }]);
    await world.sandbox.warn(charge, 'review.closed');
    await hearEvents();
    expect(await toItems()).toEqual([]);
    await world.sandbox.warn(charge, 'review.opened');
    await hearEvents();
    expect(await toItems()).toEqual([]);
  });
});

describe('A processor that asks to wait', () => {
  it('Retry-After pauses the calls of the company for as long, and no longer', async () => {
    const { merchant } = company;
    const fault = { operation: 'sale', fault: 'rate_limited', delayMs: 30_000 };
    await world.sandbox.fault({ merchant, ...fault });
    const isPaid = async () => (await world.payer(company, invoice).pay()).success;
    expect(await isPaid()).toBe(false);
    expect(await isPaid()).toBe(false);
    expect(await world.sandbox.records(merchant)).toEqual([]);
    await world.later(31 * SECOND_MS);
    expect(await isPaid()).toBe(true);
  });
});

describe('A refund in the tools of a processor that cannot list charges', () => {
  it('a refund of a card payment that is months old is booked', async () => {
    const summit = await world.company({ processor: 'fiserv' });
    const paid = await world.invoice(summit);
    await world.payer(summit, paid).pay();
    await world.later(100 * DAY_MS);
    await reconcileFor(world, summit);
    const [charge] = await world.sandbox.records(summit.merchant);
    await world.sandbox.refundByHand(charge?.transactionId ?? '');
    await world.later(6 * DAY_MS);
    await reconcileFor(world, summit);
    const refunded = 'select refunded_cents::int from attempts where company_id = $1';
    expect(await rows(refunded, summit.companyId)).toEqual([{ refunded_cents: 10_330 }]);
  });
});
