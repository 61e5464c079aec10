/** Customers as payers: who they are to a processor. */
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from './database.ts';
import { contacts, customers } from './schema/customers.ts';

export type PayerRow = { firstName: string; lastName: string; email: string | null };

export async function findPayer(
  tx: Tx,
  { companyId, customerId }: { companyId: CompanyId; customerId: CustomerId },
): Promise<PayerRow | null> {
  const [row] = await tx
    .select({
      firstName: customers.firstName,
      lastName: customers.lastName,
      email: contacts.value,
    })
    .from(customers)
    .leftJoin(
      contacts,
      and(
        eq(contacts.companyId, customers.companyId),
        eq(contacts.customerId, customers.id),
        eq(contacts.type, 'EMAIL'),
        eq(contacts.isPrimary, true),
        isNull(contacts.removedAt),
      ),
    )
    .where(and(eq(customers.companyId, companyId), eq(customers.id, customerId)));
  return row ?? null;
}
