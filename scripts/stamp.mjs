// Records the inputs of installs and builds in one file inside node_modules, so that a second start has nothing to
// do. It compares sizes and times instead of contents, because it runs every time.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './step.mjs';

const STAMP = join(ROOT, 'node_modules', '.quittance-stamp');

export function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'));
  } catch {
    return {};
  }
}

export function writeStamp(changes) {
  writeFileSync(STAMP, `${JSON.stringify({ ...readStamp(), ...changes }, null, 2)}\n`);
}

const digests = new Map();

export function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(readDigest(path));
  return hash.digest('hex');
}

/** Builds share most of their inputs, so each folder is read once per process. */
function readDigest(path) {
  const known = digests.get(path);
  if (known !== undefined) return known;
  const hash = createHash('sha256');
  const isFolder = statSync(join(ROOT, path), { throwIfNoEntry: false })?.isDirectory();
  if (isFolder) addFolder(hash, `${ROOT}${path}`);
  else addFile(hash, `${ROOT}${path}`);
  const digest = hash.digest('hex');
  digests.set(path, digest);
  return digest;
}

function addFolder(hash, folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) addFolder(hash, path);
    else addFile(hash, path);
  }
}

function addFile(hash, path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat) hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
}
