/**
 * The names of everything that the migrations create: tables, columns, constraints, indexes, policies, triggers,
 * functions and grants. The list of this version is a file next to the migrations, so that an installation can find
 * what is missing from its database.
 */
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { MIGRATIONS_FOLDER } from '../../kernel/folders.ts';

export const CATALOG_FILE = `${MIGRATIONS_FOLDER}/catalog.txt`;

/** Objects without effect are left out: invalid indexes, constraints not validated, disabled triggers. */
const CATALOG = `
with tables as (
  select oid, relname, relrowsecurity from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
)
select 'table ' || relname as line from tables
union all select 'row-level security of ' || relname from tables where relrowsecurity
union all select 'column ' || relname || '.' || attname from tables join pg_attribute on attrelid = oid
  where attnum > 0 and not attisdropped
union all select 'constraint ' || relname || '.' || conname from tables join pg_constraint on conrelid = tables.oid
  where contype in ('p', 'u', 'f', 'c', 'x') and convalidated
union all select 'index ' || i.relname from tables join pg_index on indrelid = tables.oid
  join pg_class i on i.oid = indexrelid where indisvalid
union all select 'policy ' || relname || '.' || polname from tables join pg_policy on polrelid = tables.oid
union all select 'trigger ' || relname || '.' || tgname from tables join pg_trigger on tgrelid = tables.oid
  where not tgisinternal and tgenabled <> 'D'
union all select distinct 'function ' || proname from pg_proc
  where pronamespace = 'public'::regnamespace and not exists (
    select from pg_depend where objid = pg_proc.oid and deptype = 'e')
union all select 'grant ' || lower(privilege_type) || ' on ' || relname || ' to ' || rolname
  from tables join pg_class using (oid, relname), aclexplode(pg_class.relacl) join pg_roles on pg_roles.oid = grantee
  where rolname in ('quittance_portal', 'quittance_provider')
order by 1`;

export async function readCatalog(pool: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(CATALOG);
  return rows.map(({ line }) => line).toSorted();
}

/** A newer version may have added more, which this one does not notice. */
export async function missingFromCatalog(pool: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const wanted = (await readFile(CATALOG_FILE, 'utf8')).trim().split('\n');
  const present = new Set(await readCatalog(pool));
  return wanted.filter((line) => !present.has(line));
}
