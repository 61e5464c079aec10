/**
 * Sends events to their companies' endpoints (ADR 0069): at least once, and in order for each object. An endpoint
 * that hangs or fails does not delay the others.
 */
import type { CompanyId } from '@quittance/contract/ids';
import { forEachAtMost, type Repeat, separateSlots } from '../kernel/concurrency.ts';
import type { Deps } from '../kernel/deps.ts';
import type { Tx } from '../platform/database/database.ts';
import { together } from '../platform/database/transaction.ts';
import { lastEventNumber, numberEvents } from '../platform/events/event-rows.ts';
import { showEvents } from '../platform/events/list-events.ts';
import { openPoster, type Poster } from '../platform/outbound/post.ts';
import { PUBLIC_INTERNET } from '../platform/outbound/reach.ts';
import type { Woken } from '../platform/queue/pump.ts';
import { claimOne, isLive } from '../platform/queue/queue.ts';
import { sealContext } from '../platform/sealing/seal.ts';
import { toSentEvent } from './example-event.ts';
import { type DeliveryLease, markSent } from './mark-sent.ts';
import { signedHeaders } from './sign.ts';
import { deliveryQueue, fanOutTo, findEvent, isNextForEndpoint } from './webhook-deliveries.ts';
import {
  type EndpointKey,
  type EndpointRow,
  findEndpoint,
  listCompaniesToFanOut,
  listEndpointsToServe,
  lockEndpoints,
  updateEndpoint,
} from './webhook-endpoints.ts';

const ENDPOINTS_AT_ONCE = 50;
const COMPANIES_AT_ONCE = 4;
/**
 * Concurrent deliveries from one process to one endpoint, each for a different object, so that a slow response
 * delays only its own object.
 */
const DELIVERIES_AT_ONCE = 20;
const FAN_OUT_MAX = 1000;

async function fanOutBatch(tx: Tx, { clock }: Deps, companyId: CompanyId): Promise<boolean> {
  const endpoints = await lockEndpoints(tx, companyId);
  const last = await lastEventNumber(tx, companyId);
  let isMore = false;
  for (const endpoint of endpoints) {
    const { id: endpointId, fannedOutTo: from } = endpoint;
    const to = Math.min(last, from + FAN_OUT_MAX);
    const isBehind = to < last;
    if (to > from) await fanOutTo(tx, endpoint, { from, to, at: clock.now() });
    if (to > from || isBehind !== endpoint.isBehind) {
      await updateEndpoint(
        tx,
        { companyId, endpointId },
        { fannedOutTo: Math.max(to, from), isBehind },
      );
    }
    isMore ||= isBehind;
  }
  return isMore;
}

async function fanOut(deps: Deps, companyId: CompanyId): Promise<void> {
  const scope = { companyId, asProvider: true } as const;
  await deps.database.inCompany(scope, (tx) => numberEvents(tx, companyId));
  while (await deps.database.inCompany(scope, (tx) => fanOutBatch(tx, deps, companyId)));
}

function toSecrets({ sealer, clock }: Deps, endpoint: EndpointRow): string[] {
  const { companyId, id: endpointId, secretSealed, oldSecretSealed, oldSecretUntil } = endpoint;
  const isOldValid = oldSecretUntil !== null && clock.now() < oldSecretUntil;
  const context = sealContext.webhookEndpoint({ companyId, endpointId });
  return [secretSealed, isOldValid ? oldSecretSealed : null]
    .filter((sealed) => sealed !== null)
    .map((sealed) => sealer.open(sealed, context));
}

export type TryOutcome = 'accepted' | 'not_accepted' | 'no_answer' | 'address_refused';

type DeliveryTools = Pick<DeliveryOptions, 'onTried'> & { poster: Poster };

/**
 * Reads the endpoint again, because it may have been paused, or its address or secret changed, since the last
 * delivery.
 */
async function readDelivery({ database }: Deps, { row }: DeliveryLease) {
  const { companyId, endpointId } = row;
  return database.readForCompany({ companyId, asProvider: true }, async (tx) => {
    const [endpoint, found] = await together([
      findEndpoint(tx, { companyId, endpointId }),
      findEvent(tx, row),
    ]);
    const [event] = await showEvents(tx, companyId, found ? [found] : []);
    return { endpoint, event };
  });
}

async function send(
  deps: Deps,
  lease: DeliveryLease,
  { poster, onTried }: DeliveryTools,
): Promise<boolean> {
  const { endpoint, event } = await readDelivery(deps, lease);
  const now = deps.clock.now();
  if (endpoint?.state !== 'ACTIVE' || !event) return false;
  const body = JSON.stringify(toSentEvent(event));
  const headers = signedHeaders(toSecrets(deps, endpoint), { id: event.id, at: now, body });
  if (!isLive(deps, lease)) return false;
  const posted = await poster.post({ url: endpoint.url, headers, body });
  const isAccepted = await markSent(deps, { lease, posted });
  onTried?.(isAccepted ? 'accepted' : (posted.failure ?? 'not_accepted'));
  return isAccepted;
}

/**
 * Objects do not wait for each other. After many consecutive refusals, the remaining deliveries wait for the next
 * run.
 */
async function serve(
  deps: Deps,
  key: EndpointKey,
  { slots, isStopping, onTried }: DeliveryOptions,
): Promise<void> {
  const wanted = { queue: deliveryQueue, companyId: key.companyId, where: isNextForEndpoint(key) };
  const poster = openPoster(deps.webhookReach ?? PUBLIC_INTERNET);
  let refusals = 0;
  try {
    await slots(key.endpointId, DELIVERIES_AT_ONCE, {
      async claim() {
        if (isStopping() || refusals >= DELIVERIES_AT_ONCE) return null;
        return deps.database.writeAlone((tx) => claimOne(tx, deps, wanted));
      },
      async work(lease) {
        const isAccepted = await send(deps, lease, { poster, onTried });
        refusals = isAccepted ? 0 : refusals + 1;
      },
    });
  } finally {
    await poster.close();
  }
}

export async function fanOutEvents(deps: Deps, asked: CompanyId | null = null): Promise<void> {
  const companies = await listCompaniesToFanOut(deps.database, asked);
  for (const companyId of companies) await fanOut(deps, companyId);
}

export type DeliveryOptions = {
  /** On a distributed database, only these companies are asked for work. */
  woken?: Woken;
  /** Runs overlap. With many companies, they would all wait for the same rows, so a process fans out once at a time. */
  fanOut?: (() => Promise<unknown>) | undefined;
  /** Shared by all runs in a process, so that concurrent runs together stay within the limit. */
  slots: Repeat;
  isStopping(): boolean;
  onTried?: ((outcome: TryOutcome) => void) | undefined;
};

async function serveAll(
  deps: Deps,
  delivering: DeliveryOptions,
  asked: CompanyId | null,
): Promise<void> {
  const due = await listEndpointsToServe(deps.database, deps.clock.now(), asked);
  await forEachAtMost(ENDPOINTS_AT_ONCE, due, (key) => serve(deps, key, delivering));
}

export async function deliverEvents(
  deps: Deps,
  delivering: DeliveryOptions = { slots: separateSlots, isStopping: () => false },
): Promise<void> {
  const { woken, fanOut: fanOutAll = () => fanOutEvents(deps) } = delivering;
  if (woken && (await deps.database.isDistributed())) {
    await forEachAtMost(COMPANIES_AT_ONCE, woken, (each) => fanOutEvents(deps, each));
    await forEachAtMost(ENDPOINTS_AT_ONCE, woken, (each) => serveAll(deps, delivering, each));
    return;
  }
  await fanOutAll();
  await serveAll(deps, delivering, null);
}
