import { describe, expect, it } from 'vitest';
import { fixedClock } from '../../kernel/clock.ts';
import { Secret } from '../secret.ts';
import { createWebhooks, SIGNATURE_HEADER, sign } from './webhook.ts';

const BODY = '{"event_uid":"u1","event":"PAYMENT_SALE","data":{}}';
const TIMESTAMP = '1616987734';
const SIGNATURE = 'b09ac5263176ddf72c0e46f45ecf4391c9a43eb1c19651e92d24935b39c13c6f';
const AT = new Date(Number(TIMESTAMP) * 1000).toISOString();

function verify(signature: string, { body = BODY, at = AT } = {}) {
  const webhooks = createWebhooks(new Secret('whsec'), fixedClock(at));
  return webhooks.verify({
    rawBody: body,
    headers: { [SIGNATURE_HEADER]: `t=${TIMESTAMP},s=${signature}` },
  });
}

describe("PayEngine's webhook signature", () => {
  it('the signature check reproduces the published example', () => {
    expect(sign('whsec', { timestamp: TIMESTAMP, body: BODY })).toBe(SIGNATURE);
  });

  it('a signed event is accepted and reduced to its reference', () => {
    expect(verify(SIGNATURE)).toEqual({
      eventId: 'u1',
      eventType: 'PAYMENT_SALE',
      subject: 'charge',
      reference: null,
    });
  });

  it.each([
    ['our reference', { internalTransactionID: 'a-1', transaction_id: 't-2' }, 'a-1'],
    ['the charge', { original_transaction_id: 't-1', transaction_id: 't-2' }, 't-1'],
    ['its transaction', { transaction_id: 't-1' }, 't-1'],
  ])(
    'an event about a refund or a dispute resolves to its charge by %s',
    (_how, data, reference) => {
      const body = JSON.stringify({ event_uid: 'u2', event: 'PAYMENT_REFUNDED', data });
      const signature = sign('whsec', { timestamp: TIMESTAMP, body });
      expect(verify(signature, { body })).toMatchObject({ eventId: 'u2', reference });
    },
  );

  it.each([
    ['another signature', SIGNATURE.replace('b', 'c'), {}],
    ['a changed body', SIGNATURE, { body: BODY.replace('SALE', 'SAGE') }],
    ['a signature of 6 minutes ago', SIGNATURE, { at: '2021-03-29T03:21:40.000Z' }],
    ['no signature', '', {}],
  ])('a webhook is refused: %s', (_what, signature, change) => {
    expect(verify(signature, change)).toBeNull();
  });
});
