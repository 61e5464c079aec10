/**
 * A processor's list of charges, as reconciliation needs it: complete, with our references, and consistent with a
 * lookup. Fiserv has no such list.
 */
import { MINUTE_MS } from '@quittance/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMs, systemClock } from '../../src/kernel/clock.ts';
import type { ListedCharge } from '../../src/processors/processor.ts';
import { BANK_ACCOUNTS, CARDS } from '../world/sandbox-process.ts';
import {
  fiservSubject,
  orderFor,
  payengineSubject,
  type Subject,
  stripeSubject,
} from './subject.ts';

const SUBJECTS = [
  ['PayEngine', payengineSubject],
  ['Stripe', stripeSubject],
] as const;

/** More than one page at either processor. */
const MANY = 110;

describe.each(SUBJECTS)("%s's list of charges", (_name, open) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(() => subject.close());

  async function list({ charges } = subject.processor): Promise<ListedCharge[]> {
    const now = systemClock.now();
    const span = { from: addMs(now, -MINUTE_MS), to: addMs(now, MINUTE_MS) };
    if (!charges.list) throw new Error('this processor has a list');
    return charges.list(span);
  }

  async function charged(order: ReturnType<typeof orderFor>): Promise<ListedCharge[]> {
    await subject.processor.charges.charge(order);
    return (await list()).filter(({ reference }) => reference === order.reference);
  }

  it('the list of charges contains our reference, our invoice and the charged amount', async () => {
    const order = orderFor(await subject.newCard());
    expect(await charged(order)).toEqual([
      {
        reference: order.reference,
        invoiceRef: 'INV-1007',
        kind: 'card',
        outcome: expect.objectContaining({
          kind: 'succeeded',
          amountCents: 10_320,
          currency: 'USD',
          processorReference: expect.stringMatching(/\S/),
        }),
      },
    ]);
  });

  it('the list of charges contains a charge whose response was lost', async () => {
    await subject.fault('charge', 'lose_answer');
    expect(await charged(orderFor(await subject.newCard()))).toMatchObject([
      { outcome: { kind: 'succeeded' } },
    ]);
  });

  it('the list of charges distinguishes a decline from a charge', async () => {
    expect(await charged(orderFor(await subject.newCard(CARDS.declined)))).toMatchObject([
      { kind: 'card', outcome: { kind: 'declined' } },
    ]);
  });

  it('the list of charges follows a bank debit until it is returned', async () => {
    const order = orderFor(await subject.newAccount(), { kind: 'ach' });
    const now = async () => (await list()).find(({ reference }) => reference === order.reference);
    await subject.processor.charges.charge(order);
    expect(await now()).toMatchObject({ kind: 'ach', outcome: { kind: 'pending' } });
    await subject.settle();
    expect(await now()).toMatchObject({ kind: 'ach', outcome: { kind: 'succeeded' } });
    await subject.returnNewest('R10');
    expect(await now()).toMatchObject({ kind: 'ach', outcome: { kind: 'returned' } });
  });

  it('the list of charges shows a debit that was never paid as returned', async () => {
    const order = orderFor(await subject.newAccount(BANK_ACCOUNTS.noFunds), { kind: 'ach' });
    await subject.processor.charges.charge(order);
    await subject.settle();
    const [line] = (await list()).filter(({ reference }) => reference === order.reference);
    expect(line).toMatchObject({ kind: 'ach', outcome: { kind: 'returned', code: 'R01' } });
  });

  it('the list of charges is complete, however many pages it has', async () => {
    const orders = await Promise.all(
      Array.from({ length: MANY }, async () => orderFor(await subject.newCard())),
    );
    await Promise.all(orders.map((order) => subject.processor.charges.charge(order)));
    const references = (await list()).map(({ reference }) => reference);
    expect(new Set(references).size).toBe(references.length);
    expect(references).toEqual(expect.arrayContaining(orders.map(({ reference }) => reference)));
  });

  it('the list of charges contains nothing outside its time range', async () => {
    const from = addMs(systemClock.now(), -10 * MINUTE_MS);
    const span = { from, to: addMs(from, MINUTE_MS) };
    expect(await subject.processor.charges.list?.(span)).toEqual([]);
  });

  it('an unreadable list of charges throws and is never returned incomplete', async () => {
    await expect(list(subject.unreachable)).rejects.toThrow();
    await subject.fault('lookup', 'http_500_before');
    await expect(list()).rejects.toThrow();
  });
});

describe("Fiserv's list of charges", () => {
  it('Fiserv has no list of charges', async () => {
    const subject = await fiservSubject();
    expect(subject.processor.charges.list).toBeUndefined();
    await subject.close();
  });
});
