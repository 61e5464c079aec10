/**
 * PayEngine's signature: `X-PF-Signature: t=<unix>,s=<hex HMAC-SHA256(secret, t + "." + body)>`. A verified event
 * only identifies the charge to look up; its content is not trusted.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import type { Secret } from '../secret.ts';
import { type WebhookHint, type Webhooks, webhooksFor } from '../webhooks.ts';
import { webhookSchema } from './wire.ts';

export const SIGNATURE_HEADER = 'x-pf-signature';

/** Signatures outside this tolerance are refused, to prevent replays. */
const SKEW_SECONDS_MAX = 300;

export function sign(secret: string, { timestamp, body }: { timestamp: string; body: string }) {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** No public document says how to look up a dispute, so it is noted for a person. */
const toSubject = (eventType: string) => (eventType.startsWith('DISPUTE_') ? 'dispute' : 'charge');

function readEvent(rawBody: string): WebhookHint | null {
  try {
    const { event_uid: eventId, event: eventType, data } = webhookSchema.parse(JSON.parse(rawBody));
    const charge = data.original_transaction_id ?? data.transaction_id;
    const reference = data.internalTransactionID ?? charge ?? null;
    return { eventId, eventType, subject: toSubject(eventType), reference };
  } catch {
    return null;
  }
}

export function createWebhooks(secrets: Secret, clock: Clock): Webhooks {
  return webhooksFor(secrets, (secret) => ({
    verify({ rawBody, headers }) {
      const match = /^t=(\d{1,12}),s=([0-9a-f]{64})$/.exec(headers[SIGNATURE_HEADER] ?? '');
      if (!match) return null;
      const [, timestamp = '', signature = ''] = match;
      const ageSeconds = Math.abs(Date.parse(clock.now()) / 1000 - Number(timestamp));
      if (ageSeconds > SKEW_SECONDS_MAX) return null;
      const expected = sign(secret.reveal(), { timestamp, body: rawBody });
      return isEqual(signature, expected) ? readEvent(rawBody) : null;
    },
  }));
}
