/** S4: no charge is made for an arrangement after its end. Compares consecutive steps. */
import type { Database } from '../../src/storage/database.ts';
import type { Violation } from '../../src/storage/invariants/invariants.ts';

const ENDED = `
  select 'schedule ' || s.id as ended, count(a.id)::int as attempts from schedules s
  left join attempts a on a.company_id = s.company_id and a.schedule_id = s.id
  where s.state in ('CANCELED', 'GAVE_UP', 'DONE') group by s.id
  union all
  select 'plan ' || p.id, count(a.id)::int from plans p
  left join attempts a on a.company_id = p.company_id and a.plan_id = p.id
  where p.state in ('CANCELED', 'DEFAULTED', 'PAID_OFF') group by p.id`;

export type EndedArrangements = Map<string, number>;

/** Compares the attempts of ended arrangements with the previous step, then stores the counts. */
export async function chargedAfterEnd(
  { pool }: Pick<Database, 'pool'>,
  known: EndedArrangements,
): Promise<Violation[]> {
  const { rows } = await pool.query<{ ended: string; attempts: number }>({
    name: 'ended',
    text: ENDED,
  });
  const grown = rows.filter(({ ended, attempts }) => attempts > (known.get(ended) ?? attempts));
  for (const { ended, attempts } of rows) known.set(ended, attempts);
  return grown.map(({ ended: subject }) => ({
    invariant: 'S4: nothing new is charged for an arrangement that has ended',
    subject,
  }));
}
