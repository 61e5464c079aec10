/**
 * Everything that is stored about one customer, as JSON and as a page to read (GDPR Art. 15 and 20). The tables come from
 * the database, so a new one joins by itself; the caller's role and row-level security limit what is read.
 */
import type { Instant } from '@quittance/contract/dates';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { escapeHtml } from '../kernel/escape-html.ts';
import type { Tx } from '../platform/database/database.ts';
import type { CustomerKey } from '../platform/database/keys.ts';

/** Tokens, challenges, copies of other records, and internal progress. */
const LEFT_OUT =
  '^(bearers|sign_in_tokens|contact_proofs|field_sessions|spent_challenges|calendar_feeds|outbox|provider_calls|idempotency_keys|balance_changes|invoice_holds)$';
const SECRETS =
  '(_sealed|_hash|_digest|_key|_salt|_tsv)$|^(hash|identity|leased_by|search_text|scheme_reference|processor_customer|public_key|credential_id|company_id)$|claimed_until|^next_|check_count|tries$';
const ROWS_MAX = 10_000;

const columnsSchema = z.array(
  z.object({ table: z.string(), owner: z.string(), columns: z.array(z.string()) }),
);
const rowsSchema = z.array(z.object({ row: z.record(z.string(), z.json()) }));

export type PersonData = {
  customerId: string;
  createdAt: Instant;
  tables: Record<string, z.infer<typeof rowsSchema>[number]['row'][]>;
};

async function readColumns(tx: Tx) {
  const { rows } = await tx.execute(sql`
    select c.table_name as "table", case c.table_name when 'customers' then 'id' else 'customer_id' end as owner,
      array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.columns c
    where c.table_schema = 'public' and c.data_type <> 'bytea' and c.column_name !~ ${SECRETS}
      and c.table_name !~ ${LEFT_OUT}
      and has_column_privilege(format('public.%I', c.table_name), c.column_name, 'select')
      and (c.table_name = 'customers' or exists (select from information_schema.columns o
        where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'customer_id'))
    group by c.table_name order by c.table_name <> 'customers', c.table_name`);
  return columnsSchema.parse(rows);
}

async function readRows(tx: Tx, rows: ReturnType<typeof sql>) {
  const found = await tx.execute(sql`select to_jsonb(t) as row from (${rows} limit ${ROWS_MAX}) t`);
  return rowsSchema.parse(found.rows).map(({ row }) => row);
}

export async function readPersonData(
  tx: Tx,
  { companyId, customerId, createdAt }: CustomerKey & { createdAt: Instant },
): Promise<PersonData> {
  const tables: PersonData['tables'] = {};
  for (const { table, owner, columns } of await readColumns(tx)) {
    const list = sql.join(
      columns.map((name) => sql.identifier(name)),
      sql`, `,
    );
    const rows = await readRows(
      tx,
      sql`select ${list} from ${sql.identifier(table)}
        where company_id = ${companyId} and ${sql.identifier(owner)} = ${customerId}`,
    );
    if (rows.length > 0) tables[table] = rows;
  }
  const subject = `customer:${customerId}`;
  tables['audit'] = await readRows(
    tx,
    sql`select at, action, subject, detail from audit
      where company_id = ${companyId} and (subject = ${subject} or actor = ${subject}) order by id`,
  );
  return { customerId, createdAt, tables };
}

const toWords = (name: string) =>
  name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());

function toCell([name, value]: [string, unknown]): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `<tr><th>${escapeHtml(toWords(name))}</th><td>${escapeHtml(text)}</td></tr>`;
}

/** Without scripts and other files, so that it can be opened from a disk or sent. */
export function toPage({ createdAt, tables }: PersonData): string {
  const sections = Object.entries(tables).map(([table, rows]) => {
    const cells = rows.map((row) =>
      Object.entries(row)
        .filter(([, value]) => value !== null && value !== '')
        .map(toCell)
        .join(''),
    );
    return `<h2>${escapeHtml(toWords(table))}</h2>${cells.map((rows) => `<table>${rows}</table>`).join('')}`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Personal data</title>
<style>body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%;margin:0 0 1rem}th,td{border:1px solid #ccc;padding:.25rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{width:30%}</style>
<h1>Personal data</h1><p>${escapeHtml(createdAt)}</p>${sections.join('')}</html>`;
}
