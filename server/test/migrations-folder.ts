/** A folder with the migrations of this version, cut off after one of them or with more of them. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MIGRATIONS_FOLDER } from '../src/kernel/folders.ts';

const journalSchema = z.looseObject({
  entries: z.array(z.looseObject({ tag: z.string(), when: z.number() })),
});

type Changes = { until?: string; more?: Readonly<Record<string, string>> };

export async function writeMigrations(
  folder: string,
  { until, more = {} }: Changes,
): Promise<string> {
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
  const path = join(folder, 'meta', '_journal.json');
  const { entries, ...journal } = journalSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  const last = entries.findIndex(({ tag }) => tag === until);
  const kept = last === -1 ? entries : entries.slice(0, last + 1);
  const newest = Math.max(...kept.map(({ when }) => when));
  for (const [index, [tag, text]] of Object.entries(more).entries()) {
    await writeFile(join(folder, `${tag}.sql`), text);
    kept.push({ tag, when: newest + 1 + index });
  }
  await writeFile(path, JSON.stringify({ ...journal, entries: kept }));
  return folder;
}
