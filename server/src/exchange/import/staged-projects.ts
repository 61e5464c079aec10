/** Imports projects: compares them with stored projects, then adds and changes them. */
import type { IsoDate } from '@quittance/contract/dates';
import type { CustomerId } from '@quittance/contract/ids';
import { type NewProject, newProjectSchema } from '@quittance/contract/projects/provider-schemas';
import type { ProjectStatus } from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { lockRows } from '../../platform/database/row-sets.ts';
import { changeProjects, createProjects } from '../../projects/manage-projects.ts';
import { projects } from '../../schema/projects.ts';
import { addBy, changeBy, type ImportKind, type Judged } from './import-kind.ts';
import { toDifference } from './rows.ts';
import { type Counts, computeCount, differs, judge, type Share } from './staged-rows.ts';

export type StagedProject = {
  line: number;
  customerRef: string;
  projectRef: string;
  name: string;
  status: ProjectStatus | undefined;
  startedOn: IsoDate | undefined;
};

const PROJECT_TYPES = {
  line: 'integer',
  customerRef: 'text',
  projectRef: 'text',
  name: 'text',
  status: 'text',
  startedOn: 'date',
} as const satisfies Record<keyof StagedProject, string>;

/** Matches by project number. The customer and the first day cannot be changed. */
async function judgeProjects(tx: Tx, share: Share): Promise<Counts> {
  const company = sql`${share.companyId}::uuid`;
  const compared = sql`with found as materialized (
      select s.*, c.id as customer_id, t.id as target_id,
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
    ...computeCount(share),
  });
}

type JudgedProject = Judged<StagedProject> & { customerId: CustomerId; targetId: string };
const COLUMNS = { ...PROJECT_TYPES, customerId: 'uuid', targetId: 'uuid' } as const;

const toNewProject = (row: JudgedProject): NewProject => ({
  customerId: row.customerId,
  projectRef: row.projectRef,
  name: row.name,
  status: newProjectSchema.shape.status.parse(row.status ?? undefined),
  startedOn: row.startedOn ?? undefined,
});

export const PROJECT_IMPORT: ImportKind = {
  staging: { types: PROJECT_TYPES, keys: ['projectRef', 'customerRef'], sharedBy: 'customerRef' },
  judge: judgeProjects,
  add: addBy<JudgedProject>(COLUMNS, (tx, deps, { rows, ...batch }) =>
    createProjects(tx, deps, { ...batch, inputs: rows.map(toNewProject) }),
  ),
  change: changeBy({
    columns: COLUMNS,
    lock: (tx, of) => lockRows(tx, projects, of),
    compare: ({ name, status }: JudgedProject, { projectRef, projectName, ...stored }) => ({
      ref: projectRef,
      ...toDifference<{ name?: string; status?: ProjectStatus }>(
        { ...stored, name: projectName },
        { name, status },
      ),
    }),
    change: changeProjects,
  }),
  takenCode: 'PROJECT_REF_ALREADY_USED',
  repeated: (firstLine) => `names the same project as line ${firstLine}`,
};
