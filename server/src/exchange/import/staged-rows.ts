/**
 * Functions shared by staged rows of every kind. Rows are staged in the temporary table `staged`. Comparing them
 * with stored data creates the temporary table `judged`, which omits unchanged rows.
 */
import { ERROR_CODES, type ErrorCode } from '@quittance/contract/errors';
import { changeable, type FieldList } from '@quittance/contract/fields';
import type { CompanyId } from '@quittance/contract/ids';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { type Columns, columnName } from '../../platform/database/field-columns.ts';
import { writtenRow } from '../../platform/database/rows.ts';
import { isOnDistributed } from '../../platform/database/transaction.ts';

export type FieldTypes = Readonly<
  Record<string, 'text' | 'integer' | 'bigint' | 'date' | 'numeric' | 'uuid' | 'jsonb'>
>;

const toColumn = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const list = (items: readonly string[]) => sql.raw(items.join(', '));

export function fieldTypes<Fields extends FieldList>(fields: Fields) {
  const types = Object.entries(fields).map(([name, field]) => [
    columnName(name, field),
    field.input === 'date' ? 'date' : 'text',
  ]);
  // Safe because each column keeps its declared type.
  return Object.fromEntries(types) as Record<keyof Columns<Fields>, 'text' | 'date'>;
}

export type StageSettings = {
  types: FieldTypes;
  keys: readonly string[];
  /** One of `keys`. Rows with the same value belong to the same share. */
  sharedBy: string;
};

/** Every writer of an import stages all rows, in order to find repeated ones, but writes only its share. */
export async function createStaged(
  tx: Tx,
  { types, keys, sharedBy }: StageSettings,
  writers: number,
): Promise<void> {
  const columns = Object.entries(types).map(([field, type]) => `${toColumn(field)} ${type}`);
  const keyColumns = keys.map((field) => {
    const column = toColumn(field);
    return `${column}_key text generated always as (lower(${column})) stored`;
  });
  const share = `share integer generated always as
    (abs(hashtext(lower(${toColumn(sharedBy)})) % ${writers})) stored`;
  await tx.execute(
    sql`create temporary table staged (${list([...columns, ...keyColumns, share])})`,
  );
}

/**
 * `rows` is JSON, inserted by one statement. Omitted fields are null. COPY was measured and saves only 3% of the
 * import time.
 */
export async function stage(tx: Tx, { types }: StageSettings, rows: string): Promise<void> {
  const fields = Object.keys(types);
  const columns = list(fields.map(toColumn));
  const given = list(fields.map((field) => `"${field}"`));
  const typed = list(fields.map((field) => `"${field}" ${types[field]}`));
  await tx.execute(sql`insert into staged (${columns})
    select ${given} from json_to_recordset(${rows}::json) as row (${typed})`);
}

/** From this number on, reading all rows of a company is faster than index lookups. */
export const MANY_ROWS = 10_000;

/**
 * Requires system scope. The planner needs current row counts, even while a table is being filled. Only the columns
 * that an import looks up are analyzed, since all columns take more than twice as long.
 */
export async function refreshStatistics(tx: Tx): Promise<void> {
  await tx.execute(sql`analyze customers (company_id, id, customer_ref_key, external_ref),
    contacts (company_id, customer_id), projects (company_id, id, project_ref_key),
    contracts (company_id, id, contract_ref_key), orders (company_id, project_id, order_ref_key),
    estimates (company_id, project_id, estimate_ref_key),
    invoices (company_id, id, customer_id, account_ref_key, external_ref),
    invoice_lines (company_id, invoice_id), requests (company_id, id, invoice_id)`);
}

/** Without the last setting, each row would be compared with all rows of the company. */
const ALONG_INDEXES = {
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
  enable_material: 'off',
};

/**
 * A small number of rows is looked up one by one through indexes, regardless of the planner's estimates for newly
 * filled tables. For many rows, the planner chooses.
 */
async function prepareComparison(tx: Tx, rows: number): Promise<void> {
  const settings =
    rows < MANY_ROWS ? ALONG_INDEXES : { statement_timeout: '10min', work_mem: '64MB' };
  for (const [name, value] of Object.entries(settings)) {
    await tx.execute(sql.raw(`set local ${name} = '${value}'`));
  }
  // Analyzes only enough for a row count. Statistics of all columns take several times as long.
  await tx.execute(sql`analyze staged (share, line)`);
}

const countsSchema = z.object({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
});
export type Counts = z.infer<typeof countsSchema>;

export type Share = { companyId: CompanyId; share: number; rows: number };

export type Comparison = {
  /**
   * Selects the rows of a share with a `verdict`: 'added', 'changed', 'unchanged' or an error code. Rows are
   * written in the order of `position`.
   */
  compared: SQL;
  position: SQL;
  keys?: readonly string[];
  rows: number;
  count: SQL;
};

/** Each key is sorted once, because comparing each row with all others would take quadratic time. */
const toFirstLine = (key: string) =>
  `case when ${key} is not null then min(line) over (partition by (${key}) collate "C") end`;

/** Numbers the rows of each verdict in `place`, in the order in which they are written. */
export async function judge(
  tx: Tx,
  { compared, position, keys = [], rows, count }: Comparison,
): Promise<Counts> {
  await prepareComparison(tx, rows);
  const firstLine =
    keys.length > 0 ? `, least(${keys.map(toFirstLine).join(', ')}) as first_line` : '';
  // Citus can compare stored rows with a temporary table only if the temporary rows are materialized first.
  const materialized = isOnDistributed(tx) ? 'materialized' : '';
  await tx.execute(sql`create temporary table judged as
    with staged as ${sql.raw(`${materialized} (select *${firstLine} from staged)`)}
    select compared.*, row_number() over (partition by verdict order by ${position}) as place
    from (${compared}) compared where verdict <> 'unchanged'
    order by verdict, place`);
  await tx.execute(sql`create index on judged (verdict, place)`);
  await tx.execute(sql`analyze judged (verdict, place)`);
  const counted = await tx.execute(sql`select *, ${count} - added - changed - refused as unchanged
    from (select (count(*) filter (where verdict = 'added'))::int as added,
        (count(*) filter (where verdict = 'changed'))::int as changed,
        (count(*) filter (where verdict not in ('added', 'changed')))::int as refused
      from judged) counted`);
  return countsSchema.parse(await writtenRow(Promise.resolve(counted.rows)));
}

export const REPEATED = 'IMPORT_ROW_REPEATED' satisfies ErrorCode;

const refusedSchema = z.object({
  line: z.int(),
  code: z.enum(ERROR_CODES),
  firstLine: z.int().nullable(),
});
export type RefusedLine = z.infer<typeof refusedSchema>;

export async function listRefused(
  tx: Tx,
  { afterLine, limit }: { afterLine: number; limit: number },
): Promise<RefusedLine[]> {
  const { rows } = await tx.execute(sql`select line, verdict as code, first_line as "firstLine"
    from judged where verdict not in ('added', 'changed') and line > ${afterLine}
    order by line limit ${limit}`);
  return z.array(refusedSchema).parse(rows);
}

export type Places = { from: number; to: number };

type Verdict = 'added' | 'changed';

const isAt = (verdict: Verdict, { from, to }: Places) =>
  sql`judged.verdict = ${sql.raw(`'${verdict}'`)} and judged.place between ${from} and ${to}`;

/**
 * Start of a statement that compares judged rows with stored ones. Citus needs the judged rows materialized first.
 */
const withJudged = (verdict: Verdict, places: Places) =>
  sql`with judged as materialized (select * from judged where ${isAt(verdict, places)})`;

/** The driver returns a bigint as text. As a float8, it is returned as a number. */
const casts: Readonly<Record<string, string>> = { bigint: '::float8' };

export async function listJudged<Row>(
  tx: Tx,
  columns: FieldTypes,
  { verdict, places }: { verdict: Verdict; places: Places },
): Promise<Row[]> {
  const fields = Object.entries(columns).map(
    ([field, type]) => `${toColumn(field)}${casts[type] ?? ''} as "${field}"`,
  );
  const { rows } = await tx.execute(sql`select ${list(fields)} from judged
    where ${isAt(verdict, places)} order by place`);
  return rows as Row[]; // because the columns have these types
}

const linesSchema = z.array(z.object({ line: z.int() }));

export async function listLines(tx: Tx, places: Places): Promise<number[]> {
  const { rows } = await tx.execute(
    sql`select line from judged where ${isAt('changed', places)} order by line`,
  );
  return linesSchema.parse(rows).map(({ line }) => line);
}

/** Selects the lines of judged rows that are not written. */
export const unwrittenLines = ({ added, changed }: Readonly<Record<Verdict, number>>) =>
  sql`select line from judged where (verdict = 'added' and place > ${added})
    or (verdict = 'changed' and place > ${changed})`;

/** Fields left empty in the file stay unchanged. */
export const differs = (given: string, stored: string) =>
  sql.raw(`(${given} is not null and ${given} is distinct from ${stored})`);

export function fieldsDiffer(fields: FieldList): SQL {
  const columns = Object.entries(changeable(fields)).map(([name, field]) =>
    toColumn(columnName(name, field)),
  );
  return sql.join(
    columns.map((column) => differs(`s.${column}`, `t.${column}`)),
    sql` or `,
  );
}

export const computeCount = ({ share, rows }: Share) => ({
  rows,
  count: sql`(select count(*) from staged where share = ${share}::int)::int`,
});

export type InProjects = {
  table: 'orders' | 'estimates';
  ref: 'order_ref_key' | 'estimate_ref_key';
};

/**
 * Orders and estimates have no unique number, so a lock on the project serializes imports that add to it. Returns
 * the lines of rows that already exist, because another caller added them first.
 */
export async function lockProjects(
  tx: Tx,
  { table, ref }: InProjects,
  { companyId, places }: { companyId: CompanyId; places: Places },
): Promise<ReadonlySet<number>> {
  await tx.execute(sql`select from projects where company_id = ${companyId}::uuid
      and id = any(array(select project_id from judged where ${isAt('added', places)}))
    order by id for no key update`);
  // A separate statement, so that it sees rows committed while this transaction waited for the lock.
  const { rows } = await tx.execute(sql`${withJudged('added', places)}
    select line from judged where exists (select from ${sql.identifier(table)} as stored
      where stored.company_id = ${companyId}::uuid and stored.project_id = judged.project_id
        and stored.${sql.raw(ref)} = judged.${sql.raw(ref)})`);
  return new Set(linesSchema.parse(rows).map(({ line }) => line));
}
