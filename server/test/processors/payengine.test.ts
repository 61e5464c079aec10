/** The PayEngine adapter's handling of responses that no sandbox returns. */
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/kernel/clock.ts';
import { createPayengine } from '../../src/processors/payengine/adapter.ts';
import { Secret } from '../../src/processors/secret.ts';
import { CARDS } from '../world/sandbox-process.ts';
import { orderFor, payengineSubject } from './subject.ts';

function answering(status: number, body: unknown) {
  const http = {
    call: async () => ({ status, body: typeof body === 'string' ? body : JSON.stringify(body) }),
    close: async () => undefined,
  };
  const settings = { http, clock: systemClock, baseUrls: { payengine: 'http://payengine.test' } };
  const credentials = {
    owner: 'test',
    merchantId: 'mer_1',
    processorKey: new Secret('sk_test_1'),
    webhookSecret: null,
    extra: {},
  };
  return createPayengine({ ...settings, acceptsLiveKeys: false }, credentials);
}

const order = () => orderFor({ kind: 'new', token: new Secret('card_1') });
const error = { error: true, message: 'no' };

describe('The response of PayEngine to a charge', () => {
  it.each([
    [400, 'declined'],
    [404, 'declined'],
    [422, 'declined'],
    [401, 'not_sent'],
    [403, 'not_sent'],
    [429, 'not_sent'],
    [408, 'unknown'],
    [409, 'unknown'],
  ])('an error response with status %i means %s', async (status, kind) => {
    expect(await answering(status, error).charges.charge(order())).toMatchObject({ kind });
  });

  it.each([
    [500, error],
    [502, '<html>Bad gateway</html>'],
    [400, '<html>Bad request</html>'],
    [200, ''],
    [200, { data: {} }],
  ])('any other response, such as %i %j, leaves the charge unknown', async (status, body) => {
    const outcome = await answering(status, body).charges.charge(order());
    expect(outcome).toMatchObject({ kind: 'unknown' });
  });
});

describe('Saving a method at PayEngine', () => {
  const { kind, payer, evidence, returnUrl, browserInfo } = order();
  const token = new Secret('card_1');
  const saving = { reference: 'k-1', kind, token, payer, evidence, returnUrl, browserInfo };
  const { methods } = answering(500, error);

  it('saving a method at PayEngine makes no call', async () => {
    const claimed = { brand: 'visa', last4: '4242' };
    expect(await methods.save({ ...saving, claimed })).toMatchObject({
      kind: 'saved',
      method: { token, ...claimed },
    });
  });

  it('saving a method at PayEngine requires the brand and digits from the payment fields', async () => {
    expect(await methods.save({ ...saving, claimed: null })).toMatchObject({
      kind: 'declined',
      message: "We couldn't read the payment method. Please enter it again.",
    });
  });
});

describe('A card that requires 3-D Secure at PayEngine', () => {
  it('3-D Secure at PayEngine sends the email address required by Visa, and a lookup finds the challenge', async () => {
    const subject = await payengineSubject();
    const source = await subject.newCard(CARDS.challenges);
    const order = orderFor(source, { browserInfo: Buffer.from('{}').toString('base64') });
    const asked = await subject.processor.charges.charge(order);
    expect(asked).toMatchObject({ kind: 'action_required', threeDSData: expect.any(String) });
    expect(await subject.cardEmail(source)).toBe('maya@example.com');

    const { reference } = order;
    const lookUp = () => subject.processor.charges.lookup({ reference, processorReference: null });
    expect(await lookUp()).toMatchObject({ kind: 'action_required' });
    await subject.passChallenge(asked);
    expect(await lookUp()).toMatchObject({ kind: 'succeeded', amountCents: 10_320 });
    await subject.close();
  });

  it('a card at PayEngine is charged even when the cardholder data could not be sent', async () => {
    const subject = await payengineSubject();
    const browserInfo = Buffer.from('{}').toString('base64');
    const order = orderFor(await subject.newCard(), { browserInfo });
    await subject.fault('method', 'http_500_before');
    expect(await subject.processor.charges.charge(order)).toMatchObject({ kind: 'succeeded' });
    await subject.close();
  });
});

describe('A bank debit at PayEngine', () => {
  it('a bank debit without an amount in its response uses the amount of its transaction', async () => {
    const subject = await payengineSubject();
    const order = orderFor(await subject.newAccount(), { kind: 'ach' });
    expect(await subject.processor.charges.charge(order)).toMatchObject({
      kind: 'pending',
      amountCents: 10_320,
    });
    const unread = orderFor(await subject.newAccount(), { kind: 'ach' });
    await subject.fault('lookup', 'http_500_before');
    expect(await subject.processor.charges.charge(unread)).toMatchObject({ kind: 'unknown' });
    await subject.close();
  });
});
