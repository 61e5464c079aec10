/**
 * Sends events to the endpoints of their companies (ADR 0069): at least once, those of an object in their order. An
 * endpoint that hangs or fails does not hold up the others.
 */
import type { CompanyId } from '@quittance/contract/ids';
import { addMs } from '../../clock.ts';
import { forEachAtMost } from '../../concurrency.ts';
import type { Deps } from '../../deps.ts';
import { openPoster, type Poster } from '../../outbound/post.ts';
import { PUBLIC_INTERNET } from '../../outbound/reach.ts';
import type { Tx } from '../../storage/database.ts';
import { lastEventNumber, numberEvents } from '../../storage/provider/events.ts';
import {
  claimDeliveries,
  fanOutTo,
  type ListedDelivery,
} from '../../storage/provider/webhook-deliveries.ts';
import {
  type EndpointKey,
  type EndpointRow,
  findEndpoint,
  listCompaniesToFanOut,
  listEndpointsToServe,
  lockEndpoints,
  updateEndpoint,
} from '../../storage/provider/webhook-endpoints.ts';
import { sealContext } from '../../storage/seal.ts';
import { showEvent } from '../events.ts';
import { LEASE_MS, markSent } from './mark-sent.ts';
import { signedHeaders } from './sign.ts';

const ENDPOINTS_AT_ONCE = 20;
const DELIVERIES_AT_ONCE = 10;
/** Events of one transaction. */
const FAN_OUT_MAX = 1000;

async function fanOutBatch(tx: Tx, { clock }: Deps, companyId: CompanyId): Promise<boolean> {
  const endpoints = await lockEndpoints(tx, companyId);
  const last = await lastEventNumber(tx, companyId);
  let isMore = false;
  for (const endpoint of endpoints) {
    const { id: endpointId, fannedOutTo: from } = endpoint;
    const to = Math.min(last, from + FAN_OUT_MAX);
    if (to <= from) continue;
    await fanOutTo(tx, endpoint, { from, to, at: clock.now() });
    await updateEndpoint(tx, { companyId, endpointId }, { fannedOutTo: to });
    isMore ||= to < last;
  }
  return isMore;
}

async function fanOut(deps: Deps, companyId: CompanyId): Promise<void> {
  const scope = { companyId, asProvider: true } as const;
  await deps.database.inCompany(scope, (tx) => numberEvents(tx, companyId));
  while (await deps.database.inCompany(scope, (tx) => fanOutBatch(tx, deps, companyId)));
}

function secretsOf({ sealer, clock }: Deps, endpoint: EndpointRow): string[] {
  const { companyId, id: endpointId, secretSealed, oldSecretSealed, oldSecretUntil } = endpoint;
  const isOldValid = oldSecretUntil !== null && clock.now() < oldSecretUntil;
  const context = sealContext.webhookEndpoint({ companyId, endpointId });
  return [secretSealed, isOldValid ? oldSecretSealed : null]
    .filter((sealed) => sealed !== null)
    .map((sealed) => sealer.open(sealed, context));
}

/** What became of a try, for the metrics. */
export type TryOutcome = 'accepted' | 'not_accepted' | 'no_answer' | 'address_refused';

type Sending = {
  endpoint: EndpointRow;
  secrets: readonly string[];
  poster: Poster;
  onTried: Delivering['onTried'];
};

/** True when the receiver accepted it. */
async function send(
  deps: Deps,
  { endpoint, secrets, poster, onTried }: Sending,
  { delivery, event }: ListedDelivery,
): Promise<boolean> {
  const body = JSON.stringify(showEvent(event));
  const headers = signedHeaders(secrets, { id: event.id, at: deps.clock.now(), body });
  const posted = await poster.post({ url: endpoint.url, headers, body });
  const isAccepted = await markSent(deps, { delivery, posted });
  onTried?.(isAccepted ? 'accepted' : (posted.failure ?? 'not_accepted'));
  return isAccepted;
}

/** False when there is nothing to send, or nothing was accepted: then the rest waits for the next run. */
async function sendBatch(deps: Deps, sending: Sending): Promise<boolean> {
  const { companyId, id: endpointId } = sending.endpoint;
  const now = deps.clock.now();
  const claim = { now, until: addMs(now, LEASE_MS), limit: DELIVERIES_AT_ONCE };
  const claimed = await deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
    claimDeliveries(tx, { companyId, endpointId }, claim),
  );
  let isAccepted = false;
  await forEachAtMost(DELIVERIES_AT_ONCE, claimed, async (delivery) => {
    if (await send(deps, sending, delivery)) isAccepted = true;
  });
  return isAccepted;
}

async function serve(
  deps: Deps,
  { companyId, endpointId }: EndpointKey,
  { isStopping, onTried }: Delivering,
) {
  const endpoint = await deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
    findEndpoint(tx, { companyId, endpointId }),
  );
  if (endpoint?.state !== 'ACTIVE') return;
  const poster = openPoster(deps.webhookReach ?? PUBLIC_INTERNET);
  try {
    const sending = { endpoint, secrets: secretsOf(deps, endpoint), poster, onTried };
    while (!isStopping() && (await sendBatch(deps, sending)));
  } finally {
    await poster.close();
  }
}

export type Delivering = {
  /** Endpoints that an earlier run of this process is still busy with. */
  busy: Set<string>;
  isStopping(): boolean;
  onTried?: (outcome: TryOutcome) => void;
};

export async function deliverEvents(
  deps: Deps,
  delivering: Delivering = { busy: new Set(), isStopping: () => false },
): Promise<void> {
  const { busy } = delivering;
  for (const companyId of await listCompaniesToFanOut(deps.database)) {
    await fanOut(deps, companyId);
  }
  const due = await listEndpointsToServe(deps.database, deps.clock.now());
  const free = due.filter(({ endpointId }) => !busy.has(endpointId));
  for (const { endpointId } of free) busy.add(endpointId);
  await forEachAtMost(ENDPOINTS_AT_ONCE, free, async (key) => {
    try {
      await serve(deps, key, delivering);
    } finally {
      busy.delete(key.endpointId);
    }
  });
}
