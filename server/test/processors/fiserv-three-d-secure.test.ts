/** 3-D Secure through the Fiserv adapter: challenges that pass or fail, each finished only once. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChargeOrder } from '../../src/processors/processor.ts';
import { CARDS } from '../world/sandbox-process.ts';
import { answerChallenge } from './fiserv-browser.ts';
import {
  CREDENTIALS,
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

describe('3-D Secure at Fiserv', () => {
  const challenged = async () => {
    const source = await world.newCard(CARDS.challenges);
    const browserInfo = await world.deviceReference(source);
    const asked = order(source, { browserInfo, savesMethod: true });
    const outcome = await world.fiserv().charges.charge(asked);
    if (outcome.kind !== 'action_required') throw new Error(`no challenge: ${outcome.kind}`);
    return { asked, ...outcome };
  };
  const finish = (asked: ChargeOrder, processorReference: string, isPermitted = true) =>
    world.fiserv().charges.finishAction?.(asked, processorReference, async () => isPermitted);

  it('3-D Secure at Fiserv is frictionless when the bank knows the device', async () => {
    const source = await world.newCard();
    const asked = order(source, { browserInfo: await world.deviceReference(source) });
    expect(await world.fiserv().charges.charge(asked)).toMatchObject({ kind: 'succeeded' });
    expect(await world.books()).toMatchObject([{ threeDs: 'succeeded' }]);
  });

  it('3-D Secure at Fiserv challenges the payer when the browser did not open the collection page', async () => {
    const source = await world.newCard();
    const asked = order(source, { browserInfo: await world.deviceReference(source, false) });
    expect(await world.fiserv().charges.charge(asked)).toMatchObject({ kind: 'action_required' });
    expect(await world.books()).toEqual([]);
  });

  it('3-D Secure at Fiserv is not attempted without a device collection for the same card', async () => {
    const { charges } = world.fiserv();
    const browserInfo = await world.deviceReference(await world.newCard());
    for (const change of [{ browserInfo: null }, { browserInfo }]) {
      expect(await charges.charge(order(await world.newCard(), change))).toMatchObject({
        kind: 'succeeded',
      });
    }
    expect(await world.books()).toMatchObject([{ threeDs: null }, { threeDs: null }]);
  });

  it('device collection does not start for an account without 3-D Secure or after a gateway failure', async () => {
    const source = await world.newCard();
    const begin = (change = {}) => world.fiserv(change).fields?.beginDeviceData?.(source);
    expect(await begin({ extra: { ...CREDENTIALS.extra, threeDSecure: 'off' } })).toBeNull();
    for (const fault of ['http_401', 'http_429', 'http_500_before', 'lose_answer']) {
      await world.fault('three_ds', fault);
      expect(await begin()).toBeNull();
    }
    expect(await begin()).toMatchObject({ reference: expect.any(String) });
  });

  it('a charge at Fiserv waits for the payer and is made after the challenge is passed', async () => {
    const { asked, processorReference, threeDSData } = await challenged();
    const waiting = { kind: 'action_required', processorReference, threeDSData: null };
    expect(await world.lookUp(asked, processorReference)).toEqual({ kind: 'not_found' });
    expect(await finish(asked, processorReference)).toEqual(waiting);
    expect(await world.books()).toEqual([]);

    await answerChallenge(threeDSData, 'complete');
    const outcome = await finish(asked, processorReference);
    expect(outcome).toMatchObject({ kind: 'succeeded', amountCents: 1204 });
    expect(await world.lookUp(asked, processorReference)).toMatchObject({ kind: 'succeeded' });
    expect(await world.books()).toMatchObject([{ threeDs: 'succeeded' }]);
  });

  it('a charge at Fiserv is declined when the payer fails the challenge', async () => {
    const { asked, processorReference, threeDSData } = await challenged();
    await answerChallenge(threeDSData, 'fail');
    expect(await finish(asked, processorReference)).toMatchObject({
      kind: 'declined',
      code: '363',
      message: "This payment wasn't confirmed with your bank.",
    });
    expect(await world.books()).toEqual([]);
  });

  it('a challenge at Fiserv finishes once, even when the response to the charge is lost', async () => {
    const { asked, processorReference, threeDSData } = await challenged();
    await answerChallenge(threeDSData, 'complete');
    await world.fault('charge', 'lose_answer');
    expect(await finish(asked, processorReference)).toMatchObject({ kind: 'unknown' });
    expect(await world.lookUp(asked, processorReference)).toMatchObject({ kind: 'succeeded' });
    expect(await finish(asked, processorReference)).toMatchObject({ kind: 'succeeded' });
    expect(await world.books()).toHaveLength(1);
  });

  it('a charge at Fiserv is not sent without permission from the core', async () => {
    const { asked, processorReference, threeDSData } = await challenged();
    await answerChallenge(threeDSData, 'complete');
    expect(await finish(asked, processorReference, false)).toMatchObject({ kind: 'unknown' });
    expect(await world.books()).toEqual([]);
  });

  it('a challenge at Fiserv cannot be canceled after it finishes and has no charge to cancel before', async () => {
    const { asked, processorReference, threeDSData } = await challenged();
    const { reference } = asked;
    const cancel = () => world.fiserv().charges.cancel?.({ reference, processorReference });
    expect(await cancel()).toEqual({ kind: 'not_found' });
    await answerChallenge(threeDSData, 'complete');
    await finish(asked, processorReference);
    expect(await cancel()).toEqual({ kind: 'not_cancelable' });
    await world.fault('lookup', 'lose_answer');
    expect(await cancel()).toMatchObject({ kind: 'unknown' });
  });

  it('3-D Secure at Fiserv is requested for a saved card only when the payer is present', async () => {
    const { charges } = world.fiserv();
    const { asked, processorReference, threeDSData } = await challenged();
    await answerChallenge(threeDSData, 'complete');
    const outcome = await finish(asked, processorReference);
    if (!outcome) throw new Error('Fiserv finishes challenges');
    const source = savedSource(savedMethodIn(outcome));
    const again = order(source, { browserInfo: await world.deviceReference(source) });
    expect(await charges.charge(again)).toMatchObject({ kind: 'action_required' });
    const mit = { initiator: 'MIT', device: null, series: 'installment' } as const;
    expect(await charges.charge(order(source, mit))).toMatchObject({ kind: 'succeeded' });
  });

  it('the issuer decides on a charge at Fiserv when the company has disabled 3-D Secure', async () => {
    const extra = { ...CREDENTIALS.extra, threeDSecure: 'off' };
    const without = world.fiserv({ extra });
    const asked = order(await world.newCard(CARDS.challenges));
    expect(await without.charges.charge(asked)).toMatchObject({ kind: 'declined', code: '048' });
  });
});
