/** Applies a response to a delivery and its endpoint: done, retried later, given up, or paused. */

import type { Instant } from '@quittance/contract/dates';
import { DAY_MS, MINUTE_MS } from '@quittance/contract/durations';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { appendAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import type { PostResult } from '../platform/outbound/post.ts';
import { finish, type Lease, release, retryAt } from '../platform/queue/queue.ts';
import {
  type DeliveryRow,
  delayFollowers,
  type deliveryQueue,
  releaseDeliveries,
} from './webhook-deliveries.ts';
import { lockEndpoint, updateEndpoint } from './webhook-endpoints.ts';

const TRIED_FOR_MS = 3 * DAY_MS;
/** An endpoint that accepted nothing for this long was down. Its first success releases all waiting deliveries. */
const DOWN_AFTER_MS = MINUTE_MS;
/** An endpoint that accepted nothing for this long is paused. */
const PAUSED_AFTER_MS = 3 * DAY_MS;

export type DeliveryLease = Lease<typeof deliveryQueue.table>;
export type DeliveryResult = { lease: DeliveryLease; posted: PostResult };

const isAccepted = ({ status }: PostResult) => status !== null && status >= 200 && status < 300;

const toKey = ({ companyId, endpointId }: DeliveryRow) => ({ companyId, endpointId });

async function markAccepted(
  tx: Tx,
  { lease, posted }: DeliveryResult,
  now: Instant,
): Promise<void> {
  const change = { state: 'DELIVERED', status: posted.status, failure: null } as const;
  await finish(tx, lease, { ...change, finishedAt: now });
  const key = toKey(lease.row);
  const endpoint = await lockEndpoint(tx, key);
  if (!endpoint?.failingSince) return;
  await updateEndpoint(tx, key, { failingSince: null });
  if (addMs(endpoint.failingSince, DOWN_AFTER_MS) <= now) await releaseDeliveries(tx, key, now);
}

async function noteFailure(
  tx: Tx,
  { log }: Deps,
  { delivery, now }: FailedDelivery,
): Promise<void> {
  const key = toKey(delivery);
  const endpoint = await lockEndpoint(tx, key);
  if (endpoint?.state !== 'ACTIVE') return;
  const failingSince = endpoint.failingSince ?? now;
  const isHopeless = addMs(failingSince, PAUSED_AFTER_MS) <= now;
  await updateEndpoint(tx, key, { failingSince, ...(isHopeless ? { state: 'PAUSED' } : {}) });
  if (!isHopeless) return;
  const { companyId, endpointId } = key;
  await appendAudit(tx, {
    companyId,
    actor: 'webhooks',
    action: 'webhook_endpoint.paused',
    subject: `webhook_endpoint:${endpointId}`,
    detail: { failingSince },
    at: now,
  });
  const paused = { type: 'webhook_endpoint.paused', objectId: endpointId } as const;
  recordEvent(tx, { companyId, ...paused, at: now });
  log.error(
    { event: 'webhook.endpoint_paused', companyId, endpointId, failingSince },
    'a webhook endpoint accepted nothing for three days and is paused',
  );
}

type FailedDelivery = { delivery: DeliveryRow; now: Instant };

async function markFailed(tx: Tx, deps: Deps, { lease, posted }: DeliveryResult): Promise<void> {
  const now = deps.clock.now();
  const { row: delivery } = lease;
  const { status } = posted;
  const failure = posted.failure ?? 'not_accepted';
  const answer = { status, failure };
  const at = retryAt(deps, lease);
  if (addMs(delivery.createdAt, TRIED_FOR_MS) > now) {
    if (!(await release(tx, lease, { at, change: answer }))) return;
    await delayFollowers(tx, delivery, at);
  } else {
    if (!(await finish(tx, lease, { state: 'GIVEN_UP', finishedAt: now, ...answer }))) return;
    const { companyId, endpointId, id: deliveryId } = delivery;
    deps.log.warn(
      { event: 'webhook.given_up', companyId, endpointId, deliveryId, ...answer },
      'an event was not accepted for three days and is not sent any more',
    );
  }
  await noteFailure(tx, deps, { delivery, now });
}

export async function markSent(deps: Deps, sent: DeliveryResult): Promise<boolean> {
  const { companyId } = sent.lease.row;
  const isDone = isAccepted(sent.posted);
  await deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
    isDone ? markAccepted(tx, sent, deps.clock.now()) : markFailed(tx, deps, sent),
  );
  return isDone;
}
