// A merchant's webhook endpoint: its settings in the control plane, and the signature that PayEngine and Stripe
// share, an HMAC over the time and the body.
import { createHmac } from 'node:crypto';
import { z } from 'zod';

const Url = z.url({ protocol: /^https?$/ }).nullable();
const Secret = z.string().min(8).max(200);

export const WEBHOOK_FIELDS = { webhookUrl: Url.optional(), webhookSecret: Secret };

export const WebhookChange = z.strictObject({
  webhookUrl: Url.optional(),
  webhookSecret: Secret.optional(),
});
export type WebhookChange = z.infer<typeof WebhookChange>;

type Settings = { webhookUrl: string | null; webhookSecret: string };

export function changeWebhook<Row extends Settings>(row: Row, change: WebhookChange): Row {
  return {
    ...row,
    webhookUrl: change.webhookUrl === undefined ? row.webhookUrl : change.webhookUrl,
    webhookSecret: change.webhookSecret ?? row.webhookSecret,
  };
}

export type SigningInput = { secret: string; unixSeconds: number; body: string };

/** The format is `t=<time>,<scheme>=<digest>`. The scheme is "s" at PayEngine and "v1" at Stripe. */
export function timedSignature(
  scheme: string,
  { secret, unixSeconds, body }: SigningInput,
): string {
  const digest = createHmac('sha256', secret).update(`${unixSeconds}.${body}`).digest('hex');
  return `t=${unixSeconds},${scheme}=${digest}`;
}
