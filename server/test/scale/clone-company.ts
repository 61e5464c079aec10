/**
 * Copies one company with all its rows, as often as needed, by one statement per table. Ids are derived from the
 * copied id and the number of the copy, so that references between rows stay intact.
 */
import type { CompanyId } from '@quittance/contract/ids';
import type pg from 'pg';
import { groupBy } from '../../src/kernel/concurrency.ts';
import type { Deps } from '../../src/kernel/deps.ts';
import { sealContext } from '../../src/platform/sealing/seal.ts';

type Column = { table: string; name: string; type: string };

/** Generated columns and identities are filled by the database, positions by their sequences. */
const COLUMNS = `select table_name as table, column_name as name, udt_name as type
  from information_schema.columns
  where table_schema = 'public' and is_generated = 'NEVER' and is_identity = 'NO'
    and coalesce(column_default, '') not like 'nextval%'
    and table_name in (select table_name from information_schema.columns
      where table_schema = 'public' and column_name = 'company_id')
  order by table_name, ordinal_position`;

/** Texts that are unique among all companies. */
const UNIQUE_TEXTS = ['domain', 'token_hash', 'key_hash'];

function copied({ name, type }: Column): string {
  if (type === 'uuid') {
    return `overlay(overlay(md5(t.${name}::text || n) placing '4' from 13 for 1)
      placing '8' from 17 for 1)::uuid`;
  }
  return UNIQUE_TEXTS.includes(name) ? `t.${name} || '-' || n` : `t.${name}`;
}

export async function cloneCompany(
  pool: pg.Pool,
  { companyId, count }: { companyId: CompanyId; count: number },
): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<Column>(COLUMNS);
    const tables = groupBy(rows, ({ table }) => table);
    // References and triggers are not checked: the copies are as consistent as their original.
    await client.query(
      'begin; set local session_replication_role = replica; set local statement_timeout = 0',
    );
    for (const [table, columns] of tables) {
      const names = columns.map(({ name }) => name).join(', ');
      await client.query(
        `insert into ${table} (${names}) select ${columns.map(copied).join(', ')}
         from ${table} t cross join generate_series(1, ${count}) as n where t.company_id = '${companyId}'`,
      );
    }
    await client.query('commit; analyze');
  } finally {
    client.release(true);
  }
}

/** Sealed values belong to their row, so copies are sealed again. */
export async function sealCopies({ database: { pool }, sealer }: Deps): Promise<void> {
  const { rows: companies } = await pool.query<{ id: CompanyId }>(
    'select company_id as id from company_secrets',
  );
  const ids = companies.map(({ id }) => id);
  const seal = (context: (id: CompanyId) => string) =>
    ids.map((id) => sealer.seal('key', context(id)));
  await pool.query(
    `update company_secrets s set processor_key_sealed = v.processor, webhook_secret_sealed = v.webhook
     from unnest($1::uuid[], $2::text[], $3::text[]) as v (id, processor, webhook) where s.company_id = v.id`,
    [ids, seal(sealContext.processorKey), seal(sealContext.webhookSecret)],
  );
  const { rows: methods } = await pool.query('select company_id, id from payment_methods');
  const tokens = methods.map(({ company_id: companyId, id: methodId }) =>
    sealer.seal('token', sealContext.methodToken({ companyId, methodId })),
  );
  await pool.query(
    `update payment_methods m set token_sealed = v.token
     from unnest($1::uuid[], $2::text[]) as v (id, token) where m.id = v.id`,
    [methods.map(({ id }) => id), tokens],
  );
}
