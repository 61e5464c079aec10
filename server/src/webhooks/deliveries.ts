/** Lists the result of each delivery, and resends events. */
import type { PageQuery } from '@quittance/contract/http/pages-and-problems';
import type { Replay, WebhookDelivery } from '@quittance/contract/webhooks/webhook-endpoints';
import { AppError } from '../kernel/errors.ts';
import { recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { wakeAfterCommit } from '../platform/database/transaction.ts';
import { pageFrom, toPage } from '../platform/http/page.ts';
import {
  type EndpointCommand,
  getEndpoint,
  requireEndpoint,
  type WebhookDeps,
} from './endpoints.ts';
import {
  findDelivery,
  type ListedDelivery,
  listDeliveries as listDeliveryRows,
  replayEvent,
  replayPeriod,
} from './webhook-deliveries.ts';

function shown({ delivery, event }: ListedDelivery): WebhookDelivery {
  const { id, objectId, state, tries, status, failure, createdAt, finishedAt } = delivery;
  const nextTryAt = state === 'PENDING' ? delivery.nextTryAt : null;
  const { id: eventId, type } = event;
  const what = { id, eventId, type, objectId, state, tries, status, failure };
  return { ...what, createdAt, nextTryAt, finishedAt };
}

export async function listDeliveries(
  tx: Tx,
  { page: query, ...of }: EndpointCommand & { page: PageQuery },
) {
  const { id: endpointId } = await getEndpoint(tx, of);
  const page = pageFrom(query);
  const rows = await listDeliveryRows(tx, { companyId: of.actor.companyId, endpointId }, page);
  const listed = rows.map((row) => ({ ...row.delivery, row }));
  return toPage(listed, page, (items) => items.map(({ row }) => shown(row)));
}

async function replayed(tx: Tx, deps: WebhookDeps, { of, count, what }: ReplayResult) {
  const { actor, endpointId } = of;
  const subject = `webhook_endpoint:${endpointId}`;
  const detail = { ...what, count };
  await recordAction(tx, deps, { actor, action: 'webhook_endpoint.replayed', subject, detail });
  wakeAfterCommit(tx, 'deliver_events', actor.companyId);
  return { count };
}

type ReplayResult = { of: EndpointCommand; count: number; what: Record<string, string> };

export async function replayDelivery(
  tx: Tx,
  deps: WebhookDeps,
  { deliveryId, ...of }: EndpointCommand & { deliveryId: string },
) {
  const endpoint = await requireEndpoint(tx, of);
  const { companyId, id: endpointId } = endpoint;
  const delivery = await findDelivery(tx, { companyId, endpointId, deliveryId });
  if (!delivery) throw new AppError('NOT_FOUND');
  const { eventPosition } = delivery;
  const count = await replayEvent(tx, endpoint, { eventPosition, at: deps.clock.now() });
  return replayed(tx, deps, { of, count, what: { deliveryId } });
}

export async function replayEvents(
  tx: Tx,
  deps: WebhookDeps,
  { since, until, ...of }: EndpointCommand & Replay,
) {
  const endpoint = await requireEndpoint(tx, of);
  const count = await replayPeriod(tx, endpoint, { since, until, at: deps.clock.now() });
  return replayed(tx, deps, { of, count, what: { since, ...(until ? { until } : {}) } });
}
