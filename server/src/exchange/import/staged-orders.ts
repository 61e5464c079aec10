/** Imports orders: compares them with the orders of their projects, then adds them. */
import type { ProjectId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import { newOrderSchema } from '@quittance/contract/projects/provider-schemas';
import type { ProjectStatus } from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { createOrders } from '../../projects/manage-projects.ts';
import { addToProjects, type ImportKind, type Judged } from './import-kind.ts';
import { type Counts, computeCount, differs, judge, type Share } from './staged-rows.ts';

export type StagedOrder = {
  line: number;
  projectRef: string;
  orderRef: string;
  name: string;
  status: ProjectStatus | undefined;
  totalCents: Cents;
};

const ORDER_TYPES = {
  line: 'integer',
  projectRef: 'text',
  orderRef: 'text',
  name: 'text',
  status: 'text',
  totalCents: 'bigint',
} as const satisfies Record<keyof StagedOrder, string>;

/** Order numbers are unique only within a project. */
const KEY = 'project_ref_key || chr(10) || order_ref_key';

/**
 * Matches by project number and order number. If several orders have the same number, the oldest is used. An order
 * cannot be changed.
 */
async function judgeOrders(tx: Tx, share: Share): Promise<Counts> {
  const company = sql`${share.companyId}::uuid`;
  const compared = sql`with found as materialized (
      select s.*, p.id as project_id, t.id as target_id, t.name as stored_name, t.status as stored_status,
        t.total_cents as stored_total
      from staged s
      left join projects p
        on p.company_id = ${company} and p.project_ref_key = s.project_ref_key
      left join lateral (select o.id, o.name, o.status, o.total_cents from orders o
        where o.company_id = ${company} and o.project_id = p.id and o.order_ref_key = s.order_ref_key
        order by o.created_at, o.id limit 1) t on true
      where s.share = ${share.share}::int
    )
    select s.*, case
        when first_line < line then 'IMPORT_ROW_REPEATED'
        when project_id is null then 'PROJECT_NOT_FOUND'
        when target_id is null then 'added'
        when name <> stored_name or total_cents <> stored_total
          or ${differs('status', 'stored_status')} then 'IMPORT_ROW_NOT_CHANGEABLE'
        else 'unchanged'
      end as verdict
    from found s`;
  return judge(tx, {
    compared,
    position: sql`project_id, line`,
    keys: [KEY],
    ...computeCount(share),
  });
}

type JudgedOrder = Judged<StagedOrder> & { projectId: ProjectId };

const toNewOrder = (row: JudgedOrder) => ({
  projectId: row.projectId,
  orderRef: row.orderRef,
  name: row.name,
  status: newOrderSchema.shape.status.parse(row.status ?? undefined),
  total: row.totalCents,
});

export const ORDER_IMPORT: ImportKind = {
  staging: { types: ORDER_TYPES, keys: ['projectRef', 'orderRef'], sharedBy: 'projectRef' },
  judge: judgeOrders,
  add: addToProjects<JudgedOrder>(
    { table: 'orders', ref: 'order_ref_key' },
    { ...ORDER_TYPES, projectId: 'uuid' },
    (tx, deps, { rows, ...batch }) =>
      createOrders(tx, deps, { ...batch, inputs: rows.map(toNewOrder) }),
  ),
  change: null,
  takenCode: 'IMPORT_ROW_REPEATED',
  repeated: (firstLine) => `names the same order as line ${firstLine}`,
};
