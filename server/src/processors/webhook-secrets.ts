/**
 * Changing a webhook's secret without losing an event: while the processor changes over, both are
 * kept, the new and the old, with a space between them, and an event signed with either is good.
 */
import type { Webhooks } from './processor.ts';
import { Secret } from './secret.ts';

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
