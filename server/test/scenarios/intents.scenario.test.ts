/**
 * Intents (product §7, R44): an offer that the payer's browser confirms at Stripe. Whatever else happens in the
 * meantime, the invoice is charged once, and the money is booked once.
 */

import { addDays } from '@quittance/contract/dates';
import { MINUTE_MS, SECOND_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { setupIntentAnswerSchema } from '@quittance/contract/payments/portal-schemas';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { processWebhooks } from '../../src/payments/reconciliation/receive-webhook.ts';
import { reconcile } from '../../src/payments/reconciliation/reconcile.ts';
import { recordManualPayment } from '../../src/payments/record-manual.ts';
import { confirmIntent, typedCard } from '../processors/stripe-browser.ts';
import type { TestInvoice } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import { type IntentWay, openIntentPage } from '../world/intent-page.ts';
import type { Payer } from '../world/payer.ts';
import { planStatement } from '../world/planning.ts';
import {
  BANK_ACCOUNTS,
  CARDS,
  type Caller,
  schedule,
  signIn,
  signInByLink,
} from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
let invoice: TestInvoice;
let payer: Payer;

const world = useWorld({ clock });
const harbor = forFile(() => world.company({ processor: 'stripe' }));

beforeEach(async () => {
  invoice = await world.invoice(harbor);
  payer = world.payer(harbor, invoice);
});

const holder = (): Caller => signInByLink(world, invoice);

function openPage(way?: IntentWay) {
  const { requestId } = invoice;
  return openIntentPage(world, { caller: holder(), company: harbor, requestId }, way);
}

const askFor = (path: string) =>
  holder().call({ method: 'GET', path: `request/${invoice.requestId}/${path}` });

/** Open intents are checked every few seconds at first. */
const noticed = () => world.later(20 * SECOND_MS);

const PAID_ONCE = [
  'invoice COLLECTED $100.00 of $100.00',
  'payment SUCCEEDED $100.00 + $3.30',
  '  receivable → clearing:stripe $100.00',
  '  fee_income → clearing:stripe $3.30',
].join('\n');

describe('An intent that is confirmed', () => {
  it('an intent is a quote with a secret and does not hold the invoice', async () => {
    const { shown } = await openPage();
    expect(shown).toMatchObject({
      paymentIntent: { amount: 10330, currency: 'usd' },
      paymentMethod: 'card',
      quote: { amount: 10000, fee: 330 },
      installments: [],
      mandateText: null,
      expiresAt: '2026-11-15T15:30:00.000Z',
    });
    expect(await world.statement(invoice)).toBe('invoice DUE $0.00 of $100.00');
    expect(await payer.status()).toMatchObject({ paymentProcessingStatus: 'idle', payment: null });
  });

  it('an intent becomes a payment when the processor is queried', async () => {
    const page = await openPage();
    expect(await page.confirm()).toBe('succeeded');
    await noticed();
    expect(await world.statement(invoice)).toBe(PAID_ONCE);
    expect(await payer.status()).toMatchObject({ paymentProcessingStatus: 'success' });
  });

  it('an intent becomes a payment by the webhook alone', async () => {
    const { merchant, domain } = harbor;
    await world.sandbox.sendWebhooksTo(merchant, `${world.url}/api/webhooks/stripe/${domain}`);
    const page = await openPage();
    await page.confirm();
    await world.sandbox.flushWebhooks();
    await processWebhooks(world.deps);
    expect(await world.statement(invoice)).toBe(PAID_ONCE);
  });

  it('an intent becomes a payment through reconciliation when no other report arrived', async () => {
    const page = await openPage();
    await page.confirm();
    const done = await reconcile(world.deps);
    expect(done.find(({ companyId }) => companyId === harbor.companyId)).toMatchObject({
      differences: {},
    });
    expect(await world.statement(invoice)).toBe(PAID_ONCE);
  });

  it('an intent can be declined first and then confirmed with another card', async () => {
    const page = await openPage();
    expect(await page.confirm({ card: CARDS.declined })).toBe('card_declined');
    await noticed();
    expect(await world.statement(invoice)).toBe('invoice DUE $0.00 of $100.00');
    expect(await page.confirm()).toBe('succeeded');
    await noticed();
    expect(await world.statement(invoice)).toBe(PAID_ONCE);
  });
});

describe('An intent and another payment of the same invoice', () => {
  it('an intent is canceled at the processor before another payment is sent', async () => {
    const page = await openPage();
    expect(await payer.pay()).toMatchObject({ code: 200, status: 'SUCCESS' });
    expect(await page.confirm()).toBe('payment_intent_unexpected_state');
    await noticed();
    expect(await world.statement(invoice)).toBe(PAID_ONCE);
  });

  it('an intent that is confirmed before another payment is booked in place of that payment', async () => {
    const page = await openPage();
    await page.confirm();
    expect(await payer.pay()).toMatchObject({ code: 409, message: 'ACCOUNT_ALREADY_CLOSED' });
    expect(await world.statement(invoice)).toBe(PAID_ONCE);
  });

  it('an intent with an unconfirmed cancellation blocks other payments', async () => {
    const page = await openPage();
    const { merchant } = harbor;
    await world.sandbox.fault({ merchant, operation: 'void', fault: 'lose_before' });
    expect(await payer.pay()).toMatchObject({ code: 409, message: 'ACCOUNT_IS_PROCESSING' });
    expect(await world.statement(invoice)).toBe('invoice DUE $0.00 of $100.00');
    expect(await page.confirm()).toBe('succeeded');
    await noticed();
    expect(await world.statement(invoice)).toBe(PAID_ONCE);
  });

  it('an intent ends when another page creates a new intent', async () => {
    const first = await openPage();
    const second = await openPage();
    expect(await first.confirm()).toBe('payment_intent_unexpected_state');
    expect(await second.confirm()).toBe('succeeded');
    await noticed();
    expect(await world.statement(invoice)).toBe(PAID_ONCE);
  });

  it('an intent is refused while a payment is open, and for a paid invoice', async () => {
    const { merchant } = harbor;
    await world.sandbox.fault({ merchant, operation: 'sale', fault: 'lose_answer' });
    expect(await payer.pay()).toMatchObject({ status: 'PENDING' });
    expect(await askFor('pay/intent')).toMatchObject({ message: 'ACCOUNT_IS_PROCESSING' });
    await noticed();
    expect(await askFor('pay/intent')).toMatchObject({ message: 'ACCOUNT_ALREADY_CLOSED' });
  });
});

describe('An intent after half an hour', () => {
  it('an intent cannot be confirmed after half an hour', async () => {
    const page = await openPage();
    await world.later(31 * MINUTE_MS);
    expect(await page.confirm()).toBe('payment_intent_unexpected_state');
    expect(await page.change({ paymentMethod: 'us_bank_account' })).toMatchObject({
      message: 'NOT_FOUND',
    });
    expect(await world.statement(invoice)).toBe('invoice DUE $0.00 of $100.00');
  });

  it('an intent that was confirmed in time is valid even when it is looked up later', async () => {
    const page = await openPage();
    await page.confirm();
    await world.later(31 * MINUTE_MS);
    expect(await world.statement(invoice)).toBe(PAID_ONCE);
  });
});

describe('PUT intent', () => {
  it('PUT intent recalculates the fee for a bank account and names the mandate', async () => {
    const page = await openPage();
    expect(await page.change({ paymentMethod: 'us_bank_account' })).toMatchObject({
      code: 200,
      paymentIntent: { amount: 10080 },
      quote: { amount: 10000, fee: 80 },
      mandateText: expect.stringContaining('that I enter here (ACH) one time for $100.80'),
    });
    expect(await page.confirm({ bank: BANK_ACCOUNTS.pays })).toBe('processing');
    await noticed();
    expect(await world.statement(invoice)).toBe(
      ['invoice PENDING $0.00 of $100.00', 'payment PENDING $100.00 + $0.80'].join('\n'),
    );
    expect(await payer.pay()).toMatchObject({ message: 'ACCOUNT_IS_PROCESSING' });
    await world.sandbox.settle();
    await world.later(5 * 60 * MINUTE_MS);
    expect(await world.statement(invoice)).toContain('invoice COLLECTED $100.00 of $100.00');
  });

  it('PUT intent starts a plan with the first installment after confirmation', async () => {
    const page = await openPage();
    const changed = await page.change({ paymentMethod: 'card', installments: 3 });
    expect(changed).toMatchObject({
      paymentIntent: { amount: 3444 },
      installments: [{ cost: 3444 }, { cost: 3443 }, { cost: 3443 }],
      mandateText: expect.stringContaining('for 3 payments that total $103.30'),
    });
    expect(await page.confirm()).toBe('succeeded');
    await noticed();
    expect(await planStatement(world, invoice)).toMatch(/^plan LIVE with visa 4242.*\n1 SUCCESS /);
  });

  it('PUT intent does not find the intent of another payer', async () => {
    const page = await openPage();
    const customer = await signIn(world, harbor);
    const body = { paymentIntent: page.shown.paymentIntent.id };
    const path = `request/${invoice.requestId}/intent`;
    const answer = await customer.call({ method: 'PUT', path, body });
    expect(answer).toMatchObject({ code: 404, message: 'NOT_FOUND' });
  });
});

describe('An intent that is confirmed after its invoice was paid in cash', () => {
  it('cash is refused while an intent can be confirmed, and the intent is booked', async () => {
    const page = await openPage();
    const cash = recordManualPayment(world.deps, {
      companyId: harbor.companyId,
      parts: [{ invoiceId: invoice.invoiceId, amountCents: cents(10_000) }],
      reference: null,
      method: 'CASH',
      actor: 'till',
      at: clock.now(),
    });
    await expect(cash).rejects.toMatchObject({
      code: 'ACCOUNT_IS_PROCESSING',
      extras: { details: { minutes: 30 } },
    });
    expect(await page.confirm()).toBe('succeeded');
    await noticed();
    expect(await world.statement(invoice)).toBe(PAID_ONCE);
  });
});

describe('The other intent calls', () => {
  it('schedule-payment/pay requires a scheduled payment', async () => {
    expect(await askFor('schedule-payment/pay')).toMatchObject({ message: 'ACCOUNT_NOT_PAYABLE' });
  });

  it('schedule-payment/pay pays the scheduled amount and ends the schedule', async () => {
    const about = { caller: holder(), company: harbor, invoice };
    const date = addDays(clock.today('America/New_York'), 5);
    expect(await schedule(world, about, { date })).toMatchObject({ status: 'SUCCESS' });
    const page = await openPage('schedule-payment/pay');
    expect(await page.confirm()).toBe('succeeded');
    await noticed();
    expect(await world.statement(invoice)).toBe(PAID_ONCE);
    const { rows } = await world.deps.database.pool.query(
      'select state from schedules where invoice_id = $1',
      [invoice.invoiceId],
    );
    expect(rows).toEqual([{ state: 'DONE' }]);
  });

  it('setup-method/intent saves the method confirmed by the browser', async () => {
    const customer = await signIn(world, harbor);
    const path = `request/${invoice.requestId}/setup-method/intent`;
    const answer = await customer.call({ method: 'POST', path, body: { pe: true } });
    const { paymentIntent, setupId } = setupIntentAnswerSchema.parse(answer);
    const at = { url: world.sandbox.url, publishableKey: harbor.merchant.publicKey };
    await confirmIntent(at, paymentIntent.client_secret, typedCard(CARDS.pays));
    await noticed();
    const setup = await customer.call({ method: 'GET', path: `method-setup/${setupId}` });
    expect(setup).toMatchObject({ paymentProcessingStatus: 'success' });
  });

  it.each(['payengine', 'fiserv'] as const)(
    'intent calls are not supported at %s',
    async (processor) => {
      const company = await world.company({ processor });
      invoice = await world.invoice(company);
      const customer = await signIn(world, company);
      const request = `request/${invoice.requestId}`;
      const calls = [
        { method: 'GET', path: `${request}/pay/intent` },
        { method: 'GET', path: `${request}/schedule-payment/pay` },
        { method: 'PUT', path: `${request}/intent`, body: { paymentIntent: 'pi_1' } },
        { method: 'POST', path: `${request}/setup-method/intent`, body: {} },
      ] as const;
      const refused = { code: 422, message: 'NOT_SUPPORTED_BY_PROCESSOR' };
      for (const call of calls) expect(await customer.call(call)).toMatchObject(refused);
    },
  );
});
