/** Saved payment methods, found only with their owner, and only while they are alive. */
import type { CompanyId, CustomerId, MethodId } from '@quittance/contract/ids';
import { and, eq } from 'drizzle-orm';
import type { Tx } from './database.ts';
import type { MethodRow } from './invoices.ts';
import { paymentMethods } from './schema/customers.ts';

export type OwnMethod = { companyId: CompanyId; customerId: CustomerId; methodId: MethodId };

export async function findLiveMethod(tx: Tx, own: OwnMethod): Promise<MethodRow | null> {
  const [row] = await tx
    .select()
    .from(paymentMethods)
    .where(
      and(
        eq(paymentMethods.companyId, own.companyId),
        eq(paymentMethods.customerId, own.customerId),
        eq(paymentMethods.id, own.methodId),
        eq(paymentMethods.state, 'active'),
      ),
    );
  return row ?? null;
}
