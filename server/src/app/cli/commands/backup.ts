/** Commands to back up the whole database, and to restore it into an empty one. */

import { BackupRefused, type Manifest } from '../../../exchange/backup/backup-file.ts';
import { restoreBackup } from '../../../exchange/backup/restore-backup.ts';
import { writeBackup } from '../../../exchange/backup/write-backup.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { readErasures } from '../../../privacy/erasure-list.ts';
import { OrderRefused } from '../../order-refused.ts';
import type { SetupCommand } from '../command.ts';

function explained(error: unknown): unknown {
  return error instanceof BackupRefused ? new OrderRefused(error.message) : error;
}

function toAnswer(done: string, { tables, ledger, sealingKeys }: Manifest) {
  const sums = Object.values(tables);
  const rows = sums.reduce((sum, table) => sum + table.rows, 0);
  const text = [
    `${done}: ${rows} rows of ${sums.length} tables`,
    `ledger ${ledger}`,
    `sealing keys, which are not in the backup: ${sealingKeys.join(', ') || 'none'}`,
  ].join('\n');
  return { data: { rows, tables: sums.length, ledger, sealingKeys }, text };
}

export const BACKUP: SetupCommand = {
  name: 'backup',
  args: ['<file>'],
  summary: 'Write a consistent snapshot of the entire database to a file',
  example: 'quittance-2026-11-16.backup',
  async runOnUrl({ config }, { args: [path = ''] }) {
    const source = { url: config.databaseUrl, clock: systemClock };
    const manifest = await writeBackup(source, path).catch((error: unknown) => {
      throw explained(error);
    });
    return toAnswer('written', manifest);
  },
};

export const RESTORE: SetupCommand = {
  name: 'restore',
  args: ['<file>'],
  summary: 'Restore a backup into an empty database with the same schema',
  options: {
    erasures: {
      value: 'LIST',
      text: 'the file of ERASURES_FILE, whose persons are erased again; none if there is no list',
    },
  },
  example: 'quittance-2026-11-16.backup --erasures /safe/erasures.txt',
  async runOnUrl({ config }, { args: [path = ''], required }) {
    const list = required('erasures');
    const erasures = list === 'none' ? [] : await readErasures(list);
    const target = { url: config.databaseUrl, clock: systemClock };
    const manifest = await restoreBackup(target, path, erasures).catch((error: unknown) => {
      throw explained(error);
    });
    return toAnswer('restored', manifest);
  },
};
