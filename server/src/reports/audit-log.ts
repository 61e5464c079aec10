/** The audit trail as staff read it: newest first, without client IPs (R78). */
import { type Instant, instant } from '@quittance/contract/dates';
import type { AuditQuery } from '@quittance/contract/reports/audit-schemas';
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { refusedCursor } from '../kernel/errors.ts';
import type { Actor } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { audit, IS_BY_PEOPLE } from '../schema/operations.ts';

const ENTRY_ID = /^\d{1,18}$/;

function isBefore(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  if (!ENTRY_ID.test(cursor)) {
    throw refusedCursor();
  }
  return sql`${audit.id} < ${cursor}::bigint`;
}

const since = (at: Instant | undefined) => (at ? gte(audit.at, at) : undefined);
const until = (at: Instant | undefined) => (at ? lt(audit.at, at) : undefined);

function withoutAddress(detail: unknown): Record<string, unknown> {
  const { address: _, ...shown } = Object(detail) as Record<string, unknown>; // because a detail is an object
  return shown;
}

export async function listAudit(tx: Tx, { companyId }: Actor, query: AuditQuery) {
  const { by, actor, action, subject, limit } = query;
  const rows = await tx
    .select()
    .from(audit)
    .where(
      and(
        matching(audit, { companyId, ...(subject ? { subject } : {}) }),
        by === 'people' ? IS_BY_PEOPLE : undefined,
        actor === undefined ? undefined : eq(audit.actor, actor),
        action === undefined ? undefined : sql`starts_with(${audit.action}, ${action})`,
        since(query.from),
        until(query.to),
        isBefore(query.after),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(limit + 1);
  const data = rows.slice(0, limit).map((row) => ({
    id: String(row.id),
    at: instant(row.at),
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    detail: withoutAddress(row.detail),
    position: row.position,
  }));
  return { data, nextCursor: rows.length > limit ? (data.at(-1)?.id ?? null) : null };
}
