/**
 * Webhook delivery from the simulated processor to the portal, with its faults. An event without a 2xx response is
 * sent again later, as is a dropped one.
 */
import { receiveWebhook } from '../../src/payments/reconciliation/receive-webhook.ts';
import type { WebhookFault } from './faults.ts';
import type { SentEvent } from './records.ts';
import { signed } from './simulator.ts';
import type { SimWorld } from './world.ts';

async function send(world: SimWorld, event: SentEvent, secret: string): Promise<void> {
  const { domain, merchant } = world.company;
  const { processor } = merchant;
  await receiveWebhook(world.deps, { processor, company: domain, ...signed(event, secret) });
}

async function deliver(world: SimWorld, event: SentEvent | undefined): Promise<void> {
  if (!event) return;
  const { unsent } = world.simulator.records;
  await send(world, event, world.company.merchant.webhookSecret);
  const index = unsent.indexOf(event);
  if (index >= 0) unsent.splice(index, 1);
  world.sent.push(event);
}

export async function deliverAll(world: SimWorld): Promise<void> {
  for (const event of [...world.simulator.records.unsent]) await deliver(world, event);
}

/** A forged event about a real attempt: well formed, signed with the wrong secret. */
async function forge(world: SimWorld): Promise<void> {
  const [entry] = world.simulator.records.entries;
  if (!entry) return;
  const { reference } = entry;
  const eventId = `forged_${reference}`;
  await send(world, { eventId, reference, claims: 'succeeded' }, 'whsec_guessed');
}

export async function webhook(world: SimWorld, how: WebhookFault, event: number): Promise<void> {
  const { unsent } = world.simulator.records;
  if (!world.simulator.profile.hasWebhooks) return;
  const chosen = unsent[event % Math.max(unsent.length, 1)];
  switch (how) {
    case 'deliver':
      return deliver(world, unsent[0]);
    case 'deliver_all':
      return deliverAll(world);
    case 'reorder':
      return deliver(world, chosen);
    case 'duplicate':
      await deliver(world, chosen);
      return deliver(world, chosen);
    case 'replay':
      return deliver(world, world.sent[event % Math.max(world.sent.length, 1)]);
    case 'drop': {
      // The event was not accepted and goes to the end of the queue.
      const dropped = unsent.shift();
      if (dropped) unsent.push(dropped);
      return;
    }
    case 'forge':
      return forge(world);
  }
}
