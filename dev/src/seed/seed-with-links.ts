/**
 * Seeds the demo companies and writes their public links to a file. The tokens exist only in that file:
 * when it is missing or was written for another public URL, new links are created.
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '@quittance/server/clock';
import { systemEntropy } from '@quittance/server/entropy';
import type { Database } from '@quittance/server/storage/database';
import type { Sealer } from '@quittance/server/storage/seal';
import { readSeedSecret, seededEntropy } from '../seeded-entropy.ts';
import { seedDemo } from './seed-demo.ts';

export type SeedTarget = {
  database: Database;
  sealer: Sealer;
  clock: Clock;
  sandboxUrl: string;
  publicUrl: string;
  /** The file with the links. */
  path: string;
};

async function hasLinksTo(path: string, publicUrl: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  return (await readFile(path, 'utf8')).includes(`"${publicUrl}"`);
}

/** Repeatable for the data; random for links that are added to it later. */
export async function seedWithLinks({ path, publicUrl, ...target }: SeedTarget): Promise<void> {
  const secret = readSeedSecret(join(dirname(path), 'demo-seed'));
  const summary = await seedDemo({
    ...target,
    entropy: seededEntropy(secret),
    addedEntropy: systemEntropy,
    portalUrl: publicUrl,
    needsLinks: !(await hasLinksTo(path, publicUrl)),
  });
  if (summary) await writeFile(path, `${JSON.stringify(summary, null, 2)}\n`, { mode: 0o600 });
}
