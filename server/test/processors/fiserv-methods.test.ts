/** Bank debits, refunds, saved methods and field sessions through the Fiserv adapter. */
import { randomUUID } from 'node:crypto';
import { cents } from '@quittance/contract/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChargeSource } from '../../src/processors/processor.ts';
import { Secret } from '../../src/processors/secret.ts';
import { CARDS } from '../world/sandbox-process.ts';
import {
  type FiservWorld,
  openFiservWorld,
  order,
  savedMethodIn,
  savedSource,
} from './fiserv-world.ts';

let world: FiservWorld;
beforeAll(async () => {
  world = await openFiservWorld();
});
beforeEach(() => world.control('reset'));
afterAll(() => world.close());

describe('A bank debit at Fiserv', () => {
  const debit = async (account?: string) =>
    order(await world.newAccount(account), { kind: 'ach', savesMethod: true });

  it('a saved account at Fiserv is debited without further input', async () => {
    const { charges } = world.fiserv();
    const saved = savedMethodIn(await charges.charge(await debit()));
    const later = order(savedSource(saved), { kind: 'ach', initiator: 'MIT', device: null });
    expect(await charges.charge(later)).toMatchObject({ kind: 'pending' });
  });
});

describe('A refund at Fiserv', () => {
  it('a refund at Fiserv is not repeated when it may have been made', async () => {
    const { charges } = world.fiserv();
    const taken = await charges.charge(order(await world.newCard()));
    if (taken.kind !== 'succeeded') throw new Error(taken.kind);
    const { processorReference } = taken;
    const asked = {
      reference: randomUUID(),
      processorReference,
      amountCents: cents(1204),
      kind: 'card',
    } as const;
    await world.fault('refund', 'lose_answer');
    expect(await charges.refund(asked)).toMatchObject({ kind: 'unknown' });
    expect(await charges.refund(asked)).toMatchObject({ kind: 'refunded' });
    expect(await world.books()).toMatchObject([{ refunded: '12.04' }]);
  });
});

describe('Saving a method at Fiserv', () => {
  const save = async (source: ChargeSource, kind: 'card' | 'ach' = 'card') => {
    const { payer, evidence, returnUrl } = order(source);
    const { token } = source;
    const rest = { payer, evidence, returnUrl, browserInfo: null, claimed: null };
    return world.fiserv().methods.save({ reference: randomUUID(), kind, token, ...rest });
  };

  it('saving a method at Fiserv charges nothing and returns the data for a later charge', async () => {
    const outcome = await save(await world.newCard());
    if (outcome.kind !== 'saved') throw new Error(outcome.kind);
    expect(outcome.method).toMatchObject({ brand: 'visa', last4: '4242', expiresYear: 2034 });
    expect(await world.books()).toEqual([]);
    const later = order(savedSource(outcome.method), { initiator: 'MIT', device: null });
    expect(await world.fiserv().charges.charge(later)).toMatchObject({ kind: 'succeeded' });
  });

  it('saving a method at Fiserv works for bank accounts and refuses a card closed by its bank', async () => {
    expect(await save(await world.newAccount(), 'ach')).toMatchObject({
      kind: 'saved',
      method: { kind: 'ach', last4: '6789' },
    });
    expect(await save(await world.newCard(CARDS.declined))).toMatchObject({ kind: 'declined' });
  });

  it('deleting a method saved at Fiserv can be repeated', async () => {
    const token = new Secret('8519371934460009');
    const method = { token, kind: 'card', processorCustomer: null } as const;
    await expect(world.fiserv().methods.forget(method)).resolves.toBeUndefined();
  });
});

describe('The hosted fields of Fiserv', () => {
  it('the session of the hosted fields stays on our server', async () => {
    const opened = await world.fiserv().fields?.open();
    expect(Object.keys(opened?.public ?? {}).sort()).toEqual([
      'accessToken',
      'apiKey',
      'environment',
      'keyId',
      'merchantId',
      'publicKey',
      'terminalId',
    ]);
    const secret = opened?.secretToken?.reveal() ?? '';
    expect(secret).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(opened)).not.toContain(secret);
  });
});
