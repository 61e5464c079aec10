/** Cards about to expire whose owners have not been notified yet. */
import type { IsoDate } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, notExists, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import type { MethodRow } from '../schema/customers.ts';
import { paymentMethods } from '../schema/customers.ts';
import { audit } from '../schema/operations.ts';

export const EXPIRY_NOTIFIED = 'method.expiry-told';

const NOTICE_BEFORE_DAYS = 30;

/** Condition: the card expires within 30 days, and its owner was not told. The months are those of the index. */
export function isCardToNotify(tx: Tx, today: SQL) {
  // A card is valid until the last day of its month.
  const lastDay = sql`(make_date(${paymentMethods.expiresYear}, ${paymentMethods.expiresMonth}, 1)
    + interval '1 month - 1 day')::date`;
  const earlierNotices = tx
    .select({ one: sql`1` })
    .from(audit)
    .where(
      and(
        matching(audit, { companyId: paymentMethods.companyId, action: EXPIRY_NOTIFIED }),
        sql`${audit.subject} = 'method:' || ${paymentMethods.id}`,
        // An updated card has a later date, which is announced again.
        sql`${audit.at} >= ${lastDay} - ${2 * NOTICE_BEFORE_DAYS}::int`,
      ),
    );
  const until = sql`${today} + ${NOTICE_BEFORE_DAYS}::int`;
  // As a pair, both are found by the index.
  const month = sql`(${paymentMethods.expiresYear}, ${paymentMethods.expiresMonth})`;
  const monthAt = (day: SQL) =>
    sql`(extract(year from ${day})::int, extract(month from ${day})::int)`;
  return and(
    matching(paymentMethods, { state: 'active' }),
    sql`${paymentMethods.expiresYear} is not null
      and ${month} between ${monthAt(today)} and ${monthAt(until)}
      and ${lastDay} between ${today} and ${until}`,
    notExists(earlierNotices),
  );
}

/** Skips cards that another process has locked to notify their owners. */
export async function lockExpiringMethods(
  tx: Tx,
  { companyId, today }: { companyId: CompanyId; today: IsoDate },
): Promise<MethodRow[]> {
  return tx
    .select()
    .from(paymentMethods)
    .where(and(matching(paymentMethods, { companyId }), isCardToNotify(tx, sql`${today}::date`)))
    .for('no key update', { skipLocked: true });
}
