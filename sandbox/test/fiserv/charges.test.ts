import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { MERCHANT, session, startMerchant, token, transactionIdIn } from './test-merchant.ts';

const merchant = await startMerchant();
beforeEach(() => merchant.reset());
afterAll(merchant.close);

const state = (transactionState: string) => ({ body: { gatewayResponse: { transactionState } } });

describe('A charge at Commerce Hub', () => {
  it('a charge of a session succeeds with a response in the published format', async () => {
    const source = session(await merchant.cardSession());
    const transactionDetails = { captureFlag: true, merchantTransactionId: 'payment-1' };
    const reply = await merchant.charge(source, { transactionDetails }, { id: 'request-1' });
    expect(reply).toMatchObject({
      status: 201,
      body: {
        gatewayResponse: {
          transactionType: 'CHARGE',
          transactionState: 'CAPTURED',
          transactionOrigin: 'ECOM',
          transactionProcessingDetails: {
            orderId: expect.stringMatching(/^CHG01[0-9a-f]{32}$/),
            transactionId: expect.stringMatching(/^[0-9a-f]{32}$/),
            clientRequestId: 'request-1',
          },
        },
        source: {
          sourceType: 'PaymentCard',
          card: { bin: '401200', last4: '6700', scheme: 'VISA', expirationYear: '2030' },
        },
        paymentReceipt: {
          approvedAmount: { total: 12.04, currency: 'USD' },
          processorResponseDetails: {
            approvalStatus: 'APPROVED',
            approvalCode: expect.stringMatching(/^OK\d{4}$/),
            responseCode: '000',
            hostResponseCode: '00',
          },
        },
        transactionDetails: { captureFlag: true, merchantTransactionId: 'payment-1' },
      },
    });
    expect(await merchant.records()).toMatchObject([
      { internalTransactionID: 'payment-1', amountCents: 1204, status: 'succeeded' },
    ]);
  });

  it.each([
    ['4000000000000002', '006'],
    ['4000000000009995', '008'],
    ['4000000000000069', '032'],
    ['4000000000000119', '039'],
  ])('the card %s is declined with status 201 and code %s', async (number, responseCode) => {
    const reply = await merchant.charge(session(await merchant.cardSession(number)));
    expect(reply).toMatchObject({
      status: 201,
      body: {
        gatewayResponse: { transactionState: 'DECLINED' },
        paymentReceipt: {
          processorResponseDetails: { approvalStatus: 'DECLINED', responseCode },
        },
      },
    });
    expect(await merchant.records()).toMatchObject([{ status: 'failed' }]);
  });

  it.each([
    [5006, 'DECLINED', '006'],
    [5999, 'DECLINED', '999'],
    [5000, 'CAPTURED', '000'],
    [5006.01, 'CAPTURED', '000'],
    [5072, 'CAPTURED', '000'],
    [6000, 'CAPTURED', '000'],
  ])(
    'a charge with a total of %s returns the state %s and the code %s',
    async (total, transactionState, responseCode) => {
      const source = session(await merchant.cardSession());
      const reply = await merchant.charge(source, { amount: { total, currency: 'USD' } });
      expect(reply).toMatchObject({
        body: {
          gatewayResponse: { transactionState },
          paymentReceipt: { processorResponseDetails: { responseCode } },
        },
      });
    },
  );

  it('a charge with captureFlag false only authorizes, and a second charge captures', async () => {
    const source = session(await merchant.cardSession());
    const held = await merchant.charge(source, { transactionDetails: { captureFlag: false } });
    expect(held).toMatchObject(state('AUTHORIZED'));
    const captured = await merchant.api('/payments/v1/charges', {
      referenceTransactionDetails: { referenceTransactionId: transactionIdIn(held) },
      transactionDetails: { captureFlag: true },
      merchantDetails: MERCHANT,
    });
    expect(captured).toMatchObject(state('CAPTURED'));
  });

  it('an empty session and a session older than half an hour are rejected', async () => {
    const { sessionId } = await merchant.open();
    expect(await merchant.charge(session(sessionId))).toMatchObject({ status: 400 });
    const filled = await merchant.cardSession();
    await merchant.advance(31 * 60_000);
    expect(await merchant.charge(session(filled))).toMatchObject({ status: 400 });
  });
});

describe('A token at Commerce Hub', () => {
  it('a token is rejected without an expiry date and declined with a wrong expiry date', async () => {
    const kept = await merchant.keep(await merchant.cardSession());
    const { card: _card, ...undated } = token(kept);
    expect(await merchant.charge(undated)).toMatchObject({
      status: 400,
      body: { error: [{ code: '115' }] },
    });
    expect(await merchant.charge(token(kept, '2031'))).toMatchObject({
      body: {
        gatewayResponse: { transactionState: 'DECLINED' },
        paymentReceipt: { processorResponseDetails: { responseCode: '033' } },
      },
    });
  });

  it('a token of another merchant is rejected', async () => {
    expect(await merchant.charge(token('1234560000000019'))).toMatchObject({
      status: 400,
      body: { error: [{ code: '103' }] },
    });
  });

  it('the issuer verifies a token without a charge', async () => {
    const verify = async (number: string) =>
      merchant.api('/payments-vas/v1/accounts/verification', {
        source: token(await merchant.keep(await merchant.cardSession(number))),
        merchantDetails: MERCHANT,
      });
    expect(await verify('4242424242424242')).toMatchObject(state('VERIFIED'));
    expect(await verify('4000000000000002')).toMatchObject({
      status: 201,
      body: {
        gatewayResponse: { transactionState: 'DECLINED' },
        processorResponseDetails: { responseCode: '006' },
      },
    });
    expect(await merchant.records()).toEqual([]);
  });
});

describe('A refund and a cancel at Commerce Hub', () => {
  const refund = (referenceTransactionId: string, more: object = {}) =>
    merchant.api('/payments/v1/refunds', {
      referenceTransactionDetails: { referenceTransactionId },
      transactionDetails: { captureFlag: true },
      merchantDetails: MERCHANT,
      ...more,
    });

  it('a declined charge cannot be refunded', async () => {
    const source = session(await merchant.cardSession('4000000000000002'));
    const id = transactionIdIn(await merchant.charge(source));
    expect(await refund(id)).toMatchObject({ status: 400, body: { error: [{ code: '304' }] } });
  });

  it('a charge can be canceled only before settlement', async () => {
    const cancel = (referenceTransactionId: string) =>
      merchant.api('/payments/v1/cancels', {
        referenceTransactionDetails: { referenceTransactionId },
        transactionDetails: { reversalReasonCode: 'VOID' },
        merchantDetails: MERCHANT,
      });
    const id = transactionIdIn(await merchant.charge(session(await merchant.cardSession())));
    expect(await cancel(id)).toMatchObject({ status: 200, ...state('VOIDED') });
    const late = transactionIdIn(await merchant.charge(session(await merchant.cardSession())));
    await merchant.advance(86_400_000);
    expect(await cancel(late)).toMatchObject({ status: 400, body: { error: [{ code: '304' }] } });
  });
});
