/**
 * S4, S5: nothing is charged for an arrangement after it ends, nor off-session with a disabled method. The rows do
 * not record when either happened, so consecutive steps are compared.
 */

import type { Violation } from '../../src/payments/invariants/invariants.ts';
import type { Database } from '../../src/platform/database/database.ts';

const ENDED = `
  select 'schedule ' || s.id as ended, count(a.id)::int as attempts from schedules s
  left join attempts a on a.company_id = s.company_id and a.schedule_id = s.id
  where s.state in ('CANCELED', 'GAVE_UP', 'DONE') group by s.id
  union all
  select 'plan ' || p.id, count(a.id)::int from plans p
  left join attempts a on a.company_id = p.company_id and a.plan_id = p.id
  where p.state in ('CANCELED', 'DEFAULTED', 'PAID_OFF') group by p.id
  union all
  select 'method ' || m.id, count(a.id)::int from payment_methods m
  left join attempts a on a.company_id = m.company_id and a.method_id = m.id
    and a.initiator = 'MIT'
  where m.state = 'disabled' group by m.id`;

/**
 * Attempts per ended arrangement and per disabled method, as of the previous step. A disabled method can be saved
 * again.
 */
export type ChargeCounts = Map<string, number>;

export async function chargedAfterEnd(
  { pool }: Pick<Database, 'pool'>,
  known: ChargeCounts,
): Promise<Violation[]> {
  const { rows } = await pool.query<{ ended: string; attempts: number }>({
    name: 'ended',
    text: ENDED,
  });
  const grown = rows.filter(({ ended, attempts }) => attempts > (known.get(ended) ?? attempts));
  known.clear();
  for (const { ended, attempts } of rows) known.set(ended, attempts);
  return grown.map(({ ended: subject }) => ({
    invariant: 'S4, S5: nothing is charged for what has ended, nor with a disabled method',
    subject,
  }));
}
