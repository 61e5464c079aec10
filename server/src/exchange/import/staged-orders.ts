/** Orders of an imported file: compared with those of their projects, and inserted together. */
import type { Cents } from '@quittance/contract/money';
import type { ProjectStatus } from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { RETURNING_ANY } from '../../platform/database/rows.ts';
import { wakeAfterCommit } from '../../platform/database/transaction.ts';
import { DELIVER_EVENTS, insertEventsOfAll } from '../../platform/events/record-event.ts';
import { orders } from '../../schema/projects.ts';
import {
  type AddedBy,
  type Adding,
  type Counts,
  countOf,
  differs,
  judge,
  lockProjectsOf,
  type Share,
  withJudged,
} from './staged-rows.ts';

export type StagedOrder = {
  line: number;
  projectRef: string;
  orderRef: string;
  name: string;
  status: ProjectStatus | undefined;
  totalCents: Cents;
};

export const ORDER_TYPES = {
  line: 'integer',
  projectRef: 'text',
  orderRef: 'text',
  name: 'text',
  status: 'text',
  totalCents: 'bigint',
} as const satisfies Record<keyof StagedOrder, string>;

/** A project has its own numbers of orders. */
const KEY = 'project_ref_key || chr(10) || order_ref_key';

/** By the numbers of project and order; of several with the same number, the oldest. An order does not change. */
export async function judgeOrders(tx: Tx, share: Share): Promise<Counts> {
  const company = sql`${share.companyId}::uuid`;
  const compared = sql`with found as materialized (
      select s.*, p.id as project_id, p.customer_id, c.erased_at,
        t.id as target_id, t.name as stored_name, t.status as stored_status,
        t.total_cents as stored_total
      from staged s
      left join projects p
        on p.company_id = ${company} and p.project_ref_key = s.project_ref_key
      left join customers c on c.company_id = ${company} and c.id = p.customer_id
      left join lateral (select o.id, o.name, o.status, o.total_cents from orders o
        where o.company_id = ${company} and o.project_id = p.id and o.order_ref_key = s.order_ref_key
        order by o.created_at, o.id limit 1) t on true
      where s.share = ${share.share}::int
    )
    select s.*, case
        when first_line < line then 'IMPORT_ROW_REPEATED'
        when project_id is null then 'PROJECT_NOT_FOUND'
        when target_id is null and erased_at is not null then 'CUSTOMER_ERASED'
        when target_id is null then 'added'
        when name <> stored_name or total_cents <> stored_total
          or ${differs('status', 'stored_status')} then 'IMPORT_ROW_NOT_CHANGEABLE'
        else 'unchanged'
      end as verdict
    from found s`;
  return judge(tx, { compared, position: sql`project_id, line`, keys: [KEY], ...countOf(share) });
}

/** The rows that `createOrder` writes: orders, audit and events. Returns how many orders. */
export async function insertJudgedOrders(
  tx: Tx,
  { companyId, actor, at }: AddedBy,
  { places }: Adding,
): Promise<number> {
  await lockProjectsOf(tx, { companyId, places });
  const { rowCount } = await tx.execute(sql`${withJudged('added', places)}, ${orders} as (
      insert into ${orders} (company_id, id, customer_id, project_id, order_ref, name, status,
        total_cents, paid_cents, created_at)
      select ${companyId}::uuid, id, customer_id, project_id, order_ref, name,
        coalesce(status, 'Open'), total_cents, 0, ${at}::timestamptz
      from judged where not exists (select from orders o
        where o.company_id = ${companyId}::uuid and o.project_id = judged.project_id
          and o.order_ref_key = judged.order_ref_key)
      order by place returning *
    ), audited as (
      insert into audit (company_id, actor, action, subject, detail, at)
      select company_id, ${actor}, 'order.created', 'order:' || id,
        jsonb_build_object('totalCents', total_cents), created_at from ${orders} ${RETURNING_ANY}
    )
    ${insertEventsOfAll({ companyId, type: 'order.created', at })}`);
  wakeAfterCommit(tx, DELIVER_EVENTS);
  return rowCount ?? 0;
}
