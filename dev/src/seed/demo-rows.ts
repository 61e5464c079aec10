/** Rows of every seeded table, collected first and then inserted in a few large statements. */

import { addCustomers, type CustomerInsert } from '@quittance/server/storage/billing/new-customers';
import type { Tx } from '@quittance/server/storage/database';
import { installments, plans, schedules } from '@quittance/server/storage/schema/arrangements';
import { companies, companySecrets } from '@quittance/server/storage/schema/companies';
import { contacts, mandates, paymentMethods } from '@quittance/server/storage/schema/customers';
import { invoices, requests } from '@quittance/server/storage/schema/invoices';
import { attemptMoves, attempts, postings } from '@quittance/server/storage/schema/payments';
import { contracts, estimates, orders, projects } from '@quittance/server/storage/schema/projects';
import { reconciliations } from '@quittance/server/storage/schema/reconciliations';

export type CompanyInsert = typeof companies.$inferInsert;
export type MethodInsert = typeof paymentMethods.$inferInsert;
export type InvoiceInsert = typeof invoices.$inferInsert;
export type AttemptInsert = typeof attempts.$inferInsert;

export type DemoRows = {
  companies: CompanyInsert[];
  companySecrets: (typeof companySecrets.$inferInsert)[];
  customers: CustomerInsert[];
  contacts: (typeof contacts.$inferInsert)[];
  methods: MethodInsert[];
  mandates: (typeof mandates.$inferInsert)[];
  contracts: (typeof contracts.$inferInsert)[];
  projects: (typeof projects.$inferInsert)[];
  orders: (typeof orders.$inferInsert)[];
  estimates: (typeof estimates.$inferInsert)[];
  invoices: InvoiceInsert[];
  requests: (typeof requests.$inferInsert)[];
  attempts: AttemptInsert[];
  moves: (typeof attemptMoves.$inferInsert)[];
  postings: (typeof postings.$inferInsert)[];
  schedules: (typeof schedules.$inferInsert)[];
  plans: (typeof plans.$inferInsert)[];
  installments: (typeof installments.$inferInsert)[];
  reconciliations: (typeof reconciliations.$inferInsert)[];
};

export function noRows(): DemoRows {
  return {
    companies: [],
    companySecrets: [],
    customers: [],
    contacts: [],
    methods: [],
    mandates: [],
    contracts: [],
    projects: [],
    orders: [],
    estimates: [],
    invoices: [],
    requests: [],
    attempts: [],
    moves: [],
    postings: [],
    schedules: [],
    plans: [],
    installments: [],
    reconciliations: [],
  };
}

/** A statement has at most 65,535 parameters, and the widest table takes some 30 a row. */
const ROWS_PER_STATEMENT = 1000;

async function insertAll<Row>(
  rows: readonly Row[],
  insert: (some: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await insert(rows.slice(start, start + ROWS_PER_STATEMENT));
  }
}

/** In an order in which every row finds what it refers to. */
export async function insertRows(tx: Tx, rows: DemoRows): Promise<void> {
  await insertAll(rows.companies, (some) => tx.insert(companies).values(some));
  await insertAll(rows.companySecrets, (some) => tx.insert(companySecrets).values(some));
  await insertAll(rows.customers, (some) => addCustomers(tx, some));
  await insertAll(rows.contacts, (some) => tx.insert(contacts).values(some));
  await insertAll(rows.methods, (some) => tx.insert(paymentMethods).values(some));
  await insertAll(rows.mandates, (some) => tx.insert(mandates).values(some));
  await insertAll(rows.contracts, (some) => tx.insert(contracts).values(some));
  await insertAll(rows.projects, (some) => tx.insert(projects).values(some));
  await insertAll(rows.orders, (some) => tx.insert(orders).values(some));
  await insertAll(rows.estimates, (some) => tx.insert(estimates).values(some));
  await insertAll(rows.invoices, (some) => tx.insert(invoices).values(some));
  await insertAll(rows.requests, (some) => tx.insert(requests).values(some));
  await insertAll(rows.plans, (some) => tx.insert(plans).values(some));
  await insertAll(rows.schedules, (some) => tx.insert(schedules).values(some));
  await insertAll(rows.installments, (some) => tx.insert(installments).values(some));
  await insertAll(rows.attempts, (some) => tx.insert(attempts).values(some));
  await insertAll(rows.moves, (some) => tx.insert(attemptMoves).values(some));
  await insertAll(rows.postings, (some) => tx.insert(postings).values(some));
  await insertAll(rows.reconciliations, (some) => tx.insert(reconciliations).values(some));
}
