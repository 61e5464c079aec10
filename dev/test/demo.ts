/** A test database with the demo companies, and queries on it. */
import { randomBytes } from 'node:crypto';
import { isoDate } from '@quittance/contract/dates';
import { fixedClock } from '@quittance/server/kernel/clock';
import { systemEntropy } from '@quittance/server/kernel/entropy';
import { createSealer } from '@quittance/server/platform/sealing/seal';
import { type FreshDatabase, freshDatabase } from '../../server/test/database.ts';
import type { DemoSummary } from '../src/seed/demo-links.ts';
import { type SeedDeps, seedDemo } from '../src/seed/seed-demo.ts';

export const NOW = '2026-11-15T19:00:00.000Z';
export const TODAY = isoDate('2026-11-15');
export const DOMAINS = ['harbor', 'northwind', 'summit'];
export const sealer = createSealer(randomBytes(32));

export function seedDeps({ database }: FreshDatabase, changes: Partial<SeedDeps> = {}): SeedDeps {
  return {
    database,
    clock: fixedClock(NOW),
    entropy: systemEntropy,
    sealer,
    sandboxUrl: 'http://localhost:4010',
    portalUrl: 'http://localhost:3000',
    needsLinks: false,
    ...changes,
  };
}

export type Demo = FreshDatabase & {
  summary: DemoSummary | null;
  rows<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
};

export async function freshDemo(changes: Partial<SeedDeps> = {}): Promise<Demo> {
  const fresh = await freshDatabase();
  const summary = await seedDemo(seedDeps(fresh, changes));
  return {
    ...fresh,
    summary,
    async rows<Row extends object>(text: string, values: unknown[] = []) {
      return (await fresh.database.pool.query<Row>(text, values)).rows;
    },
  };
}

export function toLinks(summary: DemoSummary | null) {
  return (summary?.companies ?? []).flatMap(({ domain, customers }) =>
    customers.flatMap(({ publicLinks }) => publicLinks.map((link) => ({ ...link, domain }))),
  );
}

export function toToken(url: string): string {
  return url.split('/').at(-1) ?? '';
}
