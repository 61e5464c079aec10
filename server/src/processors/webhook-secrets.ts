/**
 * Rotation of webhook secrets without losing events: during the rotation the stored text contains both secrets,
 * separated by a space, and an event signed with either is accepted.
 */

import { Secret } from './secret.ts';
import type { Webhooks } from './webhooks.ts';

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
