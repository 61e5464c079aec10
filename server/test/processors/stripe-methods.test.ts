/** Saved methods, bank accounts, disputes and webhooks through the Stripe adapter. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChargeSource, SetupOrder } from '../../src/processors/processor.ts';
import { BANK_ACCOUNTS, CARDS } from '../world/sandbox-process.ts';
import { openStripeWorld, type StripeWorld, startEndpoint } from './stripe-world.ts';
import { orderFor, savedSource } from './subject.ts';

let world: StripeWorld;
beforeAll(async () => {
  world = await openStripeWorld();
});
beforeEach(() => world.control('reset'));
afterAll(() => world.close());

type Order = ReturnType<typeof orderFor>;

const charge = (order: Order) => world.stripe().charges.charge(order);
const lookUp = ({ reference }: Order) =>
  world.stripe().charges.lookup({ reference, processorReference: null });

function saving({ token }: ChargeSource, change: Partial<SetupOrder> = {}): SetupOrder {
  const { kind, payer, evidence, returnUrl, browserInfo, reference } = orderFor({
    kind: 'new',
    token,
  });
  const order = { kind, payer, evidence, returnUrl, browserInfo, reference, token };
  return { ...order, claimed: null, ...change };
}

const save = (order: SetupOrder) => world.stripe().methods.save(order);
const findSaved = (processorReference: string) =>
  world.stripe().methods.findSaved?.(processorReference);

describe('A method saved at Stripe without a charge', () => {
  it('a card saved at Stripe can be charged later by the company', async () => {
    const saved = await save(saving(await world.newCard()));
    expect(saved).toMatchObject({
      kind: 'saved',
      method: { kind: 'card', brand: 'visa', last4: '4242', expiresMonth: 12, expiresYear: 2034 },
    });
    if (saved.kind !== 'saved') throw new Error(saved.kind);
    const source = savedSource(saved.method);
    expect(await charge(orderFor(source, { initiator: 'MIT' }))).toMatchObject({
      kind: 'succeeded',
    });
    await world.stripe().methods.forget(saved.method);
    expect(await charge(orderFor(source, { initiator: 'MIT' }))).toMatchObject({
      kind: 'declined',
    });
  });

  it('a method that needs 3-D Secure is saved after the challenge, by a lookup or a repeated request', async () => {
    const order = saving(await world.newCard(CARDS.challenges));
    const asked = await save(order);
    expect(asked).toMatchObject({ kind: 'action_required' });
    if (asked.kind !== 'action_required') throw new Error(asked.kind);
    expect(await findSaved(asked.processorReference)).toMatchObject({ kind: 'action_required' });
    await world.answerChallenge(asked.threeDSData, 'complete');
    const saved = { kind: 'saved', method: { last4: '3220' } };
    expect(await findSaved(asked.processorReference)).toMatchObject(saved);
    expect(await save(order)).toMatchObject(saved);
  });

  it('a method is not saved at Stripe when the payer fails 3-D Secure', async () => {
    const asked = await save(saving(await world.newCard(CARDS.challenges)));
    if (asked.kind !== 'action_required') throw new Error(asked.kind);
    await world.answerChallenge(asked.threeDSData, 'fail');
    expect(await findSaved(asked.processorReference)).toMatchObject({
      kind: 'declined',
      message: expect.stringMatching(/\S/),
    });
  });

  it('a setup is unknown while Stripe is unreachable, and a lost response still saves one method', async () => {
    const order = saving(await world.newCard());
    await world.fault('setup', 'lose_answer');
    expect(await save(order)).toMatchObject({ kind: 'unknown' });
    expect(await save(order)).toMatchObject({ kind: 'saved', method: { last4: '4242' } });
    await world.fault('lookup', 'http_500_before');
    expect(await findSaved('seti_1')).toMatchObject({ kind: 'unknown' });
  });

  it('a method is not saved at Stripe when the card is declined', async () => {
    expect(await save(saving(await world.newCard(CARDS.declined)))).toMatchObject({
      kind: 'declined',
      code: 'generic_decline',
    });
  });

  it('a bank account is saved at Stripe only if its owner logged in to the bank', async () => {
    const login = saving(await world.newAccount(), { kind: 'ach' });
    const saved = await save(login);
    expect(saved).toMatchObject({ kind: 'saved', method: { kind: 'ach', last4: '6789' } });
    if (saved.kind !== 'saved') throw new Error(saved.kind);
    const debit = orderFor(savedSource(saved.method), { kind: 'ach', initiator: 'MIT' });
    expect(await charge(debit)).toMatchObject({ kind: 'pending' });
    const typed = saving(await world.typedAccount(), { kind: 'ach' });
    expect(await save(typed)).toMatchObject({ kind: 'declined' });
  });
});

describe('A typed bank account at Stripe', () => {
  it('a typed bank account is pending during microdeposits, then debited, then paid', async () => {
    const order = orderFor(await world.typedAccount(), { kind: 'ach' });
    expect(await charge(order)).toMatchObject({ kind: 'pending', method: { last4: '6789' } });
    await world.control('settle');
    expect(await lookUp(order)).toMatchObject({ kind: 'pending' });
    const [booked] = await world.books();
    await world.verifyByServer(booked?.transactionId ?? '');
    await world.control('settle');
    expect(await lookUp(order)).toMatchObject({ kind: 'succeeded' });
  });

  it('a bank account is declined when its microdeposits are not confirmed in ten days', async () => {
    const order = orderFor(await world.typedAccount(), { kind: 'ach' });
    await charge(order);
    await world.control('clock', { advanceMs: 11 * 86_400_000 });
    expect(await lookUp(order)).toMatchObject({
      kind: 'declined',
      code: 'payment_method_microdeposit_verification_timeout',
    });
  });
});

describe('A dispute at Stripe', () => {
  it.each(['won', 'lost'] as const)(
    'a card dispute is open until it is %s, and the charge still counts as succeeded',
    async (end) => {
      const order = orderFor(await world.newCard());
      const taken = await charge(order);
      if (taken.kind !== 'succeeded') throw new Error(taken.kind);
      const { id } = await world.dispute(taken.processorReference);
      const dispute = { disputeReference: id, amountCents: 10_320, code: 'fraudulent' };
      expect(await lookUp(order)).toMatchObject({
        kind: 'succeeded',
        disputes: [{ ...dispute, state: 'open' }],
      });
      await world.control(`stripe/disputes/${id}/close`, { status: end });
      expect(await lookUp(order)).toMatchObject({
        kind: 'succeeded',
        disputes: [{ ...dispute, state: end }],
      });
    },
  );

  it('a dispute of a settled debit is a return with the corresponding code', async () => {
    const order = orderFor(await world.newAccount('disputed'), { kind: 'ach' });
    await charge(order);
    await world.control('settle');
    expect(await lookUp(order)).toMatchObject({ kind: 'returned', code: 'R10' });
  });
});

describe('Webhooks of Stripe', () => {
  let endpoint: Awaited<ReturnType<typeof startEndpoint>>;
  beforeEach(async () => {
    endpoint = await startEndpoint();
    await world.sendEventsTo(endpoint.url);
  });
  afterEach(async () => {
    await world.sendEventsTo(null);
    await endpoint.close();
  });

  const hints = async () => {
    await world.control('webhooks/flush');
    const { webhooks } = world.stripe();
    return endpoint.received.map((received) => webhooks?.verify(received) ?? null);
  };

  it('Stripe webhooks name their attempt and are accepted only with the correct secret', async () => {
    const order = orderFor(await world.newAccount(BANK_ACCOUNTS.noFunds), { kind: 'ach' });
    await charge(order);
    await world.control('settle');
    const { reference } = order;
    const types = ['payment_intent.processing', 'payment_intent.payment_failed', 'charge.failed'];
    const told = await hints();
    for (const eventType of types) {
      expect(told).toContainEqual({
        eventId: expect.any(String),
        eventType,
        subject: 'charge',
        reference,
      });
    }
    const [first] = endpoint.received;
    const forged = { rawBody: first?.rawBody ?? '', headers: { 'stripe-signature': 't=1,v1=0' } };
    expect(world.stripe().webhooks?.verify(forged)).toBeNull();
  });

  it('a webhook about a refund or dispute in the dashboard names the charge', async () => {
    const refunded = orderFor(await world.newCard());
    const disputed = orderFor(await world.newCard());
    const [one, other] = [await charge(refunded), await charge(disputed)];
    if (one.kind !== 'succeeded' || other.kind !== 'succeeded') throw new Error('not charged');
    await world.control('refund', { transactionId: one.processorReference, amountCents: 100 });
    const { id } = await world.dispute(other.processorReference);
    await world.control(`stripe/disputes/${id}/close`, { status: 'won' });
    const told = (await hints()).map((hint) => `${hint?.eventType} ${hint?.reference}`);
    expect(told).toEqual(
      expect.arrayContaining([
        `charge.refunded ${refunded.reference}`,
        `refund.created ${one.processorReference}`,
        `charge.dispute.created ${other.processorReference}`,
        `charge.dispute.funds_withdrawn ${other.processorReference}`,
        `charge.dispute.funds_reinstated ${other.processorReference}`,
        `charge.dispute.closed ${other.processorReference}`,
      ]),
    );
  });
});
