/**
 * Seeds an empty database with three companies, one per processor, with customers and two years of invoices and
 * payments, and a fourth company that refuses every change (R51). If the database already has companies, only
 * missing public links are added.
 */
import { readFile } from 'node:fs/promises';
import type { InvoiceId } from '@quittance/contract/ids';
import { storeLogo } from '@quittance/server/companies/logos/logo-rows';
import { logoVersion } from '@quittance/server/companies/logos/store-logo';
import type { Deps } from '@quittance/server/kernel/deps';
import { inRepository } from '@quittance/server/kernel/folders';
import type { Tx } from '@quittance/server/platform/database/database';
import { companies } from '@quittance/server/schema/companies';
import { writeHistories } from '@quittance/server/statements/chain-history';
import { and, sql } from 'drizzle-orm';
import type { DemoCompanyMaker } from './demo-data.ts';
import { makeHistory } from './demo-history.ts';
import { type DemoSummary, linkedInvoices, mintDemoLinks } from './demo-links.ts';
import { type DemoRows, insertDemo, noRows } from './demo-rows.ts';
import { harbor } from './harbor.ts';
import { northwind } from './northwind.ts';
import { showroom } from './showroom.ts';
import { summit } from './summit.ts';
import { writeCompany } from './write-company.ts';

export const DEMO_COMPANIES: readonly DemoCompanyMaker[] = [northwind, harbor, summit, showroom];

/** Serializes processes that start at the same time. Later processes find the seeded companies. */
const SEED_LOCK = 7_484_885_227;

export type SeedDeps = Pick<Deps, 'database' | 'clock' | 'entropy' | 'sealer'> & {
  sandboxUrl: string;
  portalUrl: string;
  /** Used for links added to seeded data, where `entropy` would repeat the first tokens. */
  addedEntropy?: Deps['entropy'];
  needsLinks: boolean;
  /** Whether the companies also have 18 months of records. Most tests need only the first few. */
  hasHistory?: boolean;
};

export function seedDemo(deps: SeedDeps): Promise<DemoSummary | null> {
  return deps.database.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    const existing = await tx.select({ domain: companies.domain }).from(companies).limit(1);
    if (existing.length === 0) return mintDemoLinks(tx, deps, await writeDemo(tx, deps));
    await updateSandboxUrl(tx, deps.sandboxUrl);
    if (!deps.needsLinks) return null;
    const entropy = deps.addedEntropy ?? deps.entropy;
    return mintDemoLinks(tx, { ...deps, entropy }, await linkedInvoices(tx));
  });
}

async function writeDemo(tx: Tx, deps: SeedDeps): Promise<InvoiceId[]> {
  const rows = noRows();
  const linked = DEMO_COMPANIES.flatMap((make) => {
    const company = make(deps.sandboxUrl);
    const past = deps.hasHistory ? makeHistory(company) : [];
    return writeCompany(
      { ...deps, rows },
      { ...company, customers: [...company.customers, ...past] },
    );
  });
  await insertDemo(tx, rows);
  await drawLogos(tx, deps, rows);
  await tellHistories(tx, rows);
  return linked;
}

/** Seeded data has no audit trail, so its history entries are written here. */
async function tellHistories(tx: Tx, rows: DemoRows): Promise<void> {
  for (const { companyId } of rows.companies) {
    const theirs = rows.customers.filter((customer) => customer.companyId === companyId);
    await writeHistories(tx, { companyId, customerIds: theirs.map(({ id }) => id) });
  }
}

const LOGO_FOLDER = inRepository('dev/logos/');

async function drawLogos(tx: Tx, { clock, sandboxUrl }: SeedDeps, rows: DemoRows): Promise<void> {
  // Loaded for an empty database only, because decoding pictures takes 28 MB.
  const { drawLogo } = await import('@quittance/server/companies/logos/draw-logo');
  for (const make of DEMO_COMPANIES) {
    const { domain, logo: file } = make(sandboxUrl);
    const company = rows.companies.find((row) => row.domain === domain);
    if (!file || !company) continue;
    const logo = await drawLogo(await readFile(new URL(file, LOGO_FOLDER)));
    const stored = { ...logo, version: logoVersion(logo), url: null, at: clock.now() };
    await storeLogo(tx, company.companyId, stored);
  }
}

/** The sandbox, which serves the scripts, may have a different port than at the last start. */
async function updateSandboxUrl(tx: Tx, sandboxUrl: string): Promise<void> {
  for (const make of DEMO_COMPANIES) {
    const { domain, processorData } = make(sandboxUrl);
    const isDemoCompany = sql`${companies.processorData} ->> 'publicKey' = ${processorData.publicKey}`;
    const hasMoved = sql`${companies.processorData} <> ${JSON.stringify(processorData)}::jsonb`;
    await tx
      .update(companies)
      .set({ processorData })
      .where(and(sql`${companies.domain} = ${domain}`, isDemoCompany, hasMoved));
  }
}
