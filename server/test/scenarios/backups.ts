/** Creates backups of a scenario's database and restores them after data loss. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restoreBackup } from '../../src/exchange/backup/restore-backup.ts';
import { writeBackup } from '../../src/exchange/backup/write-backup.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { TestCompany } from '../world/company.ts';

export function openBackups({ database, clock }: { database: Database; clock: Clock }) {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-backup-'));
  const { connectionString: url = '' } = database.pool.options;
  const path = (name: string) => join(folder, name);
  const query = async (text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows;
  return {
    url,
    path,
    query,
    backup: (name: string) => writeBackup({ url, clock }, path(name)),
    /** Restores into the same database: all rows are deleted first, but the schema stays. */
    async restore(name: string, erasures: Parameters<typeof restoreBackup>[2] = []) {
      const tables = await query(
        `select string_agg(format('%I', tablename), ', ') as names from pg_tables
         where schemaname = 'public'`,
      );
      await query(`truncate ${tables[0]?.names} restart identity cascade`);
      return restoreBackup({ url, clock }, path(name), erasures);
    },
    async isHeld({ companyId }: TestCompany): Promise<boolean> {
      const [row] = await query('select charges_held_since from companies where company_id = $1', [
        companyId,
      ]);
      return row?.charges_held_since !== null;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

export type Backups = ReturnType<typeof openBackups>;
