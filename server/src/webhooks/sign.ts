/** Webhook signatures as defined by https://www.standardwebhooks.com. */
import { createHmac } from 'node:crypto';
import type { Instant } from '@quittance/contract/dates';
import type { Entropy } from '../kernel/entropy.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export function newSecret({ bytes }: Pick<Entropy, 'bytes'>): string {
  return PREFIX + Buffer.from(bytes(SECRET_BYTES)).toString('base64');
}

export type SignedMessage = { id: string; at: Instant; body: string };

function computeSignature(
  secret: string,
  { id, seconds, body }: { id: string; seconds: number; body: string },
) {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return `v1,${digest}`;
}

/** Signs with every secret, because receivers still use the old secret for a while after a rotation. */
export function signedHeaders(
  secrets: readonly string[],
  { id, at, body }: SignedMessage,
): Record<string, string> {
  const seconds = Math.floor(Date.parse(at) / 1000);
  return {
    'content-type': 'application/json',
    'user-agent': 'Quittance-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets
      .map((secret) => computeSignature(secret, { id, seconds, body }))
      .join(' '),
  };
}
