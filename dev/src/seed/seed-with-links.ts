/**
 * Seeds the demo companies and writes their public links to a file. The tokens exist only in that file, so if it is
 * missing or was written for another public URL, new links are created. The link to the staff console works once,
 * so each start writes a new one.
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '@quittance/server/kernel/clock';
import { systemEntropy } from '@quittance/server/kernel/entropy';
import type { Database } from '@quittance/server/platform/database/database';
import type { Sealer } from '@quittance/server/platform/sealing/seal';
import { readSeedSecret, seededEntropy } from '../seeded-entropy.ts';
import { seedDemo } from './seed-demo.ts';
import { mintDeskLink } from './staff/desk-link.ts';

export type SeedTarget = {
  database: Database;
  sealer: Sealer;
  clock: Clock;
  sandboxUrl: string;
  publicUrl: string;
  path: string;
  hasHistory: boolean;
};

async function hasLinksTo(path: string, publicUrl: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  return (await readFile(path, 'utf8')).includes(`"${publicUrl}"`);
}

/** The data uses repeatable entropy. Links added later use random entropy. */
export async function seedWithLinks({ path, publicUrl, ...target }: SeedTarget): Promise<void> {
  const secret = readSeedSecret(join(dirname(path), 'demo-seed'));
  const deps = {
    ...target,
    entropy: seededEntropy(secret),
    addedEntropy: systemEntropy,
    portalUrl: publicUrl,
    needsLinks: !(await hasLinksTo(path, publicUrl)),
  };
  const summary = (await seedDemo(deps)) ?? JSON.parse(await readFile(path, 'utf8'));
  const text = JSON.stringify(
    { ...summary, desk: await mintDeskLink({ ...deps, entropy: systemEntropy }) },
    null,
    2,
  );
  await writeFile(path, `${text}\n`, { mode: 0o600 });
}
