/**
 * Seeds the demo companies and writes their public links to a file. The tokens exist only in that file:
 * when it is missing or was written for another public URL, new links are created.
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { systemClock } from '@quittance/server/clock';
import { systemEntropy } from '@quittance/server/entropy';
import type { Database } from '@quittance/server/storage/database';
import type { Sealer } from '@quittance/server/storage/seal';
import { seedDemo } from './seed-demo.ts';

export type SeedTarget = {
  database: Database;
  sealer: Sealer;
  sandboxUrl: string;
  publicUrl: string;
  /** The file with the links. */
  path: string;
};

async function hasLinksTo(path: string, publicUrl: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  return (await readFile(path, 'utf8')).includes(`"${publicUrl}"`);
}

export async function seedWithLinks({ path, publicUrl, ...target }: SeedTarget): Promise<void> {
  const summary = await seedDemo({
    ...target,
    clock: systemClock,
    entropy: systemEntropy,
    portalUrl: publicUrl,
    needsLinks: !(await hasLinksTo(path, publicUrl)),
  });
  if (summary) await writeFile(path, `${JSON.stringify(summary, null, 2)}\n`, { mode: 0o600 });
}
