// Files that are read instead of imported, found from the sandbox's own folder, because this module runs at different
// depths: in src, in dist and bundled.
import { existsSync } from 'node:fs';

function findSandbox(folder: URL): URL {
  const isFound = existsSync(new URL('package.json', folder));
  return isFound ? folder : findSandbox(new URL('../', folder));
}

const SANDBOX = findSandbox(new URL('./', import.meta.url));

export const inSandbox = (path: string): URL => new URL(path, SANDBOX);
