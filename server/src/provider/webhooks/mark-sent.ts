/** What an answer means for a delivery and its endpoint: done, tried again later, given up, or paused. */
import type { Instant } from '@quittance/contract/dates';
import { addMs } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import type { Entropy } from '../../entropy.ts';
import type { Posted } from '../../outbound/post.ts';
import type { Tx } from '../../storage/database.ts';
import { appendAudit } from '../../storage/ops/audit.ts';
import { recordEvent } from '../../storage/provider/record-event.ts';
import {
  type DeliveryRow,
  delayFollowers,
  markDelivery,
  releaseDeliveries,
} from '../../storage/provider/webhook-deliveries.ts';
import { lockEndpoint, updateEndpoint } from '../../storage/provider/webhook-endpoints.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Longer than a try may take. */
export const LEASE_MS = MINUTE_MS;
/** After the first, second, … failure; then as after the last. */
const PAUSES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
];
/** A pause is shorter by up to this part, at random: receivers that failed together are not tried again together. */
const JITTER = 0.2;
const TRIED_FOR_MS = 3 * DAY_MS;
/** An endpoint that accepted nothing for so long is paused. */
const PAUSED_AFTER_MS = 3 * DAY_MS;

export type Sent = { delivery: DeliveryRow; posted: Posted };

const isAccepted = ({ status }: Posted) => status !== null && status >= 200 && status < 300;

const keyOf = ({ companyId, endpointId }: DeliveryRow) => ({ companyId, endpointId });

/** From 0 to 1, without 1. */
function chance({ bytes }: Entropy): number {
  const [high = 0, low = 0] = bytes(2);
  return (256 * high + low) / 65_536;
}

function nextTry({ clock, entropy }: Deps, { tries }: DeliveryRow): Instant {
  const pauseMs = PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? SECOND_MS;
  return addMs(clock.now(), Math.round(pauseMs * (1 - JITTER * chance(entropy))));
}

/** The first success after failures lets everything go that waits. */
async function markAccepted(tx: Tx, { delivery, posted }: Sent, now: Instant): Promise<void> {
  const change = { state: 'DELIVERED', status: posted.status, failure: null } as const;
  await markDelivery(tx, delivery, { ...change, finishedAt: now });
  const key = keyOf(delivery);
  const endpoint = await lockEndpoint(tx, key);
  if (!endpoint?.failingSince) return;
  await updateEndpoint(tx, key, { failingSince: null });
  await releaseDeliveries(tx, key, { now, after: addMs(now, LEASE_MS) });
}

async function noteFailure(tx: Tx, { log }: Deps, { delivery, now }: Failed): Promise<void> {
  const key = keyOf(delivery);
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

type Failed = { delivery: DeliveryRow; now: Instant };

async function markFailed(tx: Tx, deps: Deps, { delivery, posted }: Sent): Promise<void> {
  const now = deps.clock.now();
  const { status } = posted;
  const failure = posted.failure ?? 'not_accepted';
  const isLast = addMs(delivery.createdAt, TRIED_FOR_MS) <= now;
  const nextTryAt = nextTry(deps, delivery);
  const change = isLast ? ({ state: 'GIVEN_UP', finishedAt: now } as const) : { nextTryAt };
  const marked = await markDelivery(tx, delivery, { ...change, status, failure });
  if (!marked) return;
  if (isLast) {
    const { companyId, endpointId, id: deliveryId } = delivery;
    deps.log.warn(
      { event: 'webhook.given_up', companyId, endpointId, deliveryId, status, failure },
      'an event was not accepted for three days and is not sent any more',
    );
  } else await delayFollowers(tx, delivery, nextTryAt);
  await noteFailure(tx, deps, { delivery, now });
}

/** True when the receiver accepted it. */
export async function markSent(deps: Deps, sent: Sent): Promise<boolean> {
  const { companyId } = sent.delivery;
  const isDone = isAccepted(sent.posted);
  await deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
    isDone ? markAccepted(tx, sent, deps.clock.now()) : markFailed(tx, deps, sent),
  );
  return isDone;
}
