/**
 * Checks the migrated catalog for features that a distributed table cannot have (ADR 0084), so that an incompatible
 * table, key, policy or function fails here.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS_FOLDER } from '../../../../src/kernel/folders.ts';
import { migrationNames } from '../../../../src/platform/database/migrate.ts';
import {
  LOCAL_TABLES,
  REFERENCE_TABLES,
} from '../../../../src/platform/database/sharding/places.ts';
import { useDatabase } from '../../../database.ts';

const NOT_DISTRIBUTED: readonly string[] = [...REFERENCE_TABLES, ...LOCAL_TABLES];

/** Triggers allowed on distributed tables: they read the changed rows and add rows of the same company. */
const TRIGGERS = [
  'address_erased',
  'append_only',
  'balance_changes',
  'balance_grows',
  'balance_shrinks',
  'closed_attempt_frees',
  'closed_intent_frees',
  'closed_part_frees',
  'customer_of_attempt',
  'customer_of_invoice',
  'deleted_attempt_frees',
  'new_attempt_holds',
  'new_intent_holds',
  'new_part_holds',
  'not_of_an_erased_customer',
  'opened_attempt_holds',
  'text_is_not_of_an_erased_customer',
  'within_payment',
];

/**
 * Functions that run as the owner of the tables. Citus refuses them in a transaction that has written as another
 * role, so each of them only reads in a separate transaction, writes data on the coordinator, or is a trigger.
 */
const DEFINERS = [
  'count_own_outcomes',
  'enqueue_job',
  'find_own_invoices',
  'mean_own_days_to_pay',
  'free_invoice',
  'hold_invoice',
  'record_balance_changes',
  'refund_is_within_its_payment',
  'sum_own_billed',
  'sum_own_days',
  'sum_own_owed',
];
/**
 * Citus refuses this after a write in the same transaction: erasing a person is not yet supported on a distributed
 * database.
 */
const DEFINERS_THAT_WRITE = ['erase_person', 'erase_texts'];

const fresh = useDatabase();

async function readNames(query: string): Promise<string[]> {
  const { rows } = await fresh.database.pool.query<{ name: string }>(query);
  return rows.map(({ name }) => name);
}

const isDistributed = (name: string) => !NOT_DISTRIBUTED.includes(name.split(':')[0] ?? '');

const OURS = `n.nspname in ('public', 'limits')`;
const TABLE = `case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end`;

describe('A distributed table (ADR 0084)', () => {
  it('a distributed table has a company column at the start of its primary key', async () => {
    const tables = await readNames(`select ${TABLE} as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind = 'r'`);
    const keyed = await readNames(`select ${TABLE} as name from pg_constraint k
      join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
      where ${OURS} and k.contype = 'p' and a.attname = 'company_id' and a.attnotnull`);
    expect(tables.length).toBeGreaterThan(40);
    expect(tables.filter((name) => isDistributed(name) && !keyed.includes(name))).toEqual([]);
  });

  it('every table is listed as distributed, copied or local, and every listed table exists', async () => {
    const tables = await readNames(`select ${TABLE} as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind = 'r'`);
    expect(NOT_DISTRIBUTED.filter((name) => !tables.includes(name))).toEqual([]);
  });

  it('a distributed table has the company in every unique key and exclusion constraint', async () => {
    const keys = await readNames(`select ${TABLE} || ': ' || i.relname as name from pg_index x
      join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
      join pg_namespace n on n.oid = c.relnamespace
      where ${OURS} and (x.indisunique or x.indisexclusion) and not exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id'
          and a.attnum = any((x.indkey::int2[])[0:x.indnkeyatts - 1]))`);
    expect(keys.filter(isDistributed)).toEqual([]);
  });

  it('a distributed table has no identity column', async () => {
    const columns =
      await readNames(`select ${TABLE} || ': ' || a.attname as name from pg_attribute a
      join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where ${OURS} and c.relkind = 'r' and a.attidentity <> ''`);
    expect(columns.filter(isDistributed)).toEqual([]);
  });

  it('a distributed table has no policy that contains a query', async () => {
    const policies =
      await readNames(`select tablename || ': ' || policyname as name from pg_policies
      where concat_ws(' ', qual, with_check) ~* '\\mselect\\M'`);
    expect(policies).toEqual([]);
  });

  it('a distributed table refers only to rows of the same company or to a copied table', async () => {
    const references = await readNames(`select ${TABLE} || ': ' || k.conname as name
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      join pg_namespace n on n.oid = c.relnamespace
      join pg_class target on target.oid = k.confrelid
      where k.contype = 'f' and ${OURS} and not (target.relname = 'companies' or exists (
        select from unnest(k.conkey, k.confkey) as pair (own, other)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own
        join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.other
        where a.attname = 'company_id' and b.attname = 'company_id'))`);
    expect(references).toEqual([]);
  });

  it('distributed tables have no circular references', async () => {
    const cycles = await readNames(`with recursive edges as (
        select distinct conrelid as source, confrelid as target from pg_constraint
        where contype = 'f' and conrelid <> confrelid
      ), reached as (
        select source, target from edges
        union select reached.source, edges.target from reached
          join edges on edges.source = reached.target
      ) select distinct source::regclass::text as name from reached where source = target`);
    expect(cycles).toEqual([]);
  });

  it('distributed tables have only the listed triggers, which stay on their shards', async () => {
    const triggers =
      await readNames(`select distinct ${TABLE} || ': ' || t.tgname as name from pg_trigger t
      join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
      where ${OURS} and not t.tgisinternal`);
    const names = triggers.filter(isDistributed).map((name) => name.split(': ')[1]);
    expect([...new Set(names)].sort()).toEqual(TRIGGERS);
  });

  it('no function asks for the name of a table, which is another one on a shard', async () => {
    const functions = await readNames(`select p.proname as name from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where ${OURS} and p.prosrc ~* '\\m(tg_table_name|tg_relname|tg_relid)\\M'`);
    expect(functions).toEqual([]);
  });

  it('migrations create an extension only if it is missing, which Citus repeats on every server', () => {
    const migrations = migrationNames().map((name) =>
      readFileSync(join(MIGRATIONS_FOLDER, `${name}.sql`), 'utf8'),
    );
    expect(migrations.filter((text) => /create extension if not exists/i.test(text))).toEqual([]);
  });

  it('only the listed functions run with the privileges of their owner', async () => {
    const definers = await readNames(`select p.proname as name from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where ${OURS} and p.prosecdef order by 1`);
    expect(definers).toEqual([...DEFINERS, ...DEFINERS_THAT_WRITE].sort());
  });

  it('functions read a distributed table only by company', async () => {
    const functions = await readNames(`select p.proname as name from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where ${OURS} and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        and pg_get_functiondef(p.oid) ~* '\\m(from|update|into)\\s+\\w+'
        and exists (select from pg_class c where c.relnamespace = n.oid and c.relkind = 'r'
          and pg_get_functiondef(p.oid) ~ ('\\m(from|update|into) +' || c.relname || '\\M'))
        and pg_get_functiondef(p.oid) !~* 'company_id = (company|\\$1)'
        and pg_get_functiondef(p.oid) !~* '\\(company_id, object_id'`);
    expect(functions).toEqual([]);
  });
});
