/**
 * Stripe's signature, checked by its SDK against our clock. A verified event only identifies the charge to look up;
 * its content is not trusted.
 */
import Stripe from 'stripe';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import type { Secret } from '../secret.ts';
import { type WebhookHint, type Webhooks, webhooksFor } from '../webhooks.ts';

export const SIGNATURE_HEADER = 'stripe-signature';

/** Older signatures are refused, to prevent replays. */
const AGE_SECONDS_MAX = 300;

const eventSchema = z.object({
  id: z.string().min(1).max(200),
  type: z.string().min(1).max(100),
  data: z.object({
    object: z.object({
      metadata: z.object({ attempt_id: z.string().max(100).optional() }).nullish(),
      /** Disputes and refunds contain the intent, not the attempt. */
      payment_intent: z.string().max(255).nullish(),
    }),
  }),
});

function readEvent(event: unknown): WebhookHint {
  const { id, type, data } = eventSchema.parse(event);
  const { metadata, payment_intent: intent } = data.object;
  return { eventId: id, eventType: type, reference: metadata?.attempt_id ?? intent ?? null };
}

export function createWebhooks(secrets: Secret, clock: Clock): Webhooks {
  return webhooksFor(secrets, (secret) => ({
    verify({ rawBody, headers }) {
      try {
        const event = Stripe.webhooks.constructEvent(
          rawBody,
          headers[SIGNATURE_HEADER] ?? '',
          secret.reveal(),
          AGE_SECONDS_MAX,
          undefined,
          Date.parse(clock.now()),
        );
        return readEvent(event);
      } catch {
        return null;
      }
    },
  }));
}
