/** Card charges through the Fiserv adapter, including lost responses and an unreachable gateway. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

describe('A card charge at Fiserv', () => {
  it('a card charge at Fiserv takes the requested amount and names the card', async () => {
    const asked = order(await world.newCard());
    const outcome = await world.fiserv().charges.charge(asked);
    expect(outcome).toMatchObject({
      kind: 'succeeded',
      amountCents: 1204,
      currency: 'USD',
      method: { brand: 'visa', last4: '4242' },
      saved: null,
    });
    expect(await world.books()).toMatchObject([
      { internalTransactionID: asked.reference, amountCents: 1204, description: 'INV-1007' },
    ]);
    expect(await world.lookUp(asked)).toEqual({ ...outcome, refunds: [] });
  });

  it('a card charge at Fiserv is declined with a readable message', async () => {
    const asked = order(await world.newCard(CARDS.insufficientFunds));
    const declined = { kind: 'declined', code: '008', class: 'soft' };
    expect(await world.fiserv().charges.charge(asked)).toMatchObject(declined);
    expect(await world.lookUp(asked)).toMatchObject(declined);
  });

  it('a card is saved at Fiserv and charged later off-session', async () => {
    const { charges } = world.fiserv();
    const first = await charges.charge(order(await world.newCard(), { savesMethod: true }));
    const saved = savedMethodIn(first);
    expect(saved).toMatchObject({ brand: 'visa', expiresMonth: 12, expiresYear: 2034 });
    expect(saved.schemeReference).toMatch(/^\d{15} VISA 1204$/);
    const later = order(savedSource(saved), {
      initiator: 'MIT',
      series: 'recurring',
      device: null,
    });
    expect(await charges.charge(later)).toMatchObject({ kind: 'succeeded', saved: null });
    expect(await world.books()).toHaveLength(2);
  });

  it.each([
    ['Mastercard', '5500007287297385', 'installment'],
    ['Mastercard', '5500007287297385', 'recurring'],
    ['Discover', '6011114305944707', 'recurring'],
  ] as const)(
    'a stored card of %s (%s) is charged with the data that its scheme requires',
    async (_scheme, number, series) => {
      const { charges } = world.fiserv();
      const first = await charges.charge(order(await world.newCard(number), { savesMethod: true }));
      const source = savedSource(savedMethodIn(first));
      const later = order(source, { initiator: 'MIT', series, device: null });
      expect(await charges.charge(later)).toMatchObject({ kind: 'succeeded' });
      const plain = { ...source, schemeReference: '012182063695002' } as const;
      expect(
        await charges.charge(order(plain, { initiator: 'MIT', series, device: null })),
      ).toMatchObject({
        kind: 'declined',
        code: '107',
      });
    },
  );

  it('Fiserv refuses a reused session and a card without an expiration date', async () => {
    const { charges } = world.fiserv();
    const source = await world.newCard();
    const saved = savedMethodIn(await charges.charge(order(source, { savesMethod: true })));
    expect(await charges.charge(order(source))).toMatchObject({ kind: 'declined', code: '301' });
    const undated = savedSource({ ...saved, expiresMonth: null });
    expect(await charges.charge(order(undated))).toMatchObject({ kind: 'declined', code: '115' });
  });
});

describe('A lost response of Fiserv', () => {
  it('a lost response leaves the charge unknown, and a lookup or a retry finds the result', async () => {
    const asked = order(await world.newCard());
    await world.fault('charge', 'lose_answer');
    expect(await world.fiserv().charges.charge(asked)).toMatchObject({ kind: 'unknown' });
    expect(await world.lookUp(asked)).toMatchObject({ kind: 'succeeded', amountCents: 1204 });
    expect(await world.fiserv().charges.charge(asked)).toMatchObject({ kind: 'succeeded' });
    expect(await world.books()).toHaveLength(1);
  });

  it('a charge that never reached Fiserv is made once when sent again', async () => {
    const asked = order(await world.newCard());
    await world.fault('charge', 'lose_before');
    expect(await world.fiserv().charges.charge(asked)).toMatchObject({ kind: 'unknown' });
    expect(await world.lookUp(asked)).toEqual({ kind: 'not_found' });
    expect(await world.fiserv().charges.charge(asked)).toMatchObject({ kind: 'succeeded' });
    expect(await world.books()).toHaveLength(1);
  });

  it.each([
    ['http_500_after', 'succeeded'],
    ['http_500_before', 'not_found'],
  ])('a response lost as %s leaves the charge %s', async (kind, found) => {
    const asked = order(await world.newCard());
    await world.fault('charge', kind);
    expect(await world.fiserv().charges.charge(asked)).toMatchObject({ kind: 'unknown' });
    expect(await world.lookUp(asked)).toMatchObject({ kind: found });
  });

  it('two executions for one response do not count as one success', async () => {
    const asked = order(await world.newCard());
    await world.fault('charge', 'duplicate');
    await world.fiserv().charges.charge(asked);
    expect(await world.lookUp(asked)).toMatchObject({ kind: 'unknown' });
  });

  it('a response that is lost before the charge means that nothing was charged', async () => {
    const source = await world.newCard();
    const asked = order(source, { browserInfo: await world.deviceReference(source) });
    await world.fault('three_ds', 'lose_answer');
    expect(await world.fiserv().charges.charge(asked)).toMatchObject({ kind: 'not_sent' });
    expect(await world.books()).toEqual([]);
  });

  it('a lookup without a response proves nothing about the charge', async () => {
    const asked = order(await world.newCard());
    await world.fiserv().charges.charge(asked);
    await world.fault('lookup', 'lose_answer');
    expect(await world.lookUp(asked)).toMatchObject({ kind: 'unknown' });
  });

  it('the Fiserv adapter declares a retry window that is shorter than the memory of the gateway', () => {
    expect(world.fiserv().charges.resend).toEqual({ kind: 'same_key', withinMs: 240_000 });
  });
});

describe('Fiserv when unreachable', () => {
  it('a charge is not sent to an unreachable gateway', async () => {
    const unreachable = world.fiserv({}, 'http://127.0.0.1:9/ch');
    const asked = order(await world.newCard(), { device: null });
    expect(await unreachable.charges.charge(asked)).toMatchObject({ kind: 'not_sent' });
    expect(await unreachable.charges.charge(order(await world.newCard()))).toMatchObject({
      kind: 'not_sent',
    });
  });

  it('a charge is not sent with an invalid key', async () => {
    const stranger = world.fiserv({ processorKey: new Secret('another_secret') });
    const asked = order(await world.newCard());
    expect(await stranger.charges.charge(asked)).toMatchObject({ kind: 'not_sent' });
    expect(await stranger.charges.lookup({ ...asked, processorReference: null })).toMatchObject({
      kind: 'unknown',
    });
    await expect(stranger.fields?.open()).rejects.toThrow();
  });
});
