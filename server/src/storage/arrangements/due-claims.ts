/**
 * Claims on the due charges of customers: one process at a time makes them. Only a matter of speed, since
 * every charge is checked again under the locks of its invoice and customer.
 */
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import { and, isNull, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { type Lease, matching } from '../keys.ts';
import { customers } from '../schema/customers.ts';

export type CustomersKey = { companyId: CompanyId; customerIds: readonly CustomerId[] };

function isAmong({ companyId, customerIds }: CustomersKey) {
  const ids = sql`${sql.param([...customerIds])}::uuid[]`;
  return and(matching(customers, { companyId }), sql`${customers.id} = any(${ids})`);
}

/** System scope. Those whom no other process charges at the moment; it is not waited for. */
export async function claimDueCharges(
  tx: Tx,
  key: CustomersKey,
  { now, until }: Lease,
): Promise<CustomerId[]> {
  const { chargesClaimedUntil } = customers;
  const free = tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(isAmong(key), or(isNull(chargesClaimedUntil), lte(chargesClaimedUntil, now))))
    .for('no key update', { skipLocked: true });
  const rows = await tx
    .update(customers)
    .set({ chargesClaimedUntil: until })
    .where(
      and(
        matching(customers, { companyId: key.companyId }),
        sql`${customers.id} = any(array(${free}))`,
      ),
    )
    .returning({ id: customers.id });
  return rows.map(({ id }) => id);
}

/** System scope. */
export async function releaseDueCharges(tx: Tx, key: CustomersKey): Promise<void> {
  await tx.update(customers).set({ chargesClaimedUntil: null }).where(isAmong(key));
}
