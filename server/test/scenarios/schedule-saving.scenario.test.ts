/**
 * A scheduled payment whose method is not saved immediately: 3-D Secure, lost responses, and an invoice that
 * changes in the meantime. Nothing is charged in any of these cases.
 */

import { randomUUID } from 'node:crypto';
import { isoDate } from '@quittance/contract/dates';
import { MINUTE_MS, SECOND_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { oneOf } from '../../../domain/test/full-run.ts';
import { resolveDueSetups } from '../../src/methods/resolve-setup.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import {
  type Answer,
  CARDS,
  type Caller,
  readInvoice,
  type ScheduleOptions,
  schedule,
  signInByLink,
} from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

let company: TestCompany;
let invoice: TestInvoice;
let holder: Caller;
let key: string;
const world = useWorld();

async function begin(processor: TestCompany['merchant']['processor']): Promise<void> {
  company = await world.company({ processor });
  invoice = await world.invoice(company);
  holder = signInByLink(world, invoice);
  key = randomUUID();
}

/** Scheduled far enough ahead, because the clock advances from test to test. */
const asked = (scheduling: Partial<ScheduleOptions> = {}): Promise<Answer> =>
  schedule(
    world,
    { caller: holder, company, invoice },
    { date: isoDate('2026-12-01'), key, ...scheduling },
  );

const status = () =>
  holder.call({ method: 'GET', path: `request/${invoice.requestId}/status?key=${key}` });

async function answerChallenge({ threeDSData }: Answer, outcome: 'complete' | 'fail') {
  const answer = await fetch(`${world.sandbox.url}/stripe/3ds/challenge/result`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_secret: threeDSData, outcome }),
  });
  expect(answer.ok).toBe(true);
}

async function methods() {
  const sql = 'select state, last4 from payment_methods where company_id = $1';
  return (await world.deps.database.pool.query(sql, [company.companyId])).rows;
}

async function consents() {
  const sql = "select purpose from mandates where company_id = $1 and purpose = 'EXTENSION'";
  return (await world.deps.database.pool.query(sql, [company.companyId])).rows;
}

describe('A card that needs 3-D Secure to be saved (Stripe)', () => {
  beforeEach(() => begin('stripe'));

  it('a card that needs 3-D Secure is scheduled after the payer confirms', async () => {
    const answer = await asked({ card: CARDS.challenges });
    expect(answer).toMatchObject({ status: 'PENDING', isThreeDSActionRequired: true });
    expect(await status()).toMatchObject({ paymentProcessingStatus: 'in_progress' });
    expect((await readInvoice(world, invoice)).status).toBe('DUE');
    await answerChallenge(answer, 'complete');
    await world.later(4 * SECOND_MS);
    expect(await status()).toMatchObject({
      paymentProcessingStatus: 'payment_scheduled',
      payment: { status: 'SUCCESS', method: { last4: '3220' } },
    });
    expect(await readInvoice(world, invoice)).toMatchObject({ paymentScheduledAt: '2026-12-01' });
  });

  it('the sweep completes a setup after the page was closed', async () => {
    const answer = await asked({ card: CARDS.challenges });
    await answerChallenge(answer, 'complete');
    await world.later(4 * SECOND_MS);
    await resolveDueSetups(world.deps);
    expect((await readInvoice(world, invoice)).status).toBe('PAYMENT_EXTENSION');
  });

  it('a card is not scheduled without confirmation by the payer', async () => {
    const answer = await asked({ card: CARDS.challenges });
    await answerChallenge(answer, 'fail');
    await world.later(4 * SECOND_MS);
    expect(await status()).toMatchObject({
      paymentProcessingStatus: 'error',
      payment: { status: 'FAILED', responseMessage: expect.stringMatching(/\S/) },
    });
    expect(await methods()).toEqual([]);
    expect((await readInvoice(world, invoice)).status).toBe('DUE');
    expect(await asked({ key: randomUUID() })).toMatchObject({ status: 'SUCCESS' });
  });

  it('a setup ends after half an hour without confirmation', async () => {
    await asked({ card: CARDS.challenges });
    await world.later(31 * MINUTE_MS);
    expect(await status()).toMatchObject({
      paymentProcessingStatus: 'error',
      payment: { responseMessage: expect.stringContaining('with your bank in time') },
    });
  });

  it('a setup for an invoice that was paid in the meantime is deleted with its consent (S6)', async () => {
    const answer = await asked({ card: CARDS.challenges });
    expect(await world.payer(company, invoice).pay()).toMatchObject({ status: 'SUCCESS' });
    await answerChallenge(answer, 'complete');
    await world.later(4 * SECOND_MS);
    expect(await status()).toMatchObject({
      paymentProcessingStatus: 'error',
      payment: { responseMessage: expect.stringContaining('already been paid') },
    });
    expect(await methods()).toMatchObject([{ state: 'removed', last4: '3220' }]);
    expect(await consents()).toEqual([]);
    expect((await readInvoice(world, invoice)).status).toBe('COLLECTED');
  });
});

// At PayEngine, the token is the saved method, so there is no call whose response could be lost.
describe.each(oneOf(['stripe', 'fiserv'] as const, 0))(
  'A lost response about saving a method (%s)',
  (processor) => {
    beforeEach(() => begin(processor));

    it('a setup with a lost response is requested again, and the payment is scheduled once', async () => {
      const { merchant } = company;
      const operation = processor === 'stripe' ? 'setup' : 'tokenize';
      const answer = await asked({
        beforeSending: () => world.sandbox.fault({ merchant, operation, fault: 'lose_answer' }),
      });
      expect(answer).toMatchObject({ success: true, status: 'PENDING' });
      expect(await asked()).toMatchObject({ code: 200, status: 'PENDING' });
      await world.later(4 * SECOND_MS);
      expect(await status()).toMatchObject({ paymentProcessingStatus: 'payment_scheduled' });
      expect(await methods()).toMatchObject([{ state: 'active', last4: '4242' }]);
    });
  },
);
