/** The part of the port that verifies webhooks. */

/**
 * A verified webhook, reduced to the charge to look up: by our attempt id, or by the processor's reference where
 * the event does not contain ours.
 */
export type WebhookHint = { eventId: string; eventType: string; reference: string | null };

export type Webhooks = {
  /** Null when the signature is invalid or too old, or the body is not an event. */
  verify(input: { rawBody: string; headers: Readonly<Record<string, string>> }): WebhookHint | null;
};
