// Delivers events to the merchants' servers: with a delay, signed at the time of sending, and retried until a 2xx.
// The processor defines the contents and the signature of an event.
import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import type { Faults, WebhookFault } from './faults.ts';
import type { Journal } from './journal.ts';
import { openTable } from './table.ts';

const TIMEOUT_MS = 3000;
const ATTEMPTS_MAX = 8;
const BACKOFF_FIRST_MS = 1000;
const BACKOFF_MAX_MS = 60_000;

const Delivery = z.object({
  id: z.string(),
  processor: z.string(),
  merchantId: z.string(),
  event: z.string(),
  body: z.string(),
  attempts: z.number(),
  state: z.enum(['waiting', 'delivered', 'given_up', 'lost', 'refused']),
  /** A forged event is sent once, with a body that was changed after signing. */
  isForged: z.boolean().default(false),
});
type Delivery = z.infer<typeof Delivery>;

export type Endpoint = {
  url: string;
  headers(body: string, unixSeconds: number): Record<string, string>;
};

export type FindEndpoint = (merchantId: string) => Endpoint | undefined;

type OutgoingDelivery = Pick<Delivery, 'body' | 'isForged'>;

export type WebhookEvent = Pick<Delivery, 'id' | 'processor' | 'merchantId' | 'event' | 'body'>;

export type Webhooks = ReturnType<typeof createWebhooks>;

type Options = {
  clock: Clock;
  journal: Journal;
  faults: Faults;
  delayMs: number;
  /** Delivers every event twice, and all of them in random order, as a processor may. */
  isShuffled?: boolean;
};

async function post(
  endpoint: Endpoint,
  { body, isForged }: OutgoingDelivery,
  unixSeconds: number,
): Promise<boolean> {
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...endpoint.headers(body, unixSeconds) },
      body: isForged ? `${body} ` : body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    // Refused, reset and timed-out calls all count as not delivered yet.
    return false;
  }
}

/** Usually one delivery. A duplicate has its own delivery id but the same body. */
function toDeliveries(event: WebhookEvent, fault: WebhookFault | undefined): Delivery[] {
  const first: Delivery = { ...event, attempts: 0, state: 'waiting', isForged: false };
  switch (fault) {
    case undefined:
      return [first];
    case 'webhook_lost':
      return [{ ...first, state: 'lost' }];
    case 'webhook_duplicated':
      return [first, { ...first, id: `${event.id}:again` }];
    case 'webhook_forged':
      return [first, { ...first, id: `${event.id}:forged`, isForged: true }];
  }
}

function stateAfter({ attempts, isForged }: Delivery, arrived: boolean): Delivery['state'] {
  if (arrived) return 'delivered';
  if (isForged) return 'refused';
  return attempts < ATTEMPTS_MAX ? 'waiting' : 'given_up';
}

const shuffle = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, place: randomInt(2 ** 32) }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);

export function createWebhooks(options: Options) {
  const { clock, journal, faults, delayMs, isShuffled = false } = options;
  const endpoints = new Map<string, FindEndpoint>();
  const inFlight = new Map<string, Promise<boolean>>();
  const deliveries = openTable(journal, 'webhook', {
    schema: Delivery,
    key: (delivery) => delivery.id,
  });

  function planRetry(delivery: Delivery): void {
    const backoffMs = BACKOFF_FIRST_MS * 2 ** (delivery.attempts - 1);
    clock.after(Math.min(backoffMs, BACKOFF_MAX_MS), () => attempt(delivery.id));
  }

  async function deliver(delivery: Delivery): Promise<boolean> {
    const endpoint = endpoints.get(delivery.processor)?.(delivery.merchantId);
    // Without an endpoint, the event is dropped instead of stored for later, as at the real processors.
    if (endpoint === undefined) {
      deliveries.put({ ...delivery, state: 'given_up' });
      return false;
    }
    const arrived = await post(endpoint, delivery, Math.floor(clock.now() / 1000));
    // A reset may have cleared the table during the call.
    if (deliveries.get(delivery.id) === undefined) return arrived;
    const attempts = delivery.attempts + 1;
    const state = stateAfter({ ...delivery, attempts }, arrived);
    const tried = deliveries.put({ ...delivery, attempts, state });
    if (state === 'waiting') planRetry(tried);
    return arrived;
  }

  async function attempt(id: string): Promise<void> {
    const delivery = deliveries.get(id);
    if (delivery?.state !== 'waiting' || inFlight.has(id)) return;
    const sending = deliver(delivery).finally(() => inFlight.delete(id));
    inFlight.set(id, sending);
    await sending;
  }

  const waiting = () => deliveries.all().filter((delivery) => delivery.state === 'waiting');

  return {
    listen(processor: string, findEndpoint: FindEndpoint): void {
      endpoints.set(processor, findEndpoint);
    },
    enqueue(event: WebhookEvent): void {
      const fault = faults.takeForWebhook(event) ?? (isShuffled ? 'webhook_duplicated' : undefined);
      for (const delivery of toDeliveries(event, fault)) {
        deliveries.put(delivery);
        clock.after(delayMs, () => attempt(delivery.id));
      }
    },
    resume(): void {
      for (const delivery of waiting()) clock.after(delayMs, () => attempt(delivery.id));
    },
    async flush(): Promise<{ delivered: number; waiting: number }> {
      const ids = waiting().map((delivery) => delivery.id);
      if (isShuffled) for (const id of shuffle(ids)) await attempt(id);
      else await Promise.all(ids.map(attempt));
      await Promise.all(inFlight.values());
      const delivered = ids.filter((id) => deliveries.get(id)?.state === 'delivered');
      return { delivered: delivered.length, waiting: waiting().length };
    },
    list: () => deliveries.all().map(({ body: _body, ...rest }) => rest),
    clear: () => deliveries.clear(),
  };
}
