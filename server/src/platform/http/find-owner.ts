/** Finds the customer whom a call concerns, by the ids in it: of the customer, or of anything that is the customer's. */
import type { Instant } from '@quittance/contract/dates';
import { MINUTE_MS } from '@quittance/contract/durations';
import { type CompanyId, type CustomerId, customerIdSchema } from '@quittance/contract/ids';
import { and, gte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addMs } from '../../kernel/clock.ts';
import { capabilities } from '../../schema/access.ts';
import { planPauses } from '../../schema/arrangement-changes.ts';
import { plans, schedules } from '../../schema/arrangements.ts';
import { customers, mandates, paymentMethods } from '../../schema/customers.ts';
import { inquiries } from '../../schema/inquiries.ts';
import { invoiceAttachments, invoices, requests } from '../../schema/invoices.ts';
import { attempts } from '../../schema/payments.ts';
import { contracts, estimates, orders, projects } from '../../schema/projects.ts';
import { disputes, refunds } from '../../schema/refunds.ts';
import type { Tx } from '../database/database.ts';
import { type CustomerKey, matching } from '../database/keys.ts';
import { hasRows } from '../database/rows.ts';

const OWNED = [
  ...([invoices, attempts, inquiries, invoiceAttachments, capabilities, requests] as const),
  ...([contracts, projects, orders, estimates, refunds, disputes] as const),
  ...([plans, planPauses, schedules, paymentMethods, mandates] as const),
] as const;

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const IDS_MAX = 20;

const ownedSchema = z.object({ customerId: customerIdSchema });
const ownersSchema = z.tuple([z.object({ owner: customerIdSchema.nullable() })]);

/** Each table is read only if the ones before it have none of the ids. */
export async function findOwner(
  tx: Tx,
  companyId: CompanyId,
  { content, answer }: { content: readonly unknown[]; answer: unknown },
): Promise<CustomerId | null> {
  const named = ownedSchema.safeParse(answer).data;
  if (named) return named.customerId;
  const ids = [...new Set(JSON.stringify([content, answer]).match(ID))].slice(0, IDS_MAX);
  if (ids.length === 0) return null;
  const isNamed = sql`company_id = ${companyId} and id = any(${sql.param(ids)}::uuid[]) limit 1`;
  const owners = OWNED.map((table) => sql`(select customer_id from ${table} where ${isNamed})`);
  const { rows } = await tx.execute(sql`select coalesce(
    (select id from ${customers} where ${isNamed}), ${sql.join(owners, sql`, `)}) as owner`);
  const [{ owner }] = ownersSchema.parse(rows);
  return owner;
}

/** Longer than an erasure takes. Calls that begin in this time may have read the person before it was committed. */
export const ERASING_MS = MINUTE_MS;

/**
 * Waits for an erasure in progress. A response of a call that an erasure overtook may still tell of the person, and the
 * erasure did not see it.
 */
export async function isErasedSince(
  tx: Tx,
  { companyId, customerId: id }: CustomerKey,
  begunAt: Instant,
): Promise<boolean> {
  const [row] = await tx
    .select({ erasedAt: customers.erasedAt })
    .from(customers)
    .where(matching(customers, { companyId, id }))
    .for('key share');
  return Boolean(row?.erasedAt && addMs(row.erasedAt, ERASING_MS) >= begunAt);
}

/** Like `isErasedSince`, for calls about many customers. */
export async function isAnyErasedSince(
  tx: Tx,
  companyId: CompanyId,
  begunAt: Instant,
): Promise<boolean> {
  const isLater = gte(customers.erasedAt, addMs(begunAt, -ERASING_MS));
  const { id } = customers;
  return hasRows(
    tx
      .select({ id })
      .from(customers)
      .where(and(matching(customers, { companyId }), isLater))
      .limit(1),
  );
}
