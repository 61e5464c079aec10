import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { signature } from '../../src/fiserv/api/merchants.ts';
import { MERCHANT, session, startMerchant, token, transactionIdIn } from './test-merchant.ts';

const merchant = await startMerchant();
beforeEach(() => merchant.reset());
afterAll(merchant.close);

const INQUIRY = {
  referenceTransactionDetails: { referenceTransactionId: 'nothing' },
  merchantDetails: { merchantId: MERCHANT.merchantId },
};
const PATH = '/payments/v1/transaction-inquiry';

describe('A Commerce Hub signature', () => {
  it('the Commerce Hub signature matches the published example', () => {
    const signed = {
      apiKey: 'API_KEY',
      clientRequestId: '11111111-1111-4111-8111-111111111111',
      timestamp: '1700000000000',
      body: Buffer.from('{"amount":{"total":12.04,"currency":"USD"}}'),
    };
    expect(signature('SECRET', signed)).toBe('841fB0bDd0mREq/I8Ht4CoS/qmyxD1x5f969DOuDlxE=');
  });

  it('a signed request is accepted', async () => {
    expect(await merchant.api(PATH, INQUIRY)).toEqual({ status: 201, body: [] });
  });

  it.each([
    ['another key', { headers: { 'api-key': 'api_key_of_nobody' } }],
    ['another signature', { headers: { authorization: 'c2lnbmVk' } }],
    ['another kind of token', { headers: { 'auth-token-type': 'JWT' } }],
    ['a signature over other bytes', { signs: JSON.stringify(INQUIRY).replace('nothing', 'no') }],
    ['no time', { headers: { timestamp: '' } }],
    ['seconds for a time', { headers: { timestamp: '1700000000' } }],
    ['a time of six minutes ago', { headers: { timestamp: String(Date.now() - 360_000) } }],
  ])('a request with %s gets a 401 response', async (_what, change) => {
    expect(await merchant.api(PATH, INQUIRY, { id: 'r-1', ...change })).toMatchObject({
      status: 401,
      body: {
        gatewayResponse: {
          transactionProcessingDetails: {
            apiTraceId: expect.stringMatching(/^[0-9a-f]{32}$/),
            clientRequestId: 'r-1',
          },
        },
        error: [{ type: 'APIM', message: expect.any(String) }],
      },
    });
  });

  it('the age of a timestamp is measured with the sandbox clock', async () => {
    await merchant.control('/clock', { advanceMs: 360_000 });
    expect(await merchant.api(PATH, INQUIRY)).toMatchObject({ status: 401 });
  });

  it('a request needs JSON, a Client-Request-Id and a known path', async () => {
    const plain = { headers: { 'content-type': 'text/plain' } };
    expect(await merchant.api(PATH, INQUIRY, plain)).toMatchObject({ status: 415 });
    const nameless = { headers: { 'client-request-id': '' } };
    expect(await merchant.api(PATH, INQUIRY, nameless)).toMatchObject({
      status: 400,
      body: { error: [{ code: '138' }] },
    });
    expect(await merchant.api('/payments/v2/charges', {})).toMatchObject({ status: 404 });
    expect(await merchant.api(PATH, '{"half":')).toMatchObject({
      status: 400,
      body: { error: [{ code: '121' }] },
    });
  });
});

describe('A Commerce Hub request body', () => {
  it.each([
    ['an unknown field', { splitTender: {} }, '101', 'splitTender'],
    [
      'an unknown field inside',
      { transactionDetails: { capture: true } },
      '101',
      'transactionDetails.capture',
    ],
    ['an amount as text', { amount: { total: '12.04', currency: 'USD' } }, '105', 'amount.total'],
    ['half a cent', { amount: { total: 12.005, currency: 'USD' } }, '105', 'amount.total'],
    ['nothing to pay', { amount: { total: 0, currency: 'USD' } }, '105', 'amount.total'],
    ['another currency', { amount: { total: 1, currency: 'EUR' } }, '105', 'amount.currency'],
    ['another merchant', { merchantDetails: { merchantId: '1' } }, '201', undefined],
    [
      'another terminal',
      { merchantDetails: { ...MERCHANT, terminalId: '9' } },
      '202',
      'merchantDetails.terminalId',
    ],
    ['no amount', { amount: undefined }, '106', 'amount'],
    ['no source', { source: undefined }, '102', 'source'],
    [
      'a text that is too long',
      { transactionDetails: { merchantTransactionId: 'x'.repeat(129) } },
      '100',
      'transactionDetails.merchantTransactionId',
    ],
  ])('a body is rejected for %s', async (_what, more, code, field) => {
    const source = session(await merchant.cardSession());
    const reply = await merchant.charge(source, more);
    expect(reply).toMatchObject({ status: 400, body: { error: [{ type: 'GATEWAY', code }] } });
    if (field !== undefined) expect(reply).toMatchObject({ body: { error: [{ field }] } });
    expect(await merchant.records()).toEqual([]);
  });
});

describe('A Client-Request-Id', () => {
  const keptToken = async () => token(await merchant.keep(await merchant.cardSession()));

  it('a repeated Client-Request-Id gets the stored response within five minutes and charges once', async () => {
    const source = await keptToken();
    const first = await merchant.charge(source, {}, { id: 'request-1' });
    await merchant.advance(4 * 60_000);
    expect(await merchant.charge(source, {}, { id: 'request-1' })).toEqual(first);
    expect(await merchant.records()).toHaveLength(1);
  });

  it('a Client-Request-Id expires after five minutes and then charges again', async () => {
    const source = await keptToken();
    await merchant.charge(source, {}, { id: 'request-1' });
    await merchant.advance(5 * 60_000 + 1);
    await merchant.charge(source, {}, { id: 'request-1' });
    expect(await merchant.records()).toHaveLength(2);
  });

  it('a 500 response has the published error format', async () => {
    const source = await keptToken();
    await merchant.control('/faults', { operation: 'charge', fault: 'http_500_after' });
    expect(await merchant.charge(source, {}, { id: 'request-1' })).toMatchObject({
      status: 500,
      body: { error: [{ type: 'GATEWAY' }] },
    });
    expect(await merchant.charge(source, {}, { id: 'request-1' })).toMatchObject({ status: 201 });
    expect(await merchant.records()).toHaveLength(1);
  });

  it('a late execution runs at most once', async () => {
    const source = await keptToken();
    await merchant.control('/faults', {
      operation: 'charge',
      fault: 'execute_late',
      delayMs: 60_000,
    });
    await expect(merchant.charge(source, {}, { id: 'request-1' })).rejects.toThrow();
    await merchant.charge(source, {}, { id: 'request-1' });
    await merchant.advance(60_000);
    expect(await merchant.records()).toHaveLength(1);
  });
});

describe('Hosted fields of a session', () => {
  it('hosted fields need the access token and accept test cards only', async () => {
    const credentials = await merchant.open();
    const typed = {
      'card.cardData': '4012001928706700',
      'card.expirationMonth': '12',
      'card.expirationYear': '2030',
      'card.securityCode': '777',
    };
    expect(await merchant.capture(credentials, 'PaymentCard', typed)).toMatchObject({
      status: 200,
      body: { source: { sourceType: 'PaymentCard', card: { last4: '6700' } } },
    });
    const forged = { ...credentials, accessToken: 'forged' };
    expect(await merchant.capture(forged, 'PaymentCard', typed)).toMatchObject({ status: 401 });
    const wrong: [string, string][] = [
      ['card.cardData', '4539578763621486'],
      ['card.expirationYear', '2020'],
      ['card.securityCode', '7'],
    ];
    for (const [name, value] of wrong) {
      const reply = await merchant.capture(credentials, 'PaymentCard', { ...typed, [name]: value });
      expect(reply).toMatchObject({ status: 400 });
    }
    const otherKey = { ...credentials, keyId: 'another' };
    expect(await merchant.capture(otherKey, 'PaymentCard', typed)).toMatchObject({
      status: 400,
      body: { error: [{ code: '302' }] },
    });
  });

  it('hosted fields leave no card number in the records', async () => {
    await merchant.charge(session(await merchant.cardSession()));
    expect(JSON.stringify(await merchant.records())).not.toContain('4012001928706700');
  });
});

describe('The merchants of Commerce Hub', () => {
  it('merchants registered by the control plane see only their own charges', async () => {
    const other = {
      merchantId: '100008000009999',
      terminalId: '10000002',
      apiKey: 'api_key_other',
      secret: 'hmac_secret_other',
    };
    const reply = await merchant.control('/fiserv/merchants', other);
    expect(reply).toMatchObject({ status: 200 });
    expect(JSON.stringify(reply.body)).not.toContain(other.secret);
    expect(
      await merchant.control('/fiserv/merchants', { ...other, merchantId: '1' }),
    ).toMatchObject({ status: 409 });
    const id = transactionIdIn(await merchant.charge(session(await merchant.cardSession())));
    const foreign = { ...INQUIRY, merchantDetails: { merchantId: other.merchantId } };
    expect(await merchant.api(PATH, foreign)).toMatchObject({
      status: 400,
      body: { error: [{ code: '201' }] },
    });
    expect(await merchant.inquire({ referenceTransactionId: id })).toMatchObject({
      body: [{ gatewayResponse: { transactionState: 'CAPTURED' } }],
    });
  });
});
