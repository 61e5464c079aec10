/** Estimates of an imported file, a row per item: compared with those of their projects, and inserted together. */
import type { IsoDate } from '@quittance/contract/dates';
import type { Cents } from '@quittance/contract/money';
import { ESTIMATE_ITEMS_MAX } from '@quittance/contract/projects/provider-schemas';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { RETURNING_ANY } from '../../platform/database/rows.ts';
import { wakeAfterCommit } from '../../platform/database/transaction.ts';
import { DELIVER_EVENTS, insertEventsOfAll } from '../../platform/events/record-event.ts';
import { estimates } from '../../schema/projects.ts';
import {
  type AddedBy,
  type Adding,
  type Counts,
  judge,
  lockProjectsOf,
  type Share,
  withJudged,
} from './staged-rows.ts';

export type StagedItem = {
  line: number;
  projectRef: string;
  estimateRef: string;
  memo: string | undefined;
  expiresOn: IsoDate | undefined;
  item: string;
  amountCents: Cents;
};

export const ITEM_TYPES = {
  line: 'integer',
  projectRef: 'text',
  estimateRef: 'text',
  memo: 'text',
  expiresOn: 'date',
  item: 'text',
  amountCents: 'bigint',
} as const satisfies Record<keyof StagedItem, string>;

/**
 * All items of an estimate are judged together, by the numbers of project and estimate; of several with the same number,
 * the oldest counts. An estimate does not change.
 */
export async function judgeEstimates(tx: Tx, { companyId, share, rows }: Share): Promise<Counts> {
  const company = sql`${companyId}::uuid`;
  const compared = sql`with given as materialized (
      select project_ref_key, estimate_ref_key, min(line) as line,
        (array_agg(estimate_ref order by line))[1] as estimate_ref, min(memo) as memo,
        min(expires_on) as expires_on, sum(amount_cents)::bigint as total_cents,
        count(*) <= ${sql.raw(String(ESTIMATE_ITEMS_MAX))} and count(distinct memo) = 1
          and count(distinct expires_on) = 1 as is_valid,
        jsonb_agg(jsonb_build_object('name', item, 'amount', amount_cents) order by line) as items
      from staged where share = ${share}::int group by 1, 2
    ), found as materialized (
      select given.*, p.id as project_id, p.customer_id, c.erased_at, t.id as target_id,
        t.memo as stored_memo, t.expires_on as stored_expires_on, t.items as stored_items
      from given
      left join projects p
        on p.company_id = ${company} and p.project_ref_key = given.project_ref_key
      left join customers c on c.company_id = ${company} and c.id = p.customer_id
      left join lateral (select e.id, e.memo, e.expires_on, e.items from estimates e
        where e.company_id = ${company} and e.project_id = p.id
          and e.estimate_ref_key = given.estimate_ref_key
        order by e.created_at, e.id limit 1) t on true
    )
    select found.*, line as first_line, case
        when project_id is null then 'PROJECT_NOT_FOUND'
        when not is_valid then 'INVALID_REQUEST'
        when target_id is null and erased_at is not null then 'CUSTOMER_ERASED'
        when target_id is null then 'added'
        when memo <> stored_memo or expires_on <> stored_expires_on or items <> stored_items
          then 'IMPORT_ROW_NOT_CHANGEABLE'
        else 'unchanged'
      end as verdict
    from found`;
  const count = sql`(select count(*) from (select distinct project_ref_key, estimate_ref_key
    from staged where share = ${share}::int) given)::int`;
  return judge(tx, { compared, position: sql`project_id, line`, rows, count });
}

/** The rows that `createEstimate` writes: estimates, audit and events. Returns how many estimates. */
export async function insertJudgedEstimates(
  tx: Tx,
  { companyId, actor, at }: AddedBy,
  { places }: Adding,
): Promise<number> {
  await lockProjectsOf(tx, { companyId, places });
  const { rowCount } = await tx.execute(sql`${withJudged('added', places)}, ${estimates} as (
      insert into ${estimates} (company_id, id, customer_id, project_id, estimate_ref, memo, status,
        items, total_cents, expires_on, created_at)
      select ${companyId}::uuid, id, customer_id, project_id, estimate_ref, memo, 'Open', items,
        total_cents, expires_on, ${at}::timestamptz
      from judged where not exists (select from estimates e
        where e.company_id = ${companyId}::uuid and e.project_id = judged.project_id
          and e.estimate_ref_key = judged.estimate_ref_key)
      order by place returning *
    ), audited as (
      insert into audit (company_id, actor, action, subject, detail, at)
      select company_id, ${actor}, 'estimate.created', 'estimate:' || id,
        jsonb_build_object('totalCents', total_cents), created_at from ${estimates} ${RETURNING_ANY}
    )
    ${insertEventsOfAll({ companyId, type: 'estimate.created', at })}`);
  wakeAfterCommit(tx, DELIVER_EVENTS);
  return rowCount ?? 0;
}
