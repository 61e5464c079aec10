// Stripe's events and their signature. `data.object` is a snapshot from the time of the event.
import { type SigningInput, timedSignature } from '../webhook-settings.ts';
import type { Endpoint } from '../webhooks.ts';
import { newId } from './api/ids.ts';
import { API_VERSION } from './api/versions.ts';
import { nowSeconds, type Store } from './store.ts';

export type EventType =
  | `payment_intent.${'created' | 'processing' | 'requires_action' | 'succeeded' | 'payment_failed' | 'canceled'}`
  | `setup_intent.${'created' | 'requires_action' | 'succeeded' | 'setup_failed' | 'canceled'}`
  | `charge.${'pending' | 'succeeded' | 'failed' | 'refunded' | 'refund.updated'}`
  | `charge.dispute.${'created' | 'updated' | 'closed' | 'funds_withdrawn' | 'funds_reinstated'}`
  | `payment_method.${'attached' | 'detached' | 'updated' | 'automatically_updated'}`
  | 'mandate.updated'
  | 'radar.early_fraud_warning.created'
  | `review.${'opened' | 'closed'}`
  | 'customer.created'
  | `refund.${'created' | 'updated' | 'failed'}`;

export const signature = (signed: SigningInput) => timedSignature('v1', signed);

export function toEndpoint(store: Store, accountId: string): Endpoint | undefined {
  const account = store.accounts.get(accountId);
  if (account === undefined || account.webhookUrl === null) return undefined;
  const { webhookUrl: url, webhookSecret: secret } = account;
  const headers = (body: string, unixSeconds: number) => ({
    'stripe-signature': signature({ secret, unixSeconds, body }),
  });
  return { url, headers };
}

export type EventInput = { account: string; type: EventType; object: unknown };

export function emitEvent(store: Store, { account, type, object }: EventInput): void {
  if (toEndpoint(store, account) === undefined) return;
  const id = newId('evt');
  const body = JSON.stringify({
    id,
    object: 'event',
    api_version: API_VERSION,
    created: nowSeconds(store),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  });
  store.webhooks.enqueue({ id, processor: 'stripe', merchantId: account, event: type, body });
}
