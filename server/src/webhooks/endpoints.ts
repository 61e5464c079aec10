/** Lets a company configure where its events are sent. The signing secret is shown only once. */
import type { EventType } from '@quittance/contract/webhooks/event-schemas';
import {
  ENDPOINTS_MAX,
  type NewWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEndpointChange,
} from '@quittance/contract/webhooks/webhook-endpoints';
import { lockCompany } from '../companies/company-list.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError, invalidField } from '../kernel/errors.ts';
import { type Actor, type ProviderDeps, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { lastEventNumber, numberEvents } from '../platform/events/event-rows.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { AddressRefused, checkedUrl, PUBLIC_INTERNET } from '../platform/outbound/reach.ts';
import { sealContext } from '../platform/sealing/seal.ts';
import { newSecret } from './sign.ts';
import { giveUpDeliveries, releaseDeliveries } from './webhook-deliveries.ts';
import {
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  listEndpoints as listEndpointRows,
  lockEndpoint,
  updateEndpoint,
} from './webhook-endpoints.ts';

const OVERLAP_MS = 24 * 3_600_000;

export type WebhookDeps = ProviderDeps & Pick<Deps, 'webhookReach'>;
export type EndpointCommand = { actor: Actor; endpointId: string };

function shown(row: EndpointRow): WebhookEndpoint {
  const { id, url, types, state, failingSince, createdAt } = row;
  return { id, url, types, state, failingSince, createdAt };
}

const toSubject = ({ endpointId }: Pick<EndpointCommand, 'endpointId'>) =>
  `webhook_endpoint:${endpointId}`;

/** Host names are resolved and checked again whenever a connection is opened. */
function refusePrivate({ webhookReach = PUBLIC_INTERNET }: WebhookDeps, url: string): void {
  try {
    checkedUrl(webhookReach, url);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    throw invalidField('url', 'Expected an https address on the public internet.');
  }
}

export async function requireEndpoint(
  tx: Tx,
  { actor, endpointId }: EndpointCommand,
): Promise<EndpointRow> {
  const row = await lockEndpoint(tx, { companyId: actor.companyId, endpointId });
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

function sealedSecret({ sealer, entropy }: WebhookDeps, key: { actor: Actor; endpointId: string }) {
  const secret = newSecret(entropy);
  const { actor, endpointId } = key;
  const context = sealContext.webhookEndpoint({ companyId: actor.companyId, endpointId });
  return { secret, secretSealed: sealer.seal(secret, context) };
}

/** The endpoint receives only events from now on. */
export async function createEndpoint(
  tx: Tx,
  deps: WebhookDeps,
  { actor, input }: { actor: Actor; input: NewWebhookEndpoint },
): Promise<WebhookEndpoint & { secret: string }> {
  const { companyId } = actor;
  refusePrivate(deps, input.url);
  // The lock keeps two concurrent calls from both adding the last allowed endpoint.
  await lockCompany(tx, companyId);
  const known = await listEndpointRows(tx, companyId);
  if (known.length >= ENDPOINTS_MAX) throw new AppError('TOO_MANY_ENDPOINTS');
  const endpointId = deps.entropy.uuid();
  const { secret, secretSealed } = sealedSecret(deps, { actor, endpointId });
  await numberEvents(tx, companyId);
  const row = await insertEndpoint(tx, {
    companyId,
    id: endpointId,
    ...input,
    state: 'ACTIVE',
    secretSealed,
    fannedOutTo: await lastEventNumber(tx, companyId),
    createdAt: deps.clock.now(),
  });
  const subject = toSubject({ endpointId });
  const detail = { host: new URL(row.url).host, types: row.types };
  await recordAction(tx, deps, { actor, action: 'webhook_endpoint.created', subject, detail });
  return { ...shown(row), secret };
}

export async function listEndpoints(tx: Tx, { companyId }: Actor) {
  return { data: (await listEndpointRows(tx, companyId)).map(shown) };
}

export async function getEndpoint(
  tx: Tx,
  { actor, endpointId }: EndpointCommand,
): Promise<WebhookEndpoint> {
  const row = await findEndpoint(tx, { companyId: actor.companyId, endpointId });
  if (!row) throw new AppError('NOT_FOUND');
  return shown(row);
}

export async function changeEndpoint(
  tx: Tx,
  deps: WebhookDeps,
  { change, ...of }: EndpointCommand & { change: WebhookEndpointChange },
): Promise<WebhookEndpoint> {
  const { companyId, id: endpointId } = await requireEndpoint(tx, of);
  const { url, types } = change;
  if (url !== undefined) refusePrivate(deps, url);
  const row = await updateEndpoint(
    tx,
    { companyId, endpointId },
    { ...(url === undefined ? {} : { url }), ...(types === undefined ? {} : { types }) },
  );
  const { actor } = of;
  const detail = { fields: Object.keys(change) };
  const subject = toSubject(of);
  await recordAction(tx, deps, { actor, action: 'webhook_endpoint.changed', subject, detail });
  return shown(row);
}

export async function deleteEndpoint(
  tx: Tx,
  deps: WebhookDeps,
  of: EndpointCommand,
): Promise<WebhookEndpoint> {
  const { companyId, id: endpointId } = await requireEndpoint(tx, of);
  const key = { companyId, endpointId };
  const none = { secretSealed: null, oldSecretSealed: null, oldSecretUntil: null };
  const row = await updateEndpoint(tx, key, { state: 'DELETED', ...none });
  await giveUpDeliveries(tx, key, deps.clock.now());
  const { actor } = of;
  await recordAction(tx, deps, {
    actor,
    action: 'webhook_endpoint.deleted',
    subject: toSubject(of),
  });
  return shown(row);
}

/** Events are signed with both secrets for one day. */
export async function rotateSecret(
  tx: Tx,
  deps: WebhookDeps,
  of: EndpointCommand,
): Promise<WebhookEndpoint & { secret: string }> {
  const {
    companyId,
    id: endpointId,
    secretSealed: oldSecretSealed,
  } = await requireEndpoint(tx, of);
  const { secret, secretSealed } = sealedSecret(deps, of);
  const oldSecretUntil = addMs(deps.clock.now(), OVERLAP_MS);
  const secrets = { secretSealed, oldSecretSealed, oldSecretUntil };
  const row = await updateEndpoint(tx, { companyId, endpointId }, secrets);
  const { actor } = of;
  await recordAction(tx, deps, {
    actor,
    action: 'webhook_endpoint.rotated',
    subject: toSubject(of),
  });
  return { ...shown(row), secret };
}

/** Waiting events are sent immediately. */
export async function resumeEndpoint(
  tx: Tx,
  deps: WebhookDeps,
  of: EndpointCommand,
): Promise<WebhookEndpoint> {
  const { companyId, id: endpointId } = await requireEndpoint(tx, of);
  const key = { companyId, endpointId };
  const now = deps.clock.now();
  const row = await updateEndpoint(tx, key, { state: 'ACTIVE', failingSince: null });
  await releaseDeliveries(tx, key, now);
  const { actor } = of;
  await recordAction(tx, deps, {
    actor,
    action: 'webhook_endpoint.resumed',
    subject: toSubject(of),
  });
  return shown(row);
}

/** Records an event that only this endpoint receives, or an example of the given type instead. */
export async function testEndpoint(
  tx: Tx,
  deps: WebhookDeps,
  { type: exampleType, ...of }: EndpointCommand & { type?: EventType | undefined },
): Promise<WebhookEndpoint> {
  const row = await requireEndpoint(tx, of);
  const { companyId, id: objectId } = row;
  const more = exampleType && exampleType !== 'webhook_endpoint.tested' ? { exampleType } : null;
  const event = { companyId, type: 'webhook_endpoint.tested', objectId } as const;
  recordEvent(tx, { ...event, at: deps.clock.now(), ...(more ? { more } : {}) });
  const action = { action: 'webhook_endpoint.tested', subject: toSubject(of) };
  await recordAction(tx, deps, { actor: of.actor, ...action, ...(more ? { detail: more } : {}) });
  return shown(row);
}
