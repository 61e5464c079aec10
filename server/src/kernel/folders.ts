/**
 * Locates files that are read rather than imported, starting from the repository root, because this module runs at
 * different depths: in server/src, in server/dist and, bundled, next to a program (ADR 0106).
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

function findRoot(folder: URL): URL {
  if (existsSync(new URL('server/package.json', folder))) return folder;
  const parent = new URL('../', folder);
  if (parent.href === folder.href) throw new Error('The program lies outside of its repository.');
  return findRoot(parent);
}

const ROOT = findRoot(new URL('../', import.meta.url));

export function inRepository(path: string): URL {
  return new URL(path, ROOT);
}

export const FONTS_FOLDER = inRepository('server/fonts/');
/** The SQL files exist only in the source tree: the compiler does not copy them. */
export const MIGRATIONS_FOLDER = fileURLToPath(inRepository('server/migrations'));
export const WEB_FOLDER = fileURLToPath(inRepository('web/dist/app'));
