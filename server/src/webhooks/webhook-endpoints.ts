/** Webhook endpoints of a company. A deleted endpoint is retained for its deliveries, without its secret. */
import type { Instant } from '@quittance/contract/dates';
import { type CompanyId, companyIdSchema } from '@quittance/contract/ids';
import { asc, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { findRow, insertRow, lockRow, updateRow } from '../platform/database/rows.ts';
import {
  type IsAsked,
  onOneServer,
  readAcross,
} from '../platform/database/sharding/across-companies.ts';
import { providerEvents, webhookEndpoints } from '../schema/events.ts';

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

const companyRowsSchema = z.array(z.object({ company_id: companyIdSchema }));

/** On a distributed database, a statement about one company asks only the server of the company. */
type Asked = CompanyId | null;

type Alias = 'behind' | 'fresh' | 'endpoint';

const matches = (alias: Alias, asked: Asked, isAsked: IsAsked) => {
  const company = sql`${sql.identifier(alias)}.company_id`;
  return asked ? sql`${company} = ${asked}` : isAsked(company);
};

/** Events without a number are found by their index, so companies without new events cost nothing. */
const companiesToFanOut = (asked: Asked, isAsked: IsAsked) => sql`
  select behind.company_id from ${webhookEndpoints} behind
  where is_behind and state <> 'DELETED' and ${matches('behind', asked, isAsked)}
  union
  select new.company_id from (
    select distinct fresh.company_id from ${providerEvents} fresh
    where number is null and ${matches('fresh', asked, isAsked)}) new
  join ${webhookEndpoints} endpoint on endpoint.company_id = new.company_id
  where endpoint.state <> 'DELETED' and ${matches('endpoint', asked, isAsked)}`;

export async function listCompaniesToFanOut(
  { readAlone }: Pick<Database, 'readAlone'>,
  asked: Asked = null,
): Promise<CompanyId[]> {
  const rows = await readAlone((tx) =>
    readAcross(tx, 'any company may have new events', async (isAsked) =>
      companyRowsSchema.parse((await tx.execute(companiesToFanOut(asked, isAsked))).rows),
    ),
  );
  return rows.map(({ company_id }) => company_id);
}

/** Citus has no recursive queries over several servers. */
const ALL_ENDPOINTS = sql`select endpoint.company_id, endpoint.id from webhook_endpoints endpoint`;

const endpointRowsSchema = z.array(z.object({ company_id: companyIdSchema, id: z.string() }));

const toKeys = (rows: unknown): EndpointKey[] =>
  endpointRowsSchema
    .parse(rows)
    .map(({ company_id: companyId, id: endpointId }) => ({ companyId, endpointId }));

const isReported = sql`exists (select from ${providerEvents} reported
  where reported.company_id = endpoint.company_id and reported.object_id = endpoint.id
    and reported.type = 'webhook_endpoint.failing' and reported.created_at >= endpoint.failing_since)`;

/** Endpoints that accepted nothing since the given time or longer, and were not reported since then. */
export async function listUnreportedEndpoints(
  { readAlone }: Pick<Database, 'readAlone'>,
  since: Instant,
): Promise<EndpointKey[]> {
  return readAlone((tx) =>
    readAcross(tx, 'any endpoint may be failing', async (isAsked) => {
      const isHere = matches('endpoint', null, isAsked);
      const { rows } =
        await tx.execute(sql`${ALL_ENDPOINTS} where endpoint.state = 'ACTIVE' and ${isHere}
        and endpoint.failing_since <= ${since}::timestamptz and not ${isReported}`);
      return toKeys(rows);
    }),
  );
}

export async function isEndpointReported(tx: Tx, key: EndpointKey): Promise<boolean> {
  const { companyId, endpointId } = key;
  const reported = tx.execute(sql`select from ${webhookEndpoints} endpoint
    where endpoint.company_id = ${companyId} and endpoint.id = ${endpointId} and ${isReported}`);
  return (await reported).rowCount === 1;
}

const isDue = (now: Instant) => sql`exists (select from webhook_deliveries due
  where due.company_id = endpoint.company_id and due.endpoint_id = endpoint.id
    and due.state = 'PENDING' and due.next_try_at <= ${now}::timestamptz)`;

const nextWaiting = (isWanted: SQL) => sql`(select company_id, endpoint_id from webhook_deliveries
  where state = 'PENDING' and ${isWanted} order by company_id, endpoint_id limit 1)`;

/** Goes from one endpoint with deliveries to the next along the index, however many deliveries each has. */
const WAITING_ENDPOINTS = sql`with recursive waiting as (
    ${nextWaiting(onOneServer('Citus has no recursive queries'))}
    union all
    select later.company_id, later.endpoint_id from waiting cross join lateral
      ${nextWaiting(sql`(company_id, endpoint_id) > (waiting.company_id, waiting.endpoint_id)`)} later)
  select endpoint.company_id, endpoint.id from waiting
  join webhook_endpoints endpoint
    on endpoint.company_id = waiting.company_id and endpoint.id = waiting.endpoint_id`;

export async function listEndpointsToServe(
  { readAlone, isDistributed }: Pick<Database, 'readAlone' | 'isDistributed'>,
  now: Instant,
  asked: Asked = null,
): Promise<EndpointKey[]> {
  const found = (await isDistributed()) ? ALL_ENDPOINTS : WAITING_ENDPOINTS;
  return readAlone((tx) =>
    readAcross(tx, 'any endpoint may have due deliveries', async (isAsked) => {
      const isHere = matches('endpoint', asked, isAsked);
      const { rows } = await tx.execute(
        sql`${found} where endpoint.state = 'ACTIVE' and ${isDue(now)} and ${isHere}`,
      );
      return toKeys(rows);
    }),
  );
}
