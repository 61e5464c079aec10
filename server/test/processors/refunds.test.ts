/**
 * Refunds as each processor reports them: ours and those made in its dashboard, full and partial, and refund orders
 * that were not processed.
 */
import { DAY_MS, MINUTE_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMs, systemClock } from '../../src/kernel/clock.ts';
import {
  fiservSubject,
  orderFor,
  payengineSubject,
  type Subject,
  stripeSubject,
} from './subject.ts';

const SUBJECTS = [
  ['PayEngine', payengineSubject],
  ['Fiserv', fiservSubject],
  ['Stripe', stripeSubject],
] as const;

describe.each(SUBJECTS)('Refunds at %s', (name, open) => {
  const hasList = name !== 'Fiserv';
  let subject: Subject;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(() => subject.close());

  async function charged() {
    const order = orderFor(await subject.newCard());
    const outcome = await subject.processor.charges.charge(order);
    if (outcome.kind !== 'succeeded') throw new Error(`not charged: ${outcome.kind}`);
    const { processorReference } = outcome;
    const { reference } = order;
    const lookUp = () => subject.processor.charges.lookup({ reference, processorReference });
    return { reference, processorReference, lookUp };
  }

  it('a lookup reports no refunds before the first refund', async () => {
    const { lookUp } = await charged();
    expect(await lookUp()).toMatchObject({ kind: 'succeeded', refunds: [] });
  });

  it('refunds made in the dashboard are reported in parts, oldest first, without our reference', async () => {
    const { processorReference, lookUp } = await charged();
    const text = expect.stringMatching(/\S/);
    const part = (amountCents: number) => ({
      refundReference: text,
      reference: null,
      amountCents,
      state: 'succeeded',
      reason: null,
    });
    await subject.refundByHand(processorReference, 320);
    expect(await lookUp()).toMatchObject({
      kind: 'succeeded',
      amountCents: 10_320,
      refunds: [part(320)],
    });
    await subject.refundByHand(processorReference);
    const found = await lookUp();
    expect(found).toMatchObject({ kind: 'succeeded', refunds: [part(320), part(10_000)] });
    expect(await lookUp()).toEqual(found);
  });

  it('a refund ordered here is reported under the reference from its response', async () => {
    const { reference, processorReference, lookUp } = await charged();
    const own = `refund-${reference}`;
    const amountCents = cents(500);
    const order = { reference: own, processorReference, amountCents, kind: 'card' } as const;
    const made = await subject.processor.charges.refund(order);
    if (made.kind !== 'refunded') throw new Error(`not refunded: ${made.kind}`);
    const { refundReference } = made;
    // PayEngine has no field for our refund id.
    const known = name === 'PayEngine' ? null : own;
    expect(await lookUp()).toMatchObject({
      refunds: [{ refundReference, reference: known, amountCents: 500 }],
    });
  });

  it('a pending refund is reported as pending, and a failed refund as failed (R80)', async () => {
    const { reference, processorReference, lookUp } = await charged();
    const order = { reference: `r-${reference}`, processorReference, amountCents: cents(500) };
    await subject.fault('refund', 'pending');
    const pending = await subject.processor.charges.refund({ ...order, kind: 'card' });
    if (pending.kind !== 'pending') throw new Error(`not pending: ${pending.kind}`);
    const { refundReference } = pending;
    const reported = (state: string) => ({ refunds: [{ refundReference, state }] });
    expect(await lookUp()).toMatchObject({ kind: 'succeeded', ...reported('pending') });
    await subject.endRefund(processorReference, 'succeeded');
    expect(await lookUp()).toMatchObject(reported('succeeded'));
    await subject.endRefund(processorReference, 'failed');
    expect(await lookUp()).toMatchObject({
      kind: 'succeeded',
      refunds: [{ refundReference, state: 'failed', reason: expect.stringMatching(/\S/) }],
    });
  });

  it('a refund declined by the processor is refused with the reason (R80)', async () => {
    const { reference, processorReference, lookUp } = await charged();
    const order = { reference: `d-${reference}`, processorReference, amountCents: cents(500) };
    await subject.fault('refund', 'decline');
    const refused = await subject.processor.charges.refund({ ...order, kind: 'card' });
    expect(refused).toMatchObject({ kind: 'refused', message: expect.stringMatching(/\S/) });
    expect(await lookUp()).toMatchObject({ kind: 'succeeded', refunds: [{ state: 'failed' }] });
  });

  it.runIf(hasList)('the list of charges and a lookup report the same refunds', async () => {
    const { reference, processorReference, lookUp } = await charged();
    await subject.refundByHand(processorReference, 100);
    const now = systemClock.now();
    const span = { from: addMs(now, -MINUTE_MS), to: addMs(now, MINUTE_MS) };
    const list = await subject.processor.charges.list?.(span);
    const [listed] = (list ?? []).filter((each) => each.reference === reference);
    expect(listed?.outcome).toEqual(await lookUp());
  });

  it.runIf(hasList)(
    'the list of a later time range contains an older charge that was refunded in that range',
    async () => {
      const { reference, processorReference, lookUp } = await charged();
      await subject.later(2 * DAY_MS);
      await subject.refundByHand(processorReference, 100);
      const now = addMs(systemClock.now(), 2 * DAY_MS);
      const span = { from: addMs(now, -DAY_MS), to: addMs(now, DAY_MS) };
      const list = await subject.processor.charges.list?.(span);
      const outcomes = (list ?? [])
        .filter((each) => each.reference === reference)
        .map((each) => each.outcome);
      expect(outcomes).toEqual([await lookUp()]);
      expect(outcomes).toMatchObject([{ refunds: [{ amountCents: 100 }] }]);
    },
  );

  it.each(['http_401', 'http_429'])(
    'a refund with the response %s is deferred and can be made later',
    async (fault) => {
      const { reference, processorReference, lookUp } = await charged();
      const amountCents = cents(10_320);
      const order = { reference, processorReference, amountCents, kind: 'card' } as const;
      const { refund } = subject.processor.charges;
      await subject.fault('refund', fault);
      expect(await refund(order)).toMatchObject({ kind: 'deferred' });
      expect(await lookUp()).toMatchObject({ refunds: [] });
      expect(await refund(order)).toMatchObject({ kind: 'refunded' });
    },
  );

  it('a refund that cannot reach the processor is deferred', async () => {
    const { reference, processorReference } = await charged();
    const order = { reference, processorReference, amountCents: cents(1), kind: 'card' } as const;
    expect(await subject.unreachable.charges.refund(order)).toMatchObject({ kind: 'deferred' });
  });

  it.each(['http_401', 'http_429'])(
    'a charge with the response %s counts as neither a charge nor a decline',
    async (fault) => {
      const order = orderFor(await subject.newCard());
      await subject.fault('charge', fault);
      const outcome = await subject.processor.charges.charge(order);
      // At Fiserv, a 401 can also mean a reused request id.
      const kinds = name === 'Fiserv' && fault === 'http_401' ? ['unknown'] : ['not_sent'];
      expect(kinds).toContain(outcome.kind);
      expect(await subject.booked(order.reference)).toBe(0);
    },
  );

  it.each(['http_401', 'http_429'])(
    'a lookup and a list with the response %s prove nothing',
    async (fault) => {
      const { lookUp } = await charged();
      await subject.fault('lookup', fault);
      expect(await lookUp()).toMatchObject({ kind: 'unknown' });
      const { list } = subject.processor.charges;
      expect(list !== undefined).toBe(hasList);
      await subject.fault('lookup', fault);
      const now = systemClock.now();
      if (list) await expect(list({ from: now, to: now })).rejects.toThrow();
    },
  );
});

describe('Saving a method at Fiserv', () => {
  it.each(['http_401', 'http_429'])(
    'a response with %s proves nothing about the card',
    async (fault) => {
      const subject = await fiservSubject();
      const { kind, payer, evidence, returnUrl, browserInfo, reference, source } = orderFor(
        await subject.newCard(),
      );
      const order = { kind, payer, evidence, returnUrl, browserInfo, reference };
      await subject.fault('tokenize', fault);
      const saving = { ...order, token: source.token, claimed: null };
      expect(await subject.processor.methods.save(saving)).toMatchObject({ kind: 'not_sent' });
      expect(await subject.processor.methods.save(saving)).toMatchObject({ kind: 'saved' });
      await subject.close();
    },
  );
});
