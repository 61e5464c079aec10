/**
 * Requirements for every processor: the same expectations run against each adapter through the sandbox. A new
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
    it('a charge takes the requested amount to the cent and names the card', async () => {
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

    it('a declined charge has a readable message', async () => {
      const order = orderFor(await subject.newCard(CARDS.declined));
      const outcome = await subject.processor.charges.charge(order);
      expect(outcome).toMatchObject({ kind: 'declined', code: expect.stringMatching(/\S/) });
      expect(outcome).toMatchObject({ message: expect.stringMatching(/^[A-Z].{10,}[.!]$/) });
    });

    it('a charge declined for insufficient funds can be retried on another day', async () => {
      const order = orderFor(await subject.newCard(CARDS.insufficientFunds));
      const outcome = await subject.processor.charges.charge(order);
      expect(outcome).toMatchObject({ kind: 'declined', class: 'soft' });
    });

    it('a charge with an invalid token is declined, not unknown', async () => {
      const order = orderFor({ kind: 'new', token: new Secret('a-token-nobody-gave-out') });
      expect(await subject.processor.charges.charge(order)).toMatchObject({ kind: 'declined' });
    });

    it('a charge does not reveal its secrets when it is printed', async () => {
      const source = await subject.newCard();
      const order = orderFor(source, { savesMethod: true });
      const outcome = await subject.processor.charges.charge(order);
      const printed = JSON.stringify([order, outcome]);
      expect(printed).not.toContain(source.token.reveal());
      expect(printed).not.toContain(savedMethodIn(outcome).token.reveal());
    });
  });

  describe('a missing response', () => {
    it('a charge whose response is lost is unknown and can be found by our reference', async () => {
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

    it('a charge that never arrived is unknown and not found', async () => {
      const order = orderFor(await subject.newCard());
      await subject.fault('charge', 'lose_before');
      expect(await subject.processor.charges.charge(order)).toMatchObject({ kind: 'unknown' });
      expect(await lookUp(order)).toEqual({ kind: 'not_found' });
      expect(await subject.booked(order.reference)).toBe(0);
    });

    it.each(['http_500_after', 'http_500_before'])(
      'a charge is unknown after %s',
      async (fault) => {
        const order = orderFor(await subject.newCard());
        await subject.fault('charge', fault);
        expect(await subject.processor.charges.charge(order)).toMatchObject({ kind: 'unknown' });
        const charges = fault === 'http_500_after' ? 1 : 0;
        expect(await subject.booked(order.reference)).toBe(charges);
      },
    );

    it('a charge to an unreachable processor is recorded as not sent', async () => {
      const order = orderFor(await subject.newCard());
      expect(await subject.unreachable.charges.charge(order)).toMatchObject({ kind: 'not_sent' });
    });

    it('a repeated charge is made once where retries are allowed', async () => {
      const { resend, charge } = subject.processor.charges;
      const order = orderFor(await subject.newCard());
      await subject.fault('charge', 'lose_answer');
      await charge(order);
      if (resend.kind === 'same_key')
        expect(await charge(order)).toMatchObject({ kind: 'succeeded' });
      expect(await subject.booked(order.reference)).toBe(1);
    });
  });

  describe('a lookup', () => {
    it('a lookup under an unused reference finds nothing', async () => {
      expect(await lookUp(orderFor(await subject.newCard()))).toEqual({ kind: 'not_found' });
    });

    it('a lookup returns a decline', async () => {
      const order = orderFor(await subject.newCard(CARDS.declined));
      await subject.processor.charges.charge(order);
      expect(await lookUp(order)).toMatchObject({ kind: 'declined' });
    });

    it.each(['lose_answer', 'http_500_before'])(
      'a lookup proves nothing after %s',
      async (fault) => {
        const order = orderFor(await subject.newCard());
        await subject.processor.charges.charge(order);
        await subject.fault('lookup', fault);
        expect(await lookUp(order)).toMatchObject({ kind: 'unknown' });
      },
    );

    it('a lookup does not mistake a double charge for a single charge', async () => {
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

    it('a bank debit is pending until it is settled', async () => {
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

    it('a bank debit returned by the bank has a return code', async () => {
      const order = await debit(BANK_ACCOUNTS.noFunds);
      await subject.processor.charges.charge(order);
      await subject.settle();
      expect(await lookUp(order)).toMatchObject({ kind: 'returned', code: 'R01' });
    });

    it('a bank debit can be returned after it is paid', async () => {
      const order = await debit();
      await subject.processor.charges.charge(order);
      await subject.settle();
      await subject.returnNewest('R10');
      expect(await lookUp(order)).toMatchObject({ kind: 'returned' });
    });
  });

  describe('a saved method', () => {
    it('a saved method can be charged again by the payer, and by the company off-session', async () => {
      const { charge } = subject.processor.charges;
      const first = await charge(orderFor(await subject.newCard(), { savesMethod: true }));
      const saved = savedMethodIn(first);
      expect(saved).toMatchObject({ kind: 'card', last4: '4242' });
      const source = savedSource(saved);
      expect(await charge(orderFor(source))).toMatchObject({ kind: 'succeeded' });
      const later = orderFor(source, { initiator: 'MIT', series: 'recurring' });
      expect(await charge(later)).toMatchObject({ kind: 'succeeded' });
    });

    it('a saved method can be deleted twice, and only Fiserv still charges it', async () => {
      const { charge } = subject.processor.charges;
      const order = orderFor(await subject.newCard(), { savesMethod: true });
      const saved = savedMethodIn(await charge(order));
      for (let time = 0; time < 2; time += 1) await subject.processor.methods.forget(saved);
      const later = orderFor(savedSource(saved), { initiator: 'MIT', series: 'recurring' });
      expect((await charge(later)).kind === 'succeeded').toBe(name === 'Fiserv');
    });
  });

  describe('a refund', () => {
    it('a refund returns at most the charged amount', async () => {
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
