/**
 * The invariants of payment methods and of what is arranged with them: nothing is going to be charged
 * to a method that was removed (S5), and a wish for a method is either open with its order or over.
 */
import type { InvariantQuery } from './query.ts';

const ARRANGED = ['schedules', 'plans', 'auto_pay_charges']
  .map(
    (table) => `select p.id, p.company_id, p.customer_id, p.method_id from ${table} p
      where p.state = 'LIVE'`,
  )
  .join('\nunion all\n');

export const METHODS: readonly InvariantQuery[] = [
  {
    invariant: 'S5: what is arranged is arranged on a method of its customer that was not removed',
    sql: `select p.id::text as subject from (${ARRANGED}) p
      join payment_methods m on m.company_id = p.company_id and m.id = p.method_id
      where m.state = 'removed' or m.customer_id <> p.customer_id`,
  },
  {
    invariant: 'S6: auto-pay is on under a live mandate for its method, which was not removed',
    sql: `select c.id::text as subject from customers c
      left join mandates d on d.company_id = c.company_id and d.id = c.auto_pay_mandate_id
      left join payment_methods m on m.company_id = c.company_id and m.id = c.auto_pay_method_id
      where c.is_auto_pay_active and (m.id is null or m.state = 'removed'
        or d.id is null or d.revoked_at is not null or d.method_id <> m.id)`,
  },
  {
    invariant: 'a wish for a method has its method once it is kept, and its order until then',
    sql: `select s.id::text as subject from method_setups s
      where (s.state = 'KEPT') <> (s.method_id is not null)
        or (s.state in ('SENT', 'ACTION_REQUIRED')) <> (s.order_sealed is not null)
        or (s.state in ('SENT', 'ACTION_REQUIRED')) <> (s.next_check_at is not null)`,
  },
];
