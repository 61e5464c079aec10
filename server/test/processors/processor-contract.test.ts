/**
 * Requirements for every processor: the same expectations, run against each adapter through the sandbox. Another
 * processor needs only one more line at the end.
 */
import { cents } from '@quittance/contract/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '../../src/processors/secret.ts';
import { BANK_ACCOUNTS, CARDS } from '../world/sandbox-process.ts';
import {
  fiservSubject,
  orderFor,
  payengineSubject,
  type Subject,
  savedMethodIn,
  savedSource,
  stripeSubject,
} from './subject.ts';

const SUBJECTS = [
  ['PayEngine', payengineSubject],
  ['Fiserv', fiservSubject],
  ['Stripe', stripeSubject],
] as const;

describe.each(SUBJECTS)('%s fulfills the contract of a processor', (name, open) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(() => subject.close());

  const lookUp = ({ reference }: { reference: ReturnType<typeof orderFor>['reference'] }) =>
    subject.processor.charges.lookup({ reference, processorReference: null });

  describe('a charge', () => {
    it('takes what was asked, to the cent, and says which card it was', async () => {
      for (const amount of [101, 1999, 10_320, 123_456]) {
        const order = orderFor(await subject.newCard(), { amountCents: cents(amount) });
        expect(await subject.processor.charges.charge(order)).toMatchObject({
          kind: 'succeeded',
          processorReference: expect.stringMatching(/\S/),
          amountCents: amount,
          currency: 'USD',
          method: { brand: expect.stringMatching(/visa/i), last4: '4242' },
          saved: null,
        });
        expect(await subject.booked(order.reference)).toBe(1);
      }
    });

    it('a declined one carries words for a person', async () => {
      const order = orderFor(await subject.newCard(CARDS.declined));
      const outcome = await subject.processor.charges.charge(order);
      expect(outcome).toMatchObject({ kind: 'declined', code: expect.stringMatching(/\S/) });
      expect(outcome).toMatchObject({ message: expect.stringMatching(/^[A-Z].{10,}[.!]$/) });
    });

    it('a charge without enough money is worth another try on another day', async () => {
      const order = orderFor(await subject.newCard(CARDS.insufficientFunds));
      const outcome = await subject.processor.charges.charge(order);
      expect(outcome).toMatchObject({ kind: 'declined', class: 'soft' });
    });

    it('a charge with an invalid token is declined, not unknown', async () => {
      const order = orderFor({ kind: 'new', token: new Secret('a-token-nobody-gave-out') });
      expect(await subject.processor.charges.charge(order)).toMatchObject({ kind: 'declined' });
    });

    it('says nothing of its secrets when it is printed', async () => {
      const source = await subject.newCard();
      const order = orderFor(source, { savesMethod: true });
      const outcome = await subject.processor.charges.charge(order);
      const printed = JSON.stringify([order, outcome]);
      expect(printed).not.toContain(source.token.reveal());
      expect(printed).not.toContain(savedMethodIn(outcome).token.reveal());
    });
  });

  describe('an answer that does not come', () => {
    it('is unknown when it is lost after charging, and found by our reference', async () => {
      const order = orderFor(await subject.newCard());
      await subject.fault('charge', 'lose_answer');
      expect(await subject.processor.charges.charge(order)).toMatchObject({ kind: 'unknown' });
      expect(await lookUp(order)).toMatchObject({
        kind: 'succeeded',
        amountCents: 10_320,
        currency: 'USD',
        method: { last4: '4242' },
      });
      expect(await subject.booked(order.reference)).toBe(1);
    });

    it('is unknown when the charge never arrived, and nothing is found', async () => {
      const order = orderFor(await subject.newCard());
      await subject.fault('charge', 'lose_before');
      expect(await subject.processor.charges.charge(order)).toMatchObject({ kind: 'unknown' });
      expect(await lookUp(order)).toEqual({ kind: 'not_found' });
      expect(await subject.booked(order.reference)).toBe(0);
    });

    it.each(['http_500_after', 'http_500_before'])('is unknown after %s', async (fault) => {
      const order = orderFor(await subject.newCard());
      await subject.fault('charge', fault);
      expect(await subject.processor.charges.charge(order)).toMatchObject({ kind: 'unknown' });
      const charges = fault === 'http_500_after' ? 1 : 0;
      expect(await subject.booked(order.reference)).toBe(charges);
    });

    it('a charge to an unreachable processor is known not to be sent', async () => {
      const order = orderFor(await subject.newCard());
      expect(await subject.unreachable.charges.charge(order)).toMatchObject({ kind: 'not_sent' });
    });

    it('charges once when the same order is sent again, where that is allowed', async () => {
      const { resend, charge } = subject.processor.charges;
      const order = orderFor(await subject.newCard());
      await subject.fault('charge', 'lose_answer');
      await charge(order);
      if (resend.kind === 'same_key')
        expect(await charge(order)).toMatchObject({ kind: 'succeeded' });
      expect(await subject.booked(order.reference)).toBe(1);
    });
  });

  describe('a look-up', () => {
    it('a lookup under an unused reference finds nothing', async () => {
      expect(await lookUp(orderFor(await subject.newCard()))).toEqual({ kind: 'not_found' });
    });

    it('a lookup returns a decline', async () => {
      const order = orderFor(await subject.newCard(CARDS.declined));
      await subject.processor.charges.charge(order);
      expect(await lookUp(order)).toMatchObject({ kind: 'declined' });
    });

    it.each(['lose_answer', 'http_500_before'])('says nothing after %s', async (fault) => {
      const order = orderFor(await subject.newCard());
      await subject.processor.charges.charge(order);
      await subject.fault('lookup', fault);
      expect(await lookUp(order)).toMatchObject({ kind: 'unknown' });
    });

    it('does not take a charge made twice for one', async () => {
      const order = orderFor(await subject.newCard());
      await subject.fault('charge', 'duplicate');
      await subject.processor.charges.charge(order);
      expect((await lookUp(order)).kind).toBe(
        (await subject.booked(order.reference)) > 1 ? 'unknown' : 'succeeded',
      );
    });
  });

  describe('a bank debit', () => {
    const debit = async (account?: string) =>
      orderFor(await subject.newAccount(account), { kind: 'ach' });

    it('is pending until it is settled', async () => {
      const order = await debit();
      expect(await subject.processor.charges.charge(order)).toMatchObject({
        kind: 'pending',
        amountCents: 10_320,
        method: { brand: null, last4: '6789' },
      });
      expect(await lookUp(order)).toMatchObject({ kind: 'pending' });
      await subject.settle();
      expect(await lookUp(order)).toMatchObject({ kind: 'succeeded' });
    });

    it('one that the bank sends back says so, with a code', async () => {
      const order = await debit(BANK_ACCOUNTS.noFunds);
      await subject.processor.charges.charge(order);
      await subject.settle();
      expect(await lookUp(order)).toMatchObject({ kind: 'returned', code: 'R01' });
    });

    it('can come back after it was paid', async () => {
      const order = await debit();
      await subject.processor.charges.charge(order);
      await subject.settle();
      await subject.returnNewest('R10');
      expect(await lookUp(order)).toMatchObject({ kind: 'returned' });
    });
  });

  describe('a saved method', () => {
    it('is charged again by the payer, and by the company without them', async () => {
      const { charge } = subject.processor.charges;
      const first = await charge(orderFor(await subject.newCard(), { savesMethod: true }));
      const saved = savedMethodIn(first);
      expect(saved).toMatchObject({ kind: 'card', last4: '4242' });
      const source = savedSource(saved);
      expect(await charge(orderFor(source))).toMatchObject({ kind: 'succeeded' });
      const later = orderFor(source, { initiator: 'MIT', series: 'recurring' });
      expect(await charge(later)).toMatchObject({ kind: 'succeeded' });
    });

    it('can be forgotten twice; Stripe, which deletes it, does not charge it then', async () => {
      const { charge } = subject.processor.charges;
      const order = orderFor(await subject.newCard(), { savesMethod: true });
      const saved = savedMethodIn(await charge(order));
      for (let time = 0; time < 2; time += 1) await subject.processor.methods.forget(saved);
      const later = orderFor(savedSource(saved), { initiator: 'MIT', series: 'recurring' });
      expect((await charge(later)).kind === 'succeeded').toBe(name !== 'Stripe');
    });
  });

  describe('a refund', () => {
    it('gives back what was taken, and no more', async () => {
      const { charge, refund } = subject.processor.charges;
      const order = orderFor(await subject.newCard());
      const taken = await charge(order);
      if (taken.kind !== 'succeeded') throw new Error(`not charged: ${taken.kind}`);
      const { processorReference } = taken;
      const { kind } = order;
      const back = { reference: `refund-${order.reference}`, processorReference, kind };
      const whole = await refund({ ...back, amountCents: cents(10_320) });
      expect(whole).toMatchObject({ kind: 'refunded', refundReference: expect.any(String) });
      const more = { ...back, reference: `more-${order.reference}`, amountCents: cents(1) };
      expect(await refund(more)).toMatchObject({ kind: 'refused' });
    });
  });
});
