// The 3-D Secure flow at the sandbox's PayEngine: server, challenge frame, server.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { idsIn, MERCHANT_ID, startSandbox } from '../test-sandbox.ts';

const sandbox = await startSandbox();
beforeEach(() => sandbox.control('/reset'));
afterAll(sandbox.close);

const SECURE = { attempt3DSecure: true, browserInfo: 'eyJ1c2VyQWdlbnQiOiIifQ==' };
const ASKS_THEN_PAYS = '4000000000003220';
const ASKS_THEN_DECLINES = '4000008400001629';

const pay = async (number: string, rest: object = SECURE) =>
  sandbox.sale({ cardToken: await sandbox.cardToken(number) }, rest);

const answer = (threeDsData: string, outcome: string, origin = sandbox.url) =>
  sandbox.call({
    method: 'POST',
    path: '/payengine/3ds/challenge/result',
    headers: { origin },
    body: { ...JSON.parse(Buffer.from(threeDsData, 'base64').toString()), outcome },
  });

const lookup = (transactionId: string) =>
  sandbox.api({ path: `/api/merchant/${MERCHANT_ID}/3dstransaction/${transactionId}` });

describe('3-D Secure at PayEngine', () => {
  it('the browser receives only the challenge result, not the charge result', async () => {
    const { transactionId, threeDsData } = idsIn(await pay(ASKS_THEN_DECLINES));
    expect(await answer(threeDsData, 'complete')).toMatchObject({ body: { success: true } });
    expect(await lookup(transactionId)).toMatchObject({
      body: {
        data: {
          ThreeDSStatus: 'succeeded',
          SaleResponse: { status: 'FAIL', responseMessage: 'DECLINE' },
        },
      },
    });
  });

  it('a failed challenge fails the payment and cannot be repeated', async () => {
    const { transactionId, threeDsData } = idsIn(await pay(ASKS_THEN_PAYS));
    expect(await answer(threeDsData, 'fail')).toMatchObject({ body: { success: false } });
    expect(await answer(threeDsData, 'complete')).toMatchObject({ status: 409 });
    expect(await lookup(transactionId)).toMatchObject({
      body: { data: { SaleResponse: { status: 'FAIL' } } },
    });
  });

  it('a challenge accepts a response only from its own page and with its secret', async () => {
    const { transactionId, threeDsData } = idsIn(await pay(ASKS_THEN_PAYS));
    expect(await answer(threeDsData, 'complete', 'https://portal.example')).toMatchObject({
      status: 403,
    });
    const forged = Buffer.from(JSON.stringify({ t: transactionId, s: 'x' })).toString('base64');
    expect(await answer(forged, 'complete')).toMatchObject({ status: 404 });
    expect(await sandbox.records()).toMatchObject([{ status: 'pending_3dsauth' }]);
  });

  it('an abandoned challenge cancels its payment', async () => {
    const { threeDsData } = idsIn(await pay(ASKS_THEN_PAYS));
    await sandbox.control('/clock', { advanceMs: 15 * 60_000 });
    expect(await sandbox.records()).toMatchObject([{ status: 'cancelled' }]);
    expect(await answer(threeDsData, 'complete')).toMatchObject({ status: 409 });
  });

  it('a card that does not require 3-D Secure is charged without a challenge', async () => {
    expect(await pay('4242424242424242')).toMatchObject({
      body: {
        data: {
          ThreeDSActionRequired: false,
          ThreeDSType: 'frictionless',
          ThreeDSStatus: 'succeeded',
          SaleResponse: { status: 'PASS' },
        },
      },
    });
  });

  it('a card that requires 3-D Secure is declined if the merchant does not offer 3-D Secure', async () => {
    expect(await pay(ASKS_THEN_PAYS, {})).toMatchObject({
      body: { data: { SaleResponse: { responseMessage: 'AUTHENTICATION REQUIRED' } } },
    });
  });

  it('a merchant-initiated charge of a saved card needs no challenge', async () => {
    const cardToken = await sandbox.cardToken(ASKS_THEN_PAYS);
    expect(await sandbox.sale({ cardToken, initiated_by: 'merchant' })).toMatchObject({
      body: { data: { SaleResponse: { status: 'PASS' } } },
    });
  });

  it('3-D Secure needs browserInfo', async () => {
    expect(await pay(ASKS_THEN_PAYS, { attempt3DSecure: true })).toMatchObject({ status: 400 });
  });
});
