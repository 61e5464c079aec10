/** Verification of webhooks, which are signed as https://www.standardwebhooks.com defines. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TypedEvent } from '@quittance/contract/webhooks/event-data';
import { readTime } from './clock.ts';

const SECRET_PREFIX = 'whsec_';
const SCHEME = 'v1,';
const TOLERANCE_SECONDS = 300;

export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

type Headers = { get(name: string): string | null } | Record<string, string | string[] | undefined>;

export type ReceivedWebhook = {
  /** The secret of the endpoint: `whsec_…`. */
  secret: string;
  /** The headers of the request, as Node or `fetch` give them. */
  headers: Headers;
  /** The bytes of the body as received. Parsed and serialized again, they have another signature. */
  body: string | Uint8Array;
  /** Older and newer messages are refused, because someone may have recorded them. Default: 300. */
  toleranceSeconds?: number;
  now?: Date;
};

function readHeader(headers: Headers, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : Reflect.get(headers, name);
  if (typeof value !== 'string') throw new WebhookError(`The header ${name} is missing.`);
  return value;
}

function isEqual(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Returns the event, or throws a WebhookError. An event can arrive more than once: `id` is the same each time.
 */
export function verifyWebhook(received: ReceivedWebhook): TypedEvent {
  const { secret, headers, toleranceSeconds = TOLERANCE_SECONDS, now = readTime() } = received;
  const body = Buffer.from(received.body);
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const ageSeconds = now.getTime() / 1000 - Number(timestamp);
  if (!(Math.abs(ageSeconds) <= toleranceSeconds)) {
    throw new WebhookError('The message is too old, or the clock of this machine is wrong.');
  }
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  const expected = SCHEME + hmac.digest('base64');
  // After a rotation, messages are signed with both secrets for a while.
  const signatures = readHeader(headers, 'webhook-signature').split(' ');
  if (!signatures.some((signature) => isEqual(signature, expected))) {
    throw new WebhookError('The signature does not match. Is this the secret of this endpoint?');
  }
  return JSON.parse(body.toString()) as TypedEvent; // because only the portal has the secret
}
