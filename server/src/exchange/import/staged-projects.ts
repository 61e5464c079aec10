/** Projects of an imported file: compared with those that are there, and inserted together. */
import type { IsoDate } from '@quittance/contract/dates';
import type { ProjectStatus } from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { RETURNING_ANY } from '../../platform/database/rows.ts';
import { wakeAfterCommit } from '../../platform/database/transaction.ts';
import { DELIVER_EVENTS, insertEventsOfAll } from '../../platform/events/record-event.ts';
import { projects } from '../../schema/projects.ts';
import {
  type AddedBy,
  type Adding,
  type Counts,
  conflictClause,
  countOf,
  differs,
  isAt,
  judge,
  type Share,
} from './staged-rows.ts';

export type StagedProject = {
  line: number;
  customerRef: string;
  projectRef: string;
  name: string;
  status: ProjectStatus | undefined;
  startedOn: IsoDate | undefined;
};

export const PROJECT_TYPES = {
  line: 'integer',
  customerRef: 'text',
  projectRef: 'text',
  name: 'text',
  status: 'text',
  startedOn: 'date',
} as const satisfies Record<keyof StagedProject, string>;

/** By the number of the project. Its customer and its first day stay. */
export async function judgeProjects(tx: Tx, share: Share): Promise<Counts> {
  const company = sql`${share.companyId}::uuid`;
  const compared = sql`with found as materialized (
      select s.*, c.id as customer_id, c.erased_at, t.id as target_id,
        t.customer_id as stored_customer_id, t.project_name as stored_name,
        t.status as stored_status, t.started_on as stored_started_on
      from staged s
      left join customers c
        on c.company_id = ${company} and c.customer_ref_key = s.customer_ref_key
      left join projects t
        on t.company_id = ${company} and t.project_ref_key = s.project_ref_key
      where s.share = ${share.share}::int
    )
    select s.*, case
        when first_line < line then 'IMPORT_ROW_REPEATED'
        when customer_id is null then 'DEBTOR_NOT_FOUND'
        when target_id is null and erased_at is not null then 'CUSTOMER_ERASED'
        when target_id is null then 'added'
        when customer_id <> stored_customer_id or ${differs('started_on', 'stored_started_on')}
          then 'IMPORT_ROW_NOT_CHANGEABLE'
        when name <> stored_name or ${differs('status', 'stored_status')} then 'changed'
        else 'unchanged'
      end as verdict
    from found s`;
  return judge(tx, {
    compared,
    position: sql`customer_id, line`,
    keys: ['project_ref_key'],
    ...countOf(share),
  });
}

/** The rows that `createProject` writes: projects, audit and events. Returns how many projects. */
export async function insertJudgedProjects(
  tx: Tx,
  { companyId, actor, at, today }: AddedBy & { today: IsoDate },
  adding: Adding,
): Promise<number> {
  const { rowCount } = await tx.execute(sql`with ${projects} as (
      insert into ${projects}
        (company_id, id, customer_id, project_name, project_ref, status, started_on, created_at)
      select ${companyId}::uuid, id, customer_id, name, project_ref, coalesce(status, 'Open'),
        coalesce(started_on, ${today}::date), ${at}::timestamptz
      from judged where ${isAt('added', adding.places)} order by place
      ${conflictClause(adding)} returning *
    ), audited as (
      insert into audit (company_id, actor, action, subject, detail, at)
      select company_id, ${actor}, 'project.created', 'project:' || id, '{}', created_at
      from ${projects} ${RETURNING_ANY}
    )
    ${insertEventsOfAll({ companyId, type: 'project.created', at })}`);
  wakeAfterCommit(tx, DELIVER_EVENTS);
  return rowCount ?? 0;
}
