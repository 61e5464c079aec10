import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idIn, MANDATE, PAYMENT, startStripe } from './test-stripe.ts';

const stripe = await startStripe();
beforeEach(() => stripe.control('/reset'));
afterAll(stripe.close);

const readCustomer = async () =>
  idIn(await stripe.server.post('customers', { name: 'Grace Hall' }));

const setUp = async (payment_method: string, more: object = {}) =>
  stripe.server.post('setup_intents', {
    confirm: true,
    allowed_payment_method_types: ['card', 'us_bank_account'],
    customer: await readCustomer(),
    payment_method,
    mandate_data: MANDATE,
    ...more,
  });

describe('A setup intent at Stripe', () => {
  it('a setup declines a card unless that card fails only on a charge', async () => {
    expect(await setUp('pm_card_visa_chargeDeclined')).toMatchObject({
      status: 402,
      body: { error: { code: 'card_declined', setup_intent: { object: 'setup_intent' } } },
    });
    expect(await setUp('pm_card_chargeCustomerFail')).toMatchObject({
      body: { status: 'succeeded' },
    });
  });

  it('a setup verifies a bank account by microdeposits', async () => {
    const method = await stripe.server.post('payment_methods', {
      type: 'us_bank_account',
      us_bank_account: { account_number: '000123456789', routing_number: '110000000' },
      billing_details: { name: 'Grace Hall' },
    });
    const reply = await setUp(idIn(method));
    expect(reply).toMatchObject({
      body: { next_action: { type: 'verify_with_microdeposits' } },
    });
    const path = `setup_intents/${idIn(reply)}/verify_microdeposits`;
    expect(await stripe.server.post(path, { amounts: [32, 45] })).toMatchObject({
      body: { status: 'succeeded' },
    });
  });
});

describe('A customer at Stripe', () => {
  it('a customer can be updated, found and deleted', async () => {
    const id = await readCustomer();
    await stripe.server.post(`customers/${id}`, { email: 'grace@example.com', metadata: { a: 1 } });
    expect(await stripe.server.get('customers', { email: 'grace@example.com' })).toMatchObject({
      body: { data: [{ id, name: 'Grace Hall', metadata: { a: '1' } }] },
    });
    expect(await stripe.server.remove(`customers/${id}`)).toMatchObject({
      body: { id, deleted: true },
    });
    expect(await stripe.server.post(`customers/${id}`, { name: '' })).toMatchObject({
      status: 404,
    });
  });

  it('a payment method can be attached to a customer and detached', async () => {
    const customer = await readCustomer();
    const attached = await stripe.server.post('payment_methods/pm_card_visa/attach', { customer });
    const method = `payment_methods/${idIn(attached)}`;
    expect(await stripe.server.get(method)).toMatchObject({ body: { customer } });
    expect(await stripe.server.post(`${method}/detach`)).toMatchObject({
      body: { customer: null },
    });
    expect(await stripe.server.post(`${method}/detach`)).toMatchObject({ status: 400 });
    expect(await stripe.server.post(`${method}/attach`, { customer })).toMatchObject({
      status: 400,
    });
  });

  it('a customer session can be created for a browser', async () => {
    const customer = await readCustomer();
    const components = { payment_element: { enabled: true } };
    expect(await stripe.server.post('customer_sessions', { customer, components })).toMatchObject({
      status: 200,
      body: { object: 'customer_session', customer },
    });
  });
});

describe('A refund at Stripe', () => {
  const paid = async (payment_method = 'pm_card_visa') =>
    idIn(await stripe.server.post('payment_intents', { ...PAYMENT, payment_method }));
  const refund = (payment_intent: string, amount?: number) =>
    stripe.server.post('refunds', { payment_intent, ...(amount === undefined ? {} : { amount }) });

  it.each([
    ['pm_card_pendingRefund', 'pending', 'succeeded'],
    ['pm_card_refundFail', 'succeeded', 'failed'],
  ])('a refund of %s starts as %s and is %s after a day', async (card, first, last) => {
    const id = await paid(card);
    expect(await refund(id, 300)).toMatchObject({ body: { status: first } });
    await stripe.control('/clock', { advanceMs: 86_400_000 });
    const refundedCents = last === 'failed' ? 0 : 300;
    const refunds = { data: [{ status: last, amount: 300 }] };
    expect(
      await stripe.server.get(`payment_intents/${id}`, { expand: ['latest_charge.refunds'] }),
    ).toMatchObject({ body: { latest_charge: { amount_refunded: refundedCents, refunds } } });
    expect(await stripe.records()).toMatchObject([{ refundedCents }]);
  });

  it('a disputed charge cannot be refunded', async () => {
    const id = await paid();
    const opened = await stripe.control('/stripe/disputes', { transactionId: id });
    expect(opened).toMatchObject({ body: { status: 'needs_response', reason: 'fraudulent' } });
    expect(await refund(id)).toMatchObject({ body: { error: { code: 'charge_disputed' } } });
    const { id: dispute } = z.looseObject({ id: z.string() }).parse(opened.body);
    await stripe.control(`/stripe/disputes/${dispute}/close`, { status: 'won' });
    expect(await stripe.server.get(`disputes/${dispute}`)).toMatchObject({
      body: { status: 'won' },
    });
  });
});
