/** Cards about to expire whose owners have not been notified yet. */
import type { IsoDate } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, notExists, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import type { MethodRow } from '../schema/customers.ts';
import { paymentMethods } from '../schema/customers.ts';
import { audit } from '../schema/operations.ts';

export const EXPIRY_NOTIFIED = 'method.expiry-told';

/** Skips cards that another process has locked to notify their owners. */
export async function lockExpiringMethods(
  tx: Tx,
  { companyId, today, until }: { companyId: CompanyId; today: IsoDate; until: IsoDate },
): Promise<MethodRow[]> {
  const earlierNotices = tx
    .select({ one: sql`1` })
    .from(audit)
    .where(
      and(
        matching(audit, { companyId: paymentMethods.companyId, action: EXPIRY_NOTIFIED }),
        sql`${audit.subject} = 'method:' || ${paymentMethods.id}`,
      ),
    );
  // A card is valid until the last day of its month.
  const lastDay = sql`(make_date(${paymentMethods.expiresYear}, ${paymentMethods.expiresMonth}, 1)
    + interval '1 month - 1 day')::date`;
  return tx
    .select()
    .from(paymentMethods)
    .where(
      and(
        matching(paymentMethods, { companyId, state: 'active' }),
        sql`${lastDay} between ${today}::date and ${until}::date`,
        notExists(earlierNotices),
      ),
    )
    .for('no key update', { skipLocked: true });
}
