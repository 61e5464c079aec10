/**
 * Deletes rows after their retention period (R54), in small batches, so that no statement holds many locks. Data
 * that the invariants need remains: attempts, postings, mandates, webhook facts, and the notices of charges that
 * were made.
 */

import type { Instant } from '@quittance/contract/dates';
import { companyIdSchema } from '@quittance/contract/ids';
import { OPEN_STATES } from '@quittance/domain/status/payment-status';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { deleteExpiredAudit } from '../platform/audit/expire-entries.ts';
import type { Database } from '../platform/database/database.ts';
import { byCompany } from '../platform/database/keys.ts';
import { acrossCompanies } from '../platform/database/sharding/across-companies.ts';

export const RETAINED = [
  'outbox',
  'events',
  'idempotencyKeys',
  'sessions',
  'notices',
  'audit',
] as const;
export type RetainedTable = (typeof RETAINED)[number];

type ExpiredRows = { table: string; where: string };

const OPEN = OPEN_STATES.map((state) => `'${state}'`).join(', ');

const isUnusedIn = (table: string) => `not exists (select from ${table} used
  where used.company_id = expired.company_id and used.request_id = expired.id)`;

const USES_OF_REQUEST = [
  'request_invoices',
  'attempts',
  'capabilities',
  'field_sessions',
  'intents',
  'method_setups',
];

/** `$1` is the end of the retention period. The order respects foreign keys. */
const EXPIRED: Readonly<Record<RetainedTable, readonly ExpiredRows[]>> = {
  outbox: [{ table: 'outbox', where: 'delivered_at < $1' }],
  events: [
    { table: 'company_notices', where: 'mailed_at < $1' },
    { table: 'webhook_deliveries', where: 'created_at < $1' },
    {
      table: 'provider_events',
      where: `created_at < $1 and not exists (select from webhook_deliveries d
        where d.company_id = expired.company_id and d.event_position = expired.position)`,
    },
  ],
  idempotencyKeys: [
    {
      table: 'idempotency_keys',
      where: `created_at < $1 and not exists (select from attempts a
        where a.company_id = expired.company_id and a.id = expired.attempt_id
          and a.state in (${OPEN}))`,
    },
    { table: 'provider_calls', where: 'created_at < $1' },
    {
      table: 'import_rows',
      where: `exists (select from imports i where i.company_id = expired.company_id
        and i.id = expired.import_id and i.created_at < $1 and i.next_try_at is null)`,
    },
    {
      table: 'imports',
      where: `created_at < $1 and next_try_at is null and not exists (select from import_rows r
        where r.company_id = expired.company_id and r.import_id = expired.id)`,
    },
  ],
  sessions: [
    {
      table: 'bearers',
      where: `exists (select from sessions s where s.company_id = expired.company_id
        and s.id = expired.session_id and coalesce(s.revoked_at, s.expires_at) < $1)`,
    },
    {
      table: 'sessions',
      where: `coalesce(revoked_at, expires_at) < $1 and not exists (select from bearers b
        where b.company_id = expired.company_id and b.session_id = expired.id)`,
    },
    { table: 'devices', where: 'coalesce(revoked_at, expires_at) < $1' },
    { table: 'sign_in_tokens', where: 'expires_at < $1' },
    { table: 'contact_proofs', where: 'expires_at < $1' },
    {
      // With the reason that was typed for the removal.
      table: 'contacts',
      where: `removed_at < $1
        and not exists (select from sign_in_tokens t where t.company_id = expired.company_id
          and t.contact_id = expired.id)
        and not exists (select from contact_proofs p where p.company_id = expired.company_id
          and p.contact_id = expired.id)`,
    },
    { table: 'staff_sessions', where: 'coalesce(revoked_at, expires_at) < $1' },
    { table: 'staff_sign_ins', where: 'expires_at < $1' },
    { table: 'field_sessions', where: 'expires_at < $1' },
    // A reconciliation may look back for 60 days. Intents and setups with a result are kept, because they document
    // the consent.
    { table: 'intents', where: `state = 'CANCELED' and expires_at < $1 - interval '60 days'` },
    { table: 'method_setups', where: `state = 'FAILED' and created_at < $1 - interval '60 days'` },
    // Selections of several invoices that were never paid (R48). They are kept for this long because an orphaned
    // charge is applied according to its selection.
    {
      table: 'request_invoices',
      where: `exists (select from requests r where r.company_id = expired.company_id
        and r.id = expired.request_id and r.kind = 'INVOICES'
        and r.created_at < $1 - interval '60 days')
        and not exists (select from attempts a where a.company_id = expired.company_id
          and a.request_id = expired.request_id)`,
    },
    {
      table: 'requests',
      where: `kind = 'INVOICES' and created_at < $1 - interval '60 days'
        and ${USES_OF_REQUEST.map(isUnusedIn).join(' and ')}`,
    },
  ],
  notices: [
    {
      table: 'charge_notices',
      where: `created_at < $1 and charge_on < $1::date and not (occurrence_of like 'auto-pay:%'
        and exists (select from attempts a where a.company_id = expired.company_id
          and a.occurrence_of = expired.occurrence_of))`,
    },
  ],
  audit: [
    {
      // Names of removed staff remain as long as audit entries refer to them.
      table: 'staff_members',
      where: `removed_at < $1
        and not exists (select from staff_sessions s where s.company_id = expired.company_id
          and s.member_id = expired.id)
        and not exists (select from staff_sign_ins s where s.company_id = expired.company_id
          and s.member_id = expired.id)`,
    },
  ],
};

const BATCH = 1000;

/** Rows identified by their storage location (ctid) within their company. */
const placesSchema = z.array(z.object({ companyId: companyIdSchema, id: z.string() }));

/**
 * Builds the condition with its values. For a single company, the condition compares with that company's id
 * directly, because otherwise Citus would not lock the rows.
 */
function conditionSql(
  where: string,
  before: Instant,
  company = sql.raw('expired.company_id'),
): SQL {
  const parts = where.split(/(\$1|expired\.company_id)/).map((part) => {
    if (part === '$1') return sql`${before}::timestamptz`;
    return part === 'expired.company_id' ? company : sql.raw(part);
  });
  return sql.join(parts);
}

async function deleteBatch(
  { asSystem }: Pick<Database, 'asSystem'>,
  { table, where }: ExpiredRows,
  before: Instant,
): Promise<number> {
  return asSystem(async (tx) => {
    const { rows } = await tx.execute(sql`select company_id as "companyId", ctid::text as id
      from ${sql.raw(table)} expired where ${conditionSql(where, before)}
        and ${acrossCompanies('rows of every company expire')} limit ${BATCH}`);
    const found = placesSchema.parse(rows);
    let count = 0;
    for (const [companyId, places] of byCompany(found)) {
      // A row that changed in the meantime has a different ctid. The condition is checked again before deleting.
      const { rowCount } = await tx.execute(sql`delete from ${sql.raw(table)}
        where company_id = ${companyId} and ctid = any(array(
          select expired.ctid from ${sql.raw(table)} expired
          where expired.company_id = ${companyId} and expired.ctid = any(${sql.param(places)}::tid[])
            and ${conditionSql(where, before, sql`${companyId}::uuid`)}
          for update of expired skip locked))`);
      count += rowCount ?? 0;
    }
    return count;
  });
}

export async function deleteExpired(
  database: Pick<Database, 'asSystem'>,
  what: RetainedTable,
  before: Instant,
): Promise<number> {
  // Audit entries are deleted in chain order.
  let count = what === 'audit' ? await deleteExpiredAudit(database, before) : 0;
  for (const expired of EXPIRED[what]) {
    for (let deleted = BATCH; deleted === BATCH; count += deleted) {
      deleted = await deleteBatch(database, expired, before);
    }
  }
  return count;
}
