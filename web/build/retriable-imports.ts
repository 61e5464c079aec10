// Allows a failed dynamic import to be retried. The bundler's own function preloads the files of an import; this
// replacement waits until they have arrived (`src/shared/api/import-arrived.ts`).

import type { Plugin } from 'vite';

/** Vite's virtual module that every dynamic import of a build calls. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';
const OURS = `${import.meta.dirname.replace(/build$/, 'src')}/shared/api/import-arrived.ts`;

export function retriableImports(): Plugin {
  return {
    name: 'retriable-imports',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== PRELOAD_HELPER) return null;
      return `export { importArrived as __vitePreload } from ${JSON.stringify(OURS)};`;
    },
  };
}

/** Returns all files of an import. By default, the bundler omits a chunk that imports no other. */
export function filesOfImport(
  chunk: string,
  others: string[],
  { hostType }: { hostType: 'html' | 'js' },
): string[] {
  return hostType === 'html' ? others : [...new Set([chunk, ...others])];
}
