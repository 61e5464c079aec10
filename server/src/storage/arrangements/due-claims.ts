/**
 * Claims on the due charges of a customer: one process at a time makes them. Only a matter of speed, since
 * every charge is checked again under the locks of its invoice and customer.
 */
import { and, isNull, lte, or } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { type CustomerKey, type Lease, matching } from '../keys.ts';
import { hasRows } from '../rows.ts';
import { customers } from '../schema/customers.ts';

function isCustomer({ companyId, customerId }: CustomerKey) {
  return matching(customers, { companyId, id: customerId });
}

/** System scope. False while another process holds the claim. */
export async function claimDueCharges(
  tx: Tx,
  customer: CustomerKey,
  { now, until }: Lease,
): Promise<boolean> {
  const { chargesClaimedUntil } = customers;
  const isFree = or(isNull(chargesClaimedUntil), lte(chargesClaimedUntil, now));
  return hasRows(
    tx
      .update(customers)
      .set({ chargesClaimedUntil: until })
      .where(and(isCustomer(customer), isFree))
      .returning({ id: customers.id }),
  );
}

/** System scope. */
export async function releaseDueCharges(tx: Tx, customer: CustomerKey): Promise<void> {
  await tx.update(customers).set({ chargesClaimedUntil: null }).where(isCustomer(customer));
}
