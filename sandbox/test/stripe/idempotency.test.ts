import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { PAYMENT, startStripe } from './test-stripe.ts';

const DAY_MS = 86_400_000;

const stripe = await startStripe();
beforeEach(() => stripe.control('/reset'));
afterAll(stripe.close);

const pay = (more: object = {}, key = 'attempt-1') =>
  stripe.server.post(
    'payment_intents',
    { ...PAYMENT, payment_method: 'pm_card_visa', ...more },
    { key },
  );

describe('An idempotency key', () => {
  it('repeated requests with the same idempotency key create one payment and get the same response', async () => {
    const first = await pay();
    const second = await pay();
    expect(second.body).toEqual(first.body);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await stripe.records()).toHaveLength(1);
  });

  it('a decline is replayed for the same idempotency key', async () => {
    const declined = { payment_method: 'pm_card_visa_chargeDeclined' };
    expect(await pay(declined)).toMatchObject({ status: 402 });
    expect(await pay(declined)).toMatchObject({ status: 402 });
    expect(await stripe.records()).toHaveLength(1);
  });

  it('an idempotency key is rejected for a different request', async () => {
    await pay();
    expect(await pay({ amount: 2000 })).toMatchObject({
      status: 400,
      body: { error: { type: 'idempotency_error' } },
    });
  });

  it('a request that is rejected before execution is not stored under its idempotency key', async () => {
    expect(await pay({ foo: 1 })).toMatchObject({ status: 400 });
    expect(await pay()).toMatchObject({ status: 200 });
  });

  it('an idempotency key expires after 24 hours, and the next request charges again', async () => {
    await pay();
    await stripe.control('/clock', { advanceMs: DAY_MS - 1000 });
    await pay();
    expect(await stripe.records()).toHaveLength(1);
    await stripe.control('/clock', { advanceMs: 2000 });
    await pay();
    expect(await stripe.records()).toHaveLength(2);
  });

  it('a 500 response is replayed only if it occurred after the charge', async () => {
    await stripe.fault({ operation: 'charge', fault: 'http_500_before' });
    expect(await pay()).toMatchObject({ status: 500, body: { error: { type: 'api_error' } } });
    expect(await pay()).toMatchObject({ status: 200 });
    await stripe.fault({ operation: 'charge', fault: 'http_500_after' });
    expect(await pay({}, 'attempt-2')).toMatchObject({ status: 500 });
    expect(await pay({}, 'attempt-2')).toMatchObject({ status: 500 });
    expect(await stripe.records()).toHaveLength(2);
  });
});
