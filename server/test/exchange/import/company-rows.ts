/** All rows that calls have written for a company, in a form that can be compared with another company's rows. */
import type { World } from '../../world/world.ts';

const TABLES = [
  'customers',
  'contacts',
  'projects',
  'contracts',
  'orders',
  'estimates',
  'invoices',
  'invoice_lines',
  'requests',
  'billing_changes',
  'audit',
  'provider_events',
  'event_counters',
];

/** Events of an import have numbers at once, those of single calls once they are read. */
const HEAD_OF_EVENTS = "to_jsonb(t) ->> 'object_id' is distinct from company_id::text";

const OF_THE_ROW = ['id', 'internal_ref', 'created_at', 'verified_at', 'at', 'position', 'number'];

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

async function readNames({ deps }: World, companyId: string): Promise<Map<string, string>> {
  const { rows } = await deps.database.pool.query<{ id: string; name: string }>(
    `select id, 'customer ' || customer_ref as name from customers where company_id = $1
     union all select id, 'project ' || project_ref from projects where company_id = $1
     union all select id, 'contract ' || contract_ref from contracts where company_id = $1
     union all select id, 'order ' || order_ref from orders where company_id = $1
     union all select id, 'estimate ' || estimate_ref from estimates where company_id = $1
     union all select id, 'invoice ' || account_ref from invoices where company_id = $1`,
    [companyId],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function readRows(world: World, companyId: string): Promise<Record<string, string[]>> {
  const names = await readNames(world, companyId);
  const found: Record<string, string[]> = {};
  for (const table of TABLES) {
    const { rows } = await world.deps.database.pool.query<{ line: string }>(
      `select (to_jsonb(t) - $2::text[])::text as line from ${table} t
       where company_id = $1 and ${HEAD_OF_EVENTS}`,
      [companyId, OF_THE_ROW],
    );
    found[table] = rows
      .map(({ line }) => line.replace(/"(?:key:[^"]+|operator)"/, '"the actor"'))
      .map((line) => line.replace(UUID, (id) => names.get(id) ?? '-'))
      .filter((line) => !line.includes('"key.'))
      .toSorted();
  }
  const { rows: balances } = await world.deps.database.pool.query(
    `select customer_ref, status, sum(total_cents)::int as total from balance_changes b
     join customers c on c.company_id = b.company_id and c.id = b.customer_id
     where b.company_id = $1 group by 1, 2 order by 1, 2`,
    [companyId],
  );
  return { ...found, balances: balances.map((row) => JSON.stringify(row)) };
}
