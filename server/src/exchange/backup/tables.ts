/** Tables of a backup, ordered so that every row comes after the rows it refers to. */
import type pg from 'pg';

export type Column = { name: string; type: string };

export type BackupTable = {
  name: string;
  /** Excludes generated columns, because Postgres recomputes them. */
  columns: readonly Column[];
  key: readonly string[];
  hasFiles: boolean;
  hasTriggers: boolean;
};

type TableRow = BackupTable & { parents: readonly string[] };

const TABLES = `
select c.relname as name,
  (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
     order by a.attnum)
   from pg_attribute a
   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
  (select json_agg(a.attname order by array_position(i.indkey, a.attnum))
   from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
   where i.indrelid = c.oid and i.indisprimary) as key,
  exists (select from pg_attribute a where a.attrelid = c.oid and a.atttypid = 'bytea'::regtype)
    as "hasFiles",
  exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as "hasTriggers",
  coalesce((select json_agg(distinct p.relname)
   from pg_constraint f join pg_class p on p.oid = f.confrelid
   where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '[]') as parents
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
order by c.relname`;

function inOrder(tables: readonly TableRow[]): BackupTable[] {
  const placed = new Set<string>();
  const ordered: BackupTable[] = [];
  while (ordered.length < tables.length) {
    const next = tables.find(
      ({ name, parents }) => !placed.has(name) && parents.every((parent) => placed.has(parent)),
    );
    if (!next) throw new Error('The tables refer to each other in a circle.');
    const { parents: _parents, ...table } = next;
    placed.add(table.name);
    ordered.push(table);
  }
  return ordered;
}

export async function readTables(client: Pick<pg.Client, 'query'>): Promise<BackupTable[]> {
  const { rows } = await client.query<TableRow>(TABLES);
  return inOrder(rows);
}

export async function readSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = 'public' order by 1`,
  );
  return Object.fromEntries(rows.flatMap(({ name, last }) => (last ? [[name, last]] : [])));
}

export async function setSequences(
  client: pg.Client,
  sequences: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    await client.query(`select setval(('public.' || quote_ident($1))::regclass, $2::bigint)`, [
      name,
      last,
    ]);
  }
}
