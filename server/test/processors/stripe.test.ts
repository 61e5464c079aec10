/** Charges through the Stripe adapter: 3-D Secure, lost responses, keys, and an unreachable Stripe. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../src/processors/secret.ts';
import { CARDS } from '../world/sandbox-process.ts';
import { openStripeWorld, type StripeWorld } from './stripe-world.ts';
import { orderFor, savedMethodIn, savedSource } from './subject.ts';

let world: StripeWorld;
beforeAll(async () => {
  world = await openStripeWorld();
});
beforeEach(() => world.control('reset'));
afterAll(() => world.close());

type Order = ReturnType<typeof orderFor>;

const charge = (order: Order) => world.stripe().charges.charge(order);
const lookUp = ({ reference }: Order, processorReference: string | null = null) =>
  world.stripe().charges.lookup({ reference, processorReference });

const toSecret = (outcome: Awaited<ReturnType<typeof charge>>) => {
  if (outcome.kind !== 'action_required') throw new Error(`no challenge: ${outcome.kind}`);
  return outcome.threeDSData;
};

describe('3-D Secure at Stripe', () => {
  it('3-D Secure at Stripe challenges the payer, and passing the challenge makes the charge', async () => {
    const order = orderFor(await world.newCard(CARDS.challenges));
    const asked = await charge(order);
    expect(asked).toMatchObject({
      kind: 'action_required',
      processorReference: expect.stringMatching(/^pi_/),
      threeDSData: expect.stringMatching(/^pi_.+_secret_/),
    });
    expect(await lookUp(order)).toEqual(asked);
    await world.answerChallenge(toSecret(asked), 'complete');
    expect(await lookUp(order)).toMatchObject({ kind: 'succeeded', amountCents: 10_320 });
  });

  it('a failed challenge is a decline that the payer can retry', async () => {
    const order = orderFor(await world.newCard(CARDS.challenges));
    await world.answerChallenge(toSecret(await charge(order)), 'fail');
    expect(await lookUp(order)).toMatchObject({
      kind: 'declined',
      code: 'payment_intent_authentication_failure',
      class: 'soft',
    });
  });

  it('an abandoned challenge can no longer be completed', async () => {
    const order = orderFor(await world.newCard(CARDS.challenges));
    const asked = await charge(order);
    if (asked.kind !== 'action_required') throw new Error(`no challenge: ${asked.kind}`);
    const { processorReference } = asked;
    const { reference } = order;
    const cancel = () => world.stripe().charges.cancel?.({ reference, processorReference });
    expect(await cancel()).toEqual({ kind: 'canceled' });
    expect(await cancel()).toEqual({ kind: 'not_cancelable' });
    expect(await lookUp(order)).toMatchObject({ kind: 'declined', code: 'canceled' });
    await expect(world.answerChallenge(asked.threeDSData, 'complete')).rejects.toThrow();
  });

  it('3-D Secure at Stripe cannot be requested when the payer is absent', async () => {
    const first = orderFor(await world.newCard('4000002760003184'), { savesMethod: true });
    await world.answerChallenge(toSecret(await charge(first)), 'complete');
    const done = await lookUp(first);
    if (done.kind === 'not_found') throw new Error('the charge is there');
    const source = savedSource(savedMethodIn(done));
    expect(await charge(orderFor(source, { initiator: 'MIT' }))).toMatchObject({
      kind: 'declined',
      code: 'authentication_required',
    });
  });
});

describe('A lost response of Stripe', () => {
  it('the list finds a lost charge at once, and the search index finds it a minute later', async () => {
    const order = orderFor(await world.newCard());
    await world.fault('charge', 'lose_answer');
    expect(await charge(order)).toMatchObject({ kind: 'unknown' });
    expect(await lookUp(order)).toMatchObject({ kind: 'succeeded' });
    await world.control('clock', { advanceMs: 61_000 });
    expect(await lookUp(order)).toMatchObject({ kind: 'succeeded' });
  });

  it('a server error after the charge is replayed for the same key, but a lookup finds the charge', async () => {
    const order = orderFor(await world.newCard());
    await world.fault('charge', 'http_500_after');
    expect(await charge(order)).toMatchObject({ kind: 'unknown' });
    expect(await charge(order)).toMatchObject({ kind: 'unknown' });
    expect(await lookUp(order)).toMatchObject({ kind: 'succeeded' });
    expect(await world.books()).toHaveLength(1);
  });

  it('a charge whose first request is still running is unknown and is made once', async () => {
    const order = orderFor(await world.newCard());
    await world.fault('charge', 'execute_late', { delayMs: 60_000 });
    expect(await charge(order)).toMatchObject({ kind: 'unknown' });
    expect(await charge(order)).toMatchObject({
      kind: 'unknown',
      reason: expect.stringContaining('idempotency_key_in_use'),
    });
    await world.control('clock', { advanceMs: 60_000 });
    expect(await charge(order)).toMatchObject({ kind: 'succeeded' });
    expect(await world.books()).toHaveLength(1);
  });

  it('a failure to create the customer charges nothing', async () => {
    const order = orderFor(await world.newCard(), { savesMethod: true });
    await world.fault('customer', 'lose_answer', { times: 2 });
    expect(await charge(order)).toMatchObject({ kind: 'not_sent' });
    expect(await world.books()).toHaveLength(0);
  });
});

describe('A charge at Stripe', () => {
  it('a charge under the key of another order is unknown and makes no second charge', async () => {
    const order = orderFor(await world.newCard());
    await charge(order);
    const other = { ...order, invoiceRef: 'INV-2000' };
    expect(await charge(other)).toMatchObject({ kind: 'unknown' });
    expect(await world.books()).toHaveLength(1);
  });

  it('a lookup of a foreign intent is unknown, and a lookup of a nonexistent intent finds nothing', async () => {
    const first = orderFor(await world.newCard());
    const taken = await charge(first);
    if (taken.kind !== 'succeeded') throw new Error(taken.kind);
    const other = orderFor(await world.newCard());
    expect(await lookUp(other, taken.processorReference)).toMatchObject({ kind: 'unknown' });
    expect(await lookUp(other, 'pi_nobody')).toEqual({ kind: 'not_found' });
  });

  it.each([
    ['an unknown key', { processorKey: new Secret('sk_test_wrong') }],
    ['an account the key may not act for', { extra: { stripeAccount: 'acct_other' } }],
  ])(
    'a charge is not made with %s, and this does not count as a decline',
    async (_what, change) => {
      const order = orderFor(await world.newCard());
      const outcome = await world.stripe(change).charges.charge(order);
      expect(outcome).toMatchObject({
        kind: 'not_sent',
        reason: expect.stringMatching(/HTTP 40[13]/),
      });
    },
  );

  it('a charge in an unsupported API version is refused', async () => {
    const order = orderFor(await world.newCard());
    const stripe = world.stripe({ extra: { apiVersion: '2020-08-27' } });
    expect(await stripe.charges.charge(order)).toMatchObject({ kind: 'declined', class: 'hard' });
  });

  it('a charge finds and reuses the Stripe customer of the same person by our id', async () => {
    const save = async () =>
      savedMethodIn(await charge(orderFor(await world.newCard(), { savesMethod: true })));
    const [first, second] = [await save(), await save()];
    await world.control('clock', { advanceMs: 61_000 });
    const third = await save();
    expect(second.processorCustomer).toBe(first.processorCustomer);
    expect(third.processorCustomer).toBe(first.processorCustomer);
  });
});
