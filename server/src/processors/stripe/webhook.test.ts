import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { fixedClock } from '../../kernel/clock.ts';
import { Secret } from '../secret.ts';
import { createWebhooks, SIGNATURE_HEADER } from './webhook.ts';

const SECRET = 'whsec_test';
const TIMESTAMP = 1_794_000_000;

const BODY = JSON.stringify({
  id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy',
  object: 'event',
  type: 'payment_intent.succeeded',
  data: { object: { id: 'pi_1', object: 'payment_intent', metadata: { attempt_id: 'a1' } } },
});

function sign(payload: string, secret = SECRET): string {
  const signed = { payload, secret, timestamp: TIMESTAMP };
  return Stripe.webhooks.generateTestHeaderString(signed);
}

function verify(header: string, { body = BODY, laterSeconds = 10 } = {}) {
  const at = new Date((TIMESTAMP + laterSeconds) * 1000).toISOString();
  const webhooks = createWebhooks(new Secret(SECRET), fixedClock(at));
  return webhooks.verify({ rawBody: body, headers: { [SIGNATURE_HEADER]: header } });
}

describe("Stripe's webhook signature", () => {
  it('the Stripe signature equals an independent calculation', () => {
    const payload = '{"id":"evt_1"}';
    const signed = { payload, secret: SECRET, timestamp: 1_492_774_577 };
    expect(Stripe.webhooks.generateTestHeaderString(signed)).toBe(
      't=1492774577,v1=7656fc2882a7ca0a651666b36bf2f2f22ee204f54f608f227498a2419f2890b2',
    );
  });

  it('a signed event is accepted and reduced to its reference', () => {
    expect(verify(sign(BODY))).toEqual({
      eventId: 'evt_1NG8Du2eZvKYlo2CUI79vXWy',
      eventType: 'payment_intent.succeeded',
      subject: 'charge',
      reference: 'a1',
    });
  });

  it('a dispute event resolves to its intent', () => {
    const object = { id: 'du_1', object: 'dispute', payment_intent: 'pi_1', metadata: {} };
    const dispute = { id: 'evt_3', type: 'charge.dispute.created', data: { object } };
    const body = JSON.stringify(dispute);
    expect(verify(sign(body), { body })).toMatchObject({ reference: 'pi_1' });
  });

  it('an event about an unrelated object has no reference', () => {
    const body = JSON.stringify({ id: 'evt_2', type: 'ping', data: { object: {} } });
    expect(verify(sign(body), { body })).toMatchObject({ reference: null });
  });

  it.each([
    ['another secret', sign(BODY, 'whsec_other'), {}],
    ['a changed body', sign(BODY), { body: BODY.replace('a1', 'a2') }],
    ['a signature of six minutes ago', sign(BODY), { laterSeconds: 360 }],
    ['no signature', '', {}],
    ['a body that is no event', sign('{}'), { body: '{}' }],
  ])('a webhook is refused: %s', (_what, header, change) => {
    expect(verify(header, change)).toBeNull();
  });
});
