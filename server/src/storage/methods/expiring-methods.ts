/** Cards about to expire whose owners have not been told yet. */
import type { IsoDate } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, eq, notExists, sql } from 'drizzle-orm';
import type { MethodRow } from '../billing/invoices.ts';
import type { Tx } from '../database.ts';
import { paymentMethods } from '../schema/customers.ts';
import { audit } from '../schema/operations.ts';

export const EXPIRY_TOLD = 'method.expiry-told';

/** Another process that tells of them has them locked: they are left to it. */
export async function lockExpiringMethods(
  tx: Tx,
  { companyId, today, until }: { companyId: CompanyId; today: IsoDate; until: IsoDate },
): Promise<MethodRow[]> {
  const toldBefore = tx
    .select({ one: sql`1` })
    .from(audit)
    .where(
      and(
        eq(audit.companyId, paymentMethods.companyId),
        sql`${audit.subject} = 'method:' || ${paymentMethods.id}`,
        eq(audit.action, EXPIRY_TOLD),
      ),
    );
  // A card is good until the last day of its month.
  const lastDay = sql`(make_date(${paymentMethods.expiresYear}, ${paymentMethods.expiresMonth}, 1)
    + interval '1 month - 1 day')::date`;
  return tx
    .select()
    .from(paymentMethods)
    .where(
      and(
        eq(paymentMethods.companyId, companyId),
        eq(paymentMethods.state, 'active'),
        sql`${lastDay} between ${today}::date and ${until}::date`,
        notExists(toldBefore),
      ),
    )
    .for('no key update', { skipLocked: true });
}
