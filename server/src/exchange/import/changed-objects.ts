/** Projects and contracts that a file changes: locked, compared and updated together. */
import type { EventType } from '@quittance/contract/webhooks/event-schemas';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { RETURNING_ANY } from '../../platform/database/rows.ts';
import { wakeAfterCommit } from '../../platform/database/transaction.ts';
import { DELIVER_EVENTS, insertEventsOfAll } from '../../platform/events/record-event.ts';
import { contracts, projects } from '../../schema/projects.ts';
import type { ChangedBy } from './changed-invoices.ts';
import { type JudgedOf, withJudged } from './staged-rows.ts';

export type Changeable = {
  table: typeof projects | typeof contracts;
  event: EventType;
  /** Of the number, in both tables. */
  ref: string;
  /** Fields of a row → columns. In `judged`, a column has the name of its field. */
  columns: Readonly<Record<string, string>>;
  /** What the audit trail says of a changed row. */
  detail: SQL;
};

export const CHANGEABLE_PROJECT: Changeable = {
  table: projects,
  event: 'project.changed',
  ref: 'project_ref',
  columns: { name: 'project_name', status: 'status' },
  detail: sql`'{}'::jsonb`,
};

export const CHANGEABLE_CONTRACT: Changeable = {
  table: contracts,
  event: 'contract.changed',
  ref: 'contract_ref',
  columns: { status: 'status' },
  detail: sql`jsonb_build_object('status', status)`,
};

const valuesSchema = z.record(z.string(), z.string().nullable());
const givenSchema = z.object({
  line: z.int(),
  id: z.uuid(),
  ref: z.string(),
  given: valuesSchema,
  stored: valuesSchema,
});
export type GivenObject = z.infer<typeof givenSchema>;

const literal = (text: string) => sql.raw(`'${text}'`);

/** In the order of their ids, so that two imports do not deadlock. */
export async function lockGivenObjects(
  tx: Tx,
  { table, ref, columns }: Changeable,
  { companyId, places }: JudgedOf,
): Promise<GivenObject[]> {
  const objectOf = (column: (field: string) => string) =>
    sql`json_build_object(${sql.join(
      Object.keys(columns).map((field) => sql`${literal(field)}, ${sql.raw(column(field))}`),
      sql`, `,
    )})`;
  const { rows } = await tx.execute(sql`${withJudged('changed', places)}
    select judged.line, t.id, t.${sql.raw(ref)} as ref,
      ${objectOf((field) => `judged.${field}`)} as given,
      ${objectOf((field) => `t.${columns[field]}`)} as stored
    from judged join ${table} t on t.id = judged.target_id
    where t.company_id = ${companyId}::uuid
    order by t.id for update of t`);
  return z.array(givenSchema).parse(rows);
}

export type ChangedObject = { id: string; values: Readonly<Record<string, string | null>> };

/** The rows that `changeProject` or `changeContract` writes. */
export async function updateObjectsTogether(
  tx: Tx,
  { companyId, actor, at }: ChangedBy,
  { of, changed }: { of: Changeable; changed: readonly ChangedObject[] },
): Promise<void> {
  if (changed.length === 0) return;
  const { table, event, columns, detail } = of;
  const set = sql.raw(
    Object.entries(columns)
      .map(([field, column]) => `${column} = coalesce(given."values" ->> '${field}', t.${column})`)
      .join(', '),
  );
  const [kind = ''] = event.split('.');
  await tx.execute(sql`with ${table} as (
      update ${table} t set ${set}
      from json_to_recordset(${JSON.stringify(changed)}::json) as given (id uuid, "values" json)
      where t.company_id = ${companyId}::uuid and t.id = given.id returning t.*
    ), audited as (
      insert into audit (company_id, actor, action, subject, detail, at)
      select company_id, ${actor}, ${event}, ${`${kind}:`} || id, ${detail}, ${at}::timestamptz
      from ${table} ${RETURNING_ANY}
    )
    ${insertEventsOfAll({ companyId, type: event, at })}`);
  wakeAfterCommit(tx, DELIVER_EVENTS);
}
