/**
 * Stripe's signature, checked by its SDK against our clock. A verified event only identifies the charge to look up;
 * its content is not trusted.
 */
import Stripe from 'stripe';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import type { WebhookSubject } from '../../schema/operations.ts';
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
      id: z.string().max(255).optional(),
      metadata: z.object({ attempt_id: z.string().max(100).optional() }).nullish(),
      /** Disputes and refunds contain the intent, not the attempt. */
      payment_intent: z.string().max(255).nullish(),
    }),
  }),
});

/** Events without an entry are about a charge. */
const SUBJECTS: Readonly<Record<string, WebhookSubject>> = {
  'payment_method.automatically_updated': 'method',
  'payment_method.updated': 'method',
  'mandate.updated': 'method',
  'setup_intent.succeeded': 'setup',
  'setup_intent.setup_failed': 'setup',
  'setup_intent.canceled': 'setup',
  'radar.early_fraud_warning.created': 'fraud_warning',
  'radar.early_fraud_warning.updated': 'fraud_warning',
  'review.opened': 'review_opened',
  'review.closed': 'review_closed',
};

function readEvent(event: unknown): WebhookHint {
  const { id: eventId, type: eventType, data } = eventSchema.parse(event);
  const { id, metadata, payment_intent: intent } = data.object;
  const subject = SUBJECTS[eventType] ?? 'charge';
  const isNamed = subject === 'method' || subject === 'setup';
  const reference = isNamed ? id : (metadata?.attempt_id ?? intent);
  return { eventId, eventType, subject, reference: reference ?? null };
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
