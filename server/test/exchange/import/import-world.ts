/** Companies and files for the tests of `quittance import`, on a separate database. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FreshDatabase, freshDatabase } from '../../database.ts';
import { type CommandLine, commandLine, toAnswer } from '../../world/command-line.ts';

const KEY = 'sk_test_sandbox_harbor';
const ACCOUNT = [
  '--processor',
  'payengine',
  '--merchant-id',
  'mer_sandbox_harbor',
  '--public-key',
  'pk_test_sandbox_harbor',
];

export type ImportWorld = {
  fresh: FreshDatabase;
  quittance: CommandLine;
  folder: string;
  // biome-ignore lint/suspicious/noExplicitAny: because a report is read like an answer of the command line
  load(file: readonly [kind: string, name: string], text: string, ...more: string[]): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: because rows of any shape are asked for
  query(text: string, values?: unknown[]): Promise<any[]>;
  end(): Promise<void>;
};

export async function importWorld(): Promise<ImportWorld> {
  const fresh = await freshDatabase();
  const quittance = commandLine(fresh.url);
  const folder = await mkdtemp(join(tmpdir(), 'quittance-import-'));
  for (const domain of ['harbor', 'other']) {
    await toAnswer(quittance, ['company', 'create', domain, '--name', domain, ...ACCOUNT], KEY);
  }
  return {
    fresh,
    quittance,
    folder,
    async load([kind, name], text, ...more) {
      const path = join(folder, name);
      await writeFile(path, text);
      const words = ['import', path, '--company', 'harbor', '--kind', kind, ...more];
      const { code, out, err } = await quittance([...words, '--json']);
      return { code, err, ...(out === '' ? {} : JSON.parse(out)) };
    },
    query: async (text, values) => (await fresh.database.pool.query(text, values)).rows,
    async end() {
      await fresh.drop();
      await rm(folder, { recursive: true });
    },
  };
}
