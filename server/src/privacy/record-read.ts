/** Reads of a single person by staff are in the audit trail, once per person, member and hour (R95). */
import { HOUR_MS } from '@quittance/contract/durations';
import { type CustomerId, customerIdSchema } from '@quittance/contract/ids';
import { and, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Caller } from '../identity/staff-session.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { recordAction } from '../platform/audit/recorded-action.ts';
import { matching } from '../platform/database/keys.ts';
import { hasRows } from '../platform/database/rows.ts';
import { audit } from '../schema/operations.ts';

const ofCustomerSchema = z.object({ customerId: customerIdSchema });
const customerSchema = z.object({
  id: customerIdSchema,
  customerRef: z.string(),
  copyContacts: z.unknown(),
});

/** The customer whom a response is about: a customer, or one record of a customer. Null for a list. */
function findShownCustomer(answer: unknown): CustomerId | null {
  const named = ofCustomerSchema.safeParse(answer).data?.customerId;
  return named ?? customerSchema.safeParse(answer).data?.id ?? null;
}

export async function recordRead(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  actor: Caller,
  answer: unknown,
): Promise<void> {
  if (actor.kind !== 'staff' || actor.isDemo) return;
  const customerId = findShownCustomer(answer);
  if (!customerId) return;
  const { companyId, name } = actor;
  const [action, subject] = ['customer.read', `customer:${customerId}`];
  await database.inCompany({ companyId, asProvider: true }, async (tx) => {
    // The reads of one page arrive together.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`${name} ${subject}`}, 0))`,
    );
    const since = addMs(clock.now(), -HOUR_MS);
    const isRecent = and(
      matching(audit, { companyId, subject, actor: name, action }),
      gt(audit.at, since),
    );
    if (await hasRows(tx.select({ id: audit.id }).from(audit).where(isRecent).limit(1))) return;
    await recordAction(tx, { clock }, { actor, action, subject });
  });
}
