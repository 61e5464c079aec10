/** Customers: who they are to themselves, and as payers to a processor. */
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { contacts, customers, paymentMethods } from '../schema/customers.ts';
import type { MethodRow } from './invoices.ts';

/** A list has an end; nobody has kept so many. */
const METHODS_MAX = 200;

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

type Own = { companyId: CompanyId; customerId: CustomerId };

export type CustomerRow = typeof customers.$inferSelect;

export async function findCustomer(
  tx: Tx,
  { companyId, customerId }: Own,
): Promise<CustomerRow | null> {
  const [row] = await tx
    .select()
    .from(customers)
    .where(and(eq(customers.companyId, companyId), eq(customers.id, customerId)));
  return row ?? null;
}

export type CustomerChange = Partial<
  Pick<CustomerRow, 'firstName' | 'lastName' | 'bornOn' | 'address'>
>;

export async function updateCustomer(
  tx: Tx,
  { companyId, customerId }: Own,
  change: CustomerChange,
): Promise<void> {
  await tx
    .update(customers)
    .set(change)
    .where(and(eq(customers.companyId, companyId), eq(customers.id, customerId)));
}

/** The methods the customer can choose from: alive, theirs to keep, and of this processor. */
export async function listSavedMethods(
  tx: Tx,
  { companyId, customerId }: Own,
  processor: ProcessorName,
): Promise<MethodRow[]> {
  return tx
    .select()
    .from(paymentMethods)
    .where(
      and(
        eq(paymentMethods.companyId, companyId),
        eq(paymentMethods.customerId, customerId),
        eq(paymentMethods.processor, processor),
        eq(paymentMethods.state, 'active'),
        eq(paymentMethods.isSaved, true),
      ),
    )
    .orderBy(desc(paymentMethods.createdAt), desc(paymentMethods.id))
    .limit(METHODS_MAX);
}
