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

export function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths) addPath(hash, path);
  return hash.digest('hex');
}

function addPath(hash, path) {
  const stat = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (stat.isDirectory()) {
    for (const name of readdirSync(join(ROOT, path)).sort()) addPath(hash, `${path}/${name}`);
  } else {
    hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
  }
}
