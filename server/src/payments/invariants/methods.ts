/**
 * The invariants of payment methods: removed methods are never charged (S5), and a method setup has its
 * order exactly while it is open.
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
    invariant: 'S5: a live arrangement has a method of its customer that is not removed',
    sql: `select p.id::text as subject from (${ARRANGED}) p
      join payment_methods m on m.company_id = p.company_id and m.id = p.method_id
      where m.state = 'removed' or m.customer_id <> p.customer_id`,
  },
  {
    invariant: 'S6: active auto-pay has a live mandate and a method that is not removed',
    sql: `select c.id::text as subject from customers c
      left join mandates d on d.company_id = c.company_id and d.id = c.auto_pay_mandate_id
      left join payment_methods m on m.company_id = c.company_id and m.id = c.auto_pay_method_id
      where c.is_auto_pay_active and (m.id is null or m.state = 'removed'
        or d.id is null or d.revoked_at is not null or d.method_id <> m.id)`,
  },
  {
    invariant: 'a method setup has its method once it is saved, and its order until then',
    sql: `select s.id::text as subject from method_setups s
      where (s.state = 'KEPT') <> (s.method_id is not null)
        or (s.state in ('SENT', 'ACTION_REQUIRED')) <> (s.order_sealed is not null)
        or (s.state in ('SENT', 'ACTION_REQUIRED')) <> (s.next_check_at is not null)`,
  },
];
