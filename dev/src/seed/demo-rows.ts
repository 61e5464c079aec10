/** Collects the rows of every seeded table, then inserts them with a few statements per table. */
import { addCustomers } from '@quittance/server/customers/new-customers';
import type { Tx } from '@quittance/server/platform/database/database';
import { insertRows } from '@quittance/server/platform/database/row-sets';
import { installments, plans, schedules } from '@quittance/server/schema/arrangements';
import { companies, companySecrets } from '@quittance/server/schema/companies';
import { contacts, customers, mandates, paymentMethods } from '@quittance/server/schema/customers';
import { invoiceLines, invoices, requests } from '@quittance/server/schema/invoices';
import { attemptMoves, attempts, postings } from '@quittance/server/schema/payments';
import { contracts, estimates, orders, projects } from '@quittance/server/schema/projects';
import { reconciliations } from '@quittance/server/schema/reconciliations';
import { staffMembers } from '@quittance/server/schema/staff';
import type { PgTable } from 'drizzle-orm/pg-core';

/** In the order of insertion: referenced tables first. */
const TABLES = {
  companies,
  companySecrets,
  staffMembers,
  customers,
  contacts,
  methods: paymentMethods,
  mandates,
  contracts,
  projects,
  orders,
  estimates,
  invoices,
  lines: invoiceLines,
  requests,
  plans,
  schedules,
  installments,
  attempts,
  moves: attemptMoves,
  postings,
  reconciliations,
} as const;

type Name = keyof typeof TABLES;
export type DemoRows = { [Table in Name]: (typeof TABLES)[Table]['$inferInsert'][] };

export type CompanyInsert = DemoRows['companies'][number];
export type MethodInsert = DemoRows['methods'][number];
export type InvoiceInsert = DemoRows['invoices'][number];
export type AttemptInsert = DemoRows['attempts'][number];

const NAMES = Object.keys(TABLES) as Name[]; // because the keys of a constant are its names

export function noRows(): DemoRows {
  return Object.fromEntries(NAMES.map((name) => [name, []])) as unknown as DemoRows; // because every table is named
}

/** `insertRows` needs rows with the same columns. */
function groupByColumns(rows: readonly object[]): object[][] {
  const groups = new Map<string, object[]>();
  for (const row of rows) {
    const columns = Object.keys(row).sort().join();
    const group = groups.get(columns);
    if (group) group.push(row);
    else groups.set(columns, [row]);
  }
  return [...groups.values()];
}

export async function insertDemo(tx: Tx, rows: DemoRows): Promise<void> {
  for (const name of NAMES) {
    if (name === 'customers') await addCustomers(tx, rows.customers);
    else
      for (const group of groupByColumns(rows[name])) insertRows<PgTable>(tx, TABLES[name], group);
  }
}
