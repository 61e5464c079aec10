// Keeps the assets of the previous release next to those of a new one (decision 0048), because a page loaded before
// a deployment still requests them. Their names contain a content hash, so they never collide.
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LIST = 'release.json';
const ASSETS = 'assets';

/**
 * Runs `build`, which empties and refills `folder`. The previous release is in `previousFolder`, or in `folder`
 * itself before the build.
 */
export async function keepPreviousRelease({ folder, previousFolder = folder, build }) {
  const last = readList(previousFolder);
  const kept = mkdtempSync(join(tmpdir(), 'quittance-release-'));
  try {
    copy(join(previousFolder, ASSETS), kept, [...last.files, ...last.previous]);
    await build();
    const files = listFiles(join(folder, ASSETS));
    // Building the same release again keeps the release that it replaced.
    const previous = isSame(files, last.files) ? last.previous : last.files;
    copy(kept, join(folder, ASSETS), without(previous, files));
    writeFileSync(join(folder, LIST), `${JSON.stringify({ files, previous }, null, 2)}\n`);
  } finally {
    rmSync(kept, { recursive: true, force: true });
  }
}

function readList(folder) {
  try {
    const { files, previous } = JSON.parse(readFileSync(join(folder, LIST), 'utf8'));
    return { files, previous };
  } catch {
    // Without the list (the first build, or one made before the list existed), there is no earlier release, and all
    // files belong to the current one.
    return { files: listFiles(join(folder, ASSETS)), previous: [] };
  }
}

function listFiles(folder) {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function copy(from, to, names) {
  mkdirSync(to, { recursive: true });
  const there = new Set(listFiles(from));
  for (const name of names) if (there.has(name)) copyFileSync(join(from, name), join(to, name));
}

const without = (names, others) => names.filter((name) => !others.includes(name));
const isSame = (one, other) => one.length === other.length && without(one, other).length === 0;
