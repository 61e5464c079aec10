import { describe, expect, it } from 'vitest';
import { fixedClock } from '../../kernel/clock.ts';
import type { HttpCall, HttpClient } from '../../platform/outbound/http-client.ts';
import { Refused, Unreadable } from '../json-answer.ts';
import { Secret } from '../secret.ts';
import { createClient, sign } from './client.ts';

const SIGNED = {
  apiKey: 'API_KEY',
  clientRequestId: '11111111-1111-4111-8111-111111111111',
  timestamp: '1700000000000',
  body: '{"amount":{"total":12.04,"currency":"USD"}}',
};

describe("Commerce Hub's signature", () => {
  it('the signature uses the raw digest, as the published code does', () => {
    expect(sign('SECRET', SIGNED)).toBe('841fB0bDd0mREq/I8Ht4CoS/qmyxD1x5f969DOuDlxE=');
  });

  it('the signature can use the hexadecimal text of the digest', () => {
    const raw = Buffer.from(sign('SECRET', SIGNED), 'base64').toString('hex');
    expect(Buffer.from(sign('SECRET', SIGNED, 'hex'), 'base64').toString()).toBe(raw);
  });
});

function cannedHttp(status: number, body: unknown) {
  const calls: HttpCall[] = [];
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const http: HttpClient = {
    async call(call) {
      calls.push(call);
      return { status, body: text };
    },
    async close() {},
  };
  return { http, calls };
}

function clientAnswering(status: number, body: unknown) {
  const { http, calls } = cannedHttp(status, body);
  const client = createClient(http, fixedClock('2023-11-14T22:13:20.000Z'), {
    baseUrl: 'https://gateway.test/ch',
    apiKey: 'API_KEY',
    secret: new Secret('SECRET'),
    signatureEncoding: 'raw',
  });
  const inquire = () =>
    client.inquire(SIGNED.clientRequestId, {
      referenceTransactionDetails: { referenceMerchantTransactionId: 'payment-1' },
      merchantDetails: { merchantId: '1' },
    });
  return { inquire, calls };
}

describe('A call to Commerce Hub', () => {
  it('a call has six headers and a signature over the sent bytes', async () => {
    const { inquire, calls } = clientAnswering(201, []);
    await inquire();
    const [call] = calls;
    expect(call).toMatchObject({
      url: 'https://gateway.test/ch/payments/v1/transaction-inquiry',
      headers: {
        'content-type': 'application/json',
        'api-key': 'API_KEY',
        'client-request-id': SIGNED.clientRequestId,
        timestamp: SIGNED.timestamp,
        'auth-token-type': 'HMAC',
      },
    });
    const body = String(call?.body ?? '');
    expect(call?.headers['authorization']).toBe(sign('SECRET', { ...SIGNED, body }));
  });

  const detail = { type: 'GATEWAY', code: '105', field: 'amount.total', message: 'Invalid' };

  it.each([
    ['a list at the top', { error: [detail] }],
    ['an object at the top', { error: detail }],
    ['a list in errorResponse', { errorResponse: { error: [detail] } }],
    ['a list in gatewayResponse', { gatewayResponse: { error: [detail] } }],
  ])('a refusal is recognized in %s', async (_where, body) => {
    const failure = await clientAnswering(400, body)
      .inquire()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Refused);
    expect(failure).toMatchObject({ status: 400, detail, message: 'Invalid' });
  });

  it.each([
    ['a breakdown', 500, { error: [detail] }],
    ['a time-out behind the gateway', 504, { error: [detail] }],
    ['a time-out of the request', 408, { error: [{ type: 'APIM', message: 'Broken' }] }],
    ['a request that was too early', 425, { error: [{ type: 'GATEWAY', message: 'Early' }] }],
    ['a 400 from the systems behind', 400, { errorResponse: { error: [{ code: '703' }] } }],
    ['a transaction being processed', 400, { error: [{ code: '136', message: 'Another' }] }],
    ['a 400 without words', 400, {}],
    ['no JSON', 201, '<html>'],
    ['another shape', 201, { transactions: [] }],
  ])('%s does not count as a refusal', async (_what, status, body) => {
    await expect(clientAnswering(status, body).inquire()).rejects.toBeInstanceOf(Unreadable);
  });
});
