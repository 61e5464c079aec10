import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { idsIn, MERCHANT_ID, startSandbox } from '../test-sandbox.ts';

const sandbox = await startSandbox();
beforeEach(() => sandbox.control('/reset'));
afterAll(sandbox.close);

describe('A card sale at PayEngine', () => {
  it('a card sale succeeds with a response in the published format', async () => {
    const cardToken = await sandbox.cardToken();
    const reply = await sandbox.sale({ cardToken, internalTransactionID: 'payment-1' });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        data: {
          MerchantID: MERCHANT_ID,
          token: cardToken,
          internalTransactionID: 'payment-1',
          ThreeDSActionRequired: false,
          SaleResponse: {
            status: 'PASS',
            responseCode: 'A0000',
            responseMessage: 'Success',
            hostResponseCode: '00',
            authCode: expect.stringMatching(/^\d{6}$/),
            transactionAmount: '10.00',
            processedAmount: '10.00',
            cardType: 'visa',
            maskedCardNumber: '4242',
          },
        },
      },
    });
  });

  it.each([
    ['4000000000000002', '05', 'DECLINE'],
    ['4000000000009995', '51', 'INSUFFICIENT FUNDS'],
    ['4000000000000069', '54', 'EXPIRED CARD'],
    ['4000000000000119', '06', 'ERROR'],
  ])(
    'a sale with card %s is declined with status 200 and code %s',
    async (number, code, message) => {
      const reply = await sandbox.sale({ cardToken: await sandbox.cardToken(number) });
      expect(reply).toMatchObject({
        status: 200,
        body: {
          data: {
            SaleResponse: {
              status: 'FAIL',
              hostResponseCode: code,
              responseMessage: message,
              processedAmount: '0.00',
            },
          },
        },
      });
      expect(await sandbox.records()).toMatchObject([{ status: 'failed' }]);
    },
  );

  it('a sale that is sent twice charges twice', async () => {
    const data = { cardToken: await sandbox.cardToken(), internalTransactionID: 'payment-1' };
    await sandbox.sale(data);
    await sandbox.sale(data);
    const charges = await sandbox.records();
    expect(charges).toHaveLength(2);
    expect(new Set(charges.map((charge) => charge.id)).size).toBe(2);
  });

  it.each(['0.00', '-1.00', '1', '1.5', '1.005', '1,00', '01.00', '', 10])(
    'a sale rejects the amount %j',
    async (transactionAmount) => {
      const reply = await sandbox.sale({ cardToken: await sandbox.cardToken(), transactionAmount });
      expect(reply).toMatchObject({ status: 400, body: { error: true } });
      expect(await sandbox.records()).toEqual([]);
    },
  );

  it('a sale rejects unknown fields', async () => {
    const cardToken = await sandbox.cardToken();
    const reply = await sandbox.sale({ cardToken, idempotencyKey: 'payment-1' });
    expect(reply).toMatchObject({
      status: 400,
      body: { error: true, message: expect.stringContaining('idempotencyKey') },
    });
    expect(await sandbox.sale({ cardToken }, { idempotencyKey: 'x' })).toMatchObject({
      status: 400,
    });
  });

  it('a sale rejects a wrong key and a key sent as a user name and password', async () => {
    const wrapped = Buffer.from('sk_test_sandbox_harbor:').toString('base64');
    for (const authorization of ['', 'Basic sk_test_wrong', `Basic ${wrapped}`]) {
      const reply = await sandbox.api({
        method: 'POST',
        path: '/api/payment/sale',
        headers: { authorization },
        body: {},
      });
      expect(reply).toEqual({ status: 401, body: { error: true, message: 'Unauthorized' } });
    }
  });

  it('a sale rejects the key of another merchant', async () => {
    const cardToken = await sandbox.cardToken();
    expect(await sandbox.sale({ cardToken }, { merchant_id: 'mer_other' })).toMatchObject({
      status: 403,
    });
  });

  it('a card that expired after it was saved is declined', async () => {
    const cardToken = await sandbox.cardToken();
    await sandbox.control('/clock', { advanceMs: 30 * 366 * 86_400_000 });
    expect(await sandbox.sale({ cardToken })).toMatchObject({
      body: { data: { SaleResponse: { status: 'FAIL', responseMessage: 'EXPIRED CARD' } } },
    });
  });

  it('a token sent with store_payment_method false cannot be reused', async () => {
    const cardToken = await sandbox.cardToken();
    expect(await sandbox.sale({ cardToken, store_payment_method: false })).toMatchObject({
      status: 200,
    });
    expect(await sandbox.sale({ cardToken })).toMatchObject({
      status: 400,
      body: { error: true, message: 'Token not found' },
    });
  });

  it('a card sale settles a day later', async () => {
    const { id } = idsIn(await sandbox.sale({ cardToken: await sandbox.cardToken() }));
    const settled = (value: boolean) => ({
      body: { data: { details: [{ status: 'succeeded', settled: value }] } },
    });
    expect(await sandbox.detail(id)).toMatchObject(settled(false));
    await sandbox.control('/clock', { advanceMs: 86_400_000 });
    expect(await sandbox.detail(id)).toMatchObject(settled(true));
  });
});

describe('A refund at PayEngine', () => {
  it('a refund needs a reason and a succeeded payment', async () => {
    const declined = await sandbox.cardToken('4000000000000002');
    const { id } = idsIn(await sandbox.sale({ cardToken: declined }));
    expect(await sandbox.refund({ id, amount: '1.00' })).toMatchObject({ status: 400 });
    expect(await sandbox.refund({ id, amount: '1.00', reason: 'why' })).toMatchObject({
      status: 400,
    });
    expect(await sandbox.refund({ id: 'none', amount: '1.00', reason: 'why' })).toMatchObject({
      status: 404,
    });
  });
});
