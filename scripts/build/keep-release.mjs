// Keeps the assets of the previous release next to those of a new one (decision 0048), because a page that was
// loaded before a deployment still requests them. Their names contain a content hash, so they never collide.
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

/** The file in the web build folder that lists the assets of this release and of the previous one. */
const LIST = 'release.json';
const ASSETS = 'assets';

/**
 * Runs `build`, which empties `folder` and fills it. The previous release is in `previousFolder`, or in `folder`
 * itself before the build.
 */
export async function keepPreviousRelease({ folder, previousFolder = folder, build }) {
  const last = readList(previousFolder);
  const kept = mkdtempSync(join(tmpdir(), 'quittance-release-'));
  try {
    copy(join(previousFolder, ASSETS), kept, [...last.files, ...last.previous]);
    await build();
    const files = listFiles(join(folder, ASSETS));
    // When the same release is built again, the release that it replaced stays.
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
    // The first build, or a build from before this list existed, has no earlier release, and all its files are its
    // own.
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
