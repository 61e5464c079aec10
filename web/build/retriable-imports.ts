// Lets a failed dynamic import be tried again: in place of the bundler's own function, which preloads the files of an
// import, ours waits until they have arrived (src/shared/api/import-arrived.ts).

import type { Plugin } from 'vite';

/** The virtual module of Vite that every dynamic import of a build calls. */
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

/** All files of an import. By itself the bundler leaves out a chunk that imports no other. */
export function filesOfImport(
  chunk: string,
  others: string[],
  { hostType }: { hostType: 'html' | 'js' },
): string[] {
  return hostType === 'html' ? others : [...new Set([chunk, ...others])];
}
