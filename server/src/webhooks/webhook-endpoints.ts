/** Webhook endpoints of a company. A deleted endpoint is retained for its deliveries, without its secret. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { asc, ne, sql } from 'drizzle-orm';
import type { Database, Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { findRow, insertRow, lockRow, updateRow } from '../platform/database/rows.ts';
import { providerEvents, webhookDeliveries, webhookEndpoints } from '../schema/events.ts';

export type EndpointRow = typeof webhookEndpoints.$inferSelect;
export type EndpointKey = { companyId: CompanyId; endpointId: string };

const STANDING = ['ACTIVE', 'PAUSED'] as const;

export async function insertEndpoint(
  tx: Tx,
  row: typeof webhookEndpoints.$inferInsert,
): Promise<EndpointRow> {
  return insertRow(tx, webhookEndpoints, row);
}

export async function findEndpoint(
  tx: Tx,
  { companyId, endpointId }: EndpointKey,
): Promise<EndpointRow | null> {
  return findRow(tx, webhookEndpoints, { companyId, id: endpointId, state: STANDING });
}

export async function lockEndpoint(
  tx: Tx,
  { companyId, endpointId }: EndpointKey,
): Promise<EndpointRow | null> {
  return lockRow(tx, webhookEndpoints, { companyId, id: endpointId, state: STANDING });
}

export async function listEndpoints(tx: Tx, companyId: CompanyId): Promise<EndpointRow[]> {
  return tx
    .select()
    .from(webhookEndpoints)
    .where(matching(webhookEndpoints, { companyId, state: STANDING }))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));
}

/** Only one transaction at a time fans out a company's events. */
export async function lockEndpoints(tx: Tx, companyId: CompanyId): Promise<EndpointRow[]> {
  return tx
    .select()
    .from(webhookEndpoints)
    .where(matching(webhookEndpoints, { companyId, state: STANDING }))
    .orderBy(asc(webhookEndpoints.id))
    .for('update');
}

export type EndpointChange = Partial<Omit<EndpointRow, 'companyId' | 'id' | 'createdAt'>>;

export async function updateEndpoint(
  tx: Tx,
  { companyId, endpointId }: EndpointKey,
  change: EndpointChange,
): Promise<EndpointRow> {
  return updateRow(tx, webhookEndpoints, { key: { companyId, id: endpointId }, change });
}

const ofEndpoint = (table: typeof providerEvents | typeof webhookDeliveries) =>
  sql`${table.companyId} = ${webhookEndpoints.companyId}`;

export async function listCompaniesToFanOut({
  readAlone,
}: Pick<Database, 'readAlone'>): Promise<CompanyId[]> {
  const isNew = sql`(exists (select from ${providerEvents}
      where ${ofEndpoint(providerEvents)} and ${providerEvents.number} is null)
    or exists (select from ${providerEvents}
      where ${ofEndpoint(providerEvents)} and ${providerEvents.number} > ${webhookEndpoints.fannedOutTo}))`;
  const rows = await readAlone((tx) =>
    tx
      .selectDistinct({ companyId: webhookEndpoints.companyId })
      .from(webhookEndpoints)
      .where(sql`${ne(webhookEndpoints.state, 'DELETED')} and ${isNew}`),
  );
  return rows.map(({ companyId }) => companyId);
}

export async function listEndpointsToServe(
  { readAlone }: Pick<Database, 'readAlone'>,
  now: Instant,
): Promise<EndpointKey[]> {
  const isDue = sql`exists (select from ${webhookDeliveries}
    where ${ofEndpoint(webhookDeliveries)} and ${webhookDeliveries.endpointId} = ${webhookEndpoints.id}
      and ${webhookDeliveries.state} = 'PENDING' and ${webhookDeliveries.nextTryAt} <= ${now}::timestamptz)`;
  return readAlone((tx) =>
    tx
      .select({ companyId: webhookEndpoints.companyId, endpointId: webhookEndpoints.id })
      .from(webhookEndpoints)
      .where(sql`${webhookEndpoints.state} = 'ACTIVE' and ${isDue}`),
  );
}
