/** Imports estimates, one row per item: compares them with the estimates of their projects, then adds them. */
import type { IsoDate } from '@quittance/contract/dates';
import type { ProjectId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import {
  ESTIMATE_ITEMS_MAX,
  type NewEstimate,
} from '@quittance/contract/projects/provider-schemas';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { createEstimates } from '../../projects/manage-projects.ts';
import { addToProjects, type ImportKind } from './import-kind.ts';
import { type Counts, judge, type Share } from './staged-rows.ts';

export type StagedItem = {
  line: number;
  projectRef: string;
  estimateRef: string;
  memo: string | undefined;
  expiresOn: IsoDate | undefined;
  item: string;
  amountCents: Cents;
};

const ITEM_TYPES = {
  line: 'integer',
  projectRef: 'text',
  estimateRef: 'text',
  memo: 'text',
  expiresOn: 'date',
  item: 'text',
  amountCents: 'bigint',
} as const satisfies Record<keyof StagedItem, string>;

/**
 * All items of an estimate are compared together, by project number and estimate number. If several estimates have
 * the same number, the oldest is used. An estimate cannot be changed.
 */
async function judgeEstimates(tx: Tx, { companyId, share, rows }: Share): Promise<Counts> {
  const company = sql`${companyId}::uuid`;
  const compared = sql`with given as materialized (
      select project_ref_key, estimate_ref_key, min(line) as line,
        (array_agg(estimate_ref order by line))[1] as estimate_ref, min(memo) as memo,
        min(expires_on) as expires_on,
        count(*) <= ${sql.raw(String(ESTIMATE_ITEMS_MAX))} and count(distinct memo) = 1
          and count(distinct expires_on) = 1 as is_valid,
        jsonb_agg(jsonb_build_object('name', item, 'amount', amount_cents) order by line) as items
      from staged where share = ${share}::int group by 1, 2
    ), found as materialized (
      select given.*, p.id as project_id, t.id as target_id,
        t.memo as stored_memo, t.expires_on as stored_expires_on, t.items as stored_items
      from given
      left join projects p
        on p.company_id = ${company} and p.project_ref_key = given.project_ref_key
      left join lateral (select e.id, e.memo, e.expires_on, e.items from estimates e
        where e.company_id = ${company} and e.project_id = p.id
          and e.estimate_ref_key = given.estimate_ref_key
        order by e.created_at, e.id limit 1) t on true
    )
    select found.*, line as first_line, case
        when project_id is null then 'PROJECT_NOT_FOUND'
        when not is_valid then 'INVALID_REQUEST'
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

type JudgedEstimate = { line: number; projectId: ProjectId } & NewEstimate;

export const ESTIMATE_IMPORT: ImportKind = {
  staging: { types: ITEM_TYPES, keys: ['projectRef', 'estimateRef'], sharedBy: 'projectRef' },
  judge: judgeEstimates,
  add: addToProjects<JudgedEstimate>(
    { table: 'estimates', ref: 'estimate_ref_key' },
    {
      line: 'integer',
      projectId: 'uuid',
      estimateRef: 'text',
      memo: 'text',
      expiresOn: 'date',
      items: 'jsonb',
    },
    (tx, deps, { rows, ...batch }) => createEstimates(tx, deps, { ...batch, inputs: rows }),
  ),
  change: null,
  takenCode: 'IMPORT_ROW_REPEATED',
  repeated: (firstLine) => `names the same estimate as line ${firstLine}`,
  invalid:
    'memo and expiresOn must be in one row of the estimate and not differ in others; it has up to 200 items',
};
