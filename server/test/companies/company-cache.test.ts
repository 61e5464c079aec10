/**
 * Companies are cached in memory (ADR 0056), but always shown in their current state, whichever process changed
 * them.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CompanyCache, openCompanyCache } from '../../src/companies/company-cache.ts';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { fillEveryTable, type SmallCompany } from '../rows/every-table.ts';

let fresh: FreshDatabase;
let harbor: SmallCompany;
let summit: SmallCompany;
let cache: CompanyCache;
let reads = 0;

async function rename(name: string): Promise<void> {
  const { companyId } = harbor;
  const values = [name, companyId];
  await fresh.database.pool.query('update companies set name = $1 where company_id = $2', values);
}

async function nameNow(): Promise<string> {
  return (await cache.find(harbor.companyId)).name;
}

/** Reads until the company comes from memory, which proves that the cache is listening. */
async function untilKept(): Promise<void> {
  await vi.waitFor(async () => {
    await cache.find(harbor.companyId);
    const before = reads;
    await cache.find(harbor.companyId);
    expect(reads).toBe(before);
  });
}

beforeAll(async () => {
  fresh = await freshDatabase();
  harbor = await fillEveryTable(fresh.database, 'harbor');
  summit = await fillEveryTable(fresh.database, 'summit');
  const { pool, readAlone, isDistributed } = fresh.database;
  cache = openCompanyCache({
    pool,
    isDistributed,
    readAlone: (read) => {
      reads += 1;
      return readAlone(read);
    },
  });
});
beforeEach(untilKept);
afterAll(async () => {
  cache.close();
  await fresh.drop();
});

describe('A cached company', () => {
  it('a change to a company row evicts only that company from the cache', async () => {
    await cache.find(summit.companyId);
    await rename('Harbor Dental Group');
    await vi.waitFor(async () => expect(await nameNow()).toBe('Harbor Dental Group'));
    const before = reads;
    await cache.find(summit.companyId);
    expect(reads).toBe(before);
  });

  it('visitors who ask for the same company at once share one read', async () => {
    const before = reads;
    await Promise.all(Array.from({ length: 20 }, () => cache.findByDomain('nobody')));
    expect(reads).toBe(before + 1);
    await cache.findByDomain('nobody');
    expect(reads).toBe(before + 2);
  });

  it('a company is read from the database while the process receives no change notifications', async () => {
    const { rows } = await fresh.database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and query = 'listen "company_changed"'`,
    );
    expect(rows).toHaveLength(1);
    await fresh.database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await vi.waitFor(async () => {
      const before = reads;
      await nameNow();
      expect(reads).toBe(before + 1);
    });
    await rename('Harbor Dental');
    expect(await nameNow()).toBe('Harbor Dental');
    await untilKept();
  });
});
