/**
 * Rotation of webhook secrets without losing events. During the rotation, the stored text contains both secrets,
 * separated by a space, and an event signed with either one is accepted.
 */

import type { WebhookSubject } from '../schema/operations.ts';
import { Secret } from './secret.ts';

/**
 * A verified webhook, reduced to its subject and to what to look up: the charge by our attempt id, or anything by the
 * processor's reference if the event does not contain ours.
 */
export type WebhookHint = {
  eventId: string;
  eventType: string;
  subject: WebhookSubject;
  reference: string | null;
};

export type Webhooks = {
  /** Returns null if the signature is invalid or too old, or if the body is not an event. */
  verify(input: { rawBody: string; headers: Readonly<Record<string, string>> }): WebhookHint | null;
};

export function webhooksFor(secrets: Secret, create: (secret: Secret) => Webhooks): Webhooks {
  const each = secrets
    .reveal()
    .split(/\s+/)
    .filter((text) => text !== '')
    .map((text) => create(new Secret(text)));
  return {
    verify(input) {
      for (const webhooks of each) {
        const hint = webhooks.verify(input);
        if (hint) return hint;
      }
      return null;
    },
  };
}
