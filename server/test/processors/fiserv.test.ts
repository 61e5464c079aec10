/** Card charges through the Fiserv adapter, including lost responses and an unreachable gateway. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../src/processors/secret.ts';
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
  it('a response that is lost before the charge means that nothing was charged', async () => {
    const source = await world.newCard();
    const asked = order(source, { browserInfo: await world.deviceReference(source) });
    await world.fault('three_ds', 'lose_answer');
    expect(await world.fiserv().charges.charge(asked)).toMatchObject({ kind: 'not_sent' });
    expect(await world.books()).toEqual([]);
  });

  it('the Fiserv adapter declares a retry window that is shorter than the memory of the gateway', () => {
    expect(world.fiserv().charges.resend).toEqual({ kind: 'same_key', withinMs: 240_000 });
  });
});

describe('Fiserv when unreachable', () => {
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
