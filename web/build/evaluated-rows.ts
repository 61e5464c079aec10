// Replaces the module of the console's call rows by its value, so that a page loads no schemas to make a call.

import type { Plugin } from 'vite';

const MODULE = `${import.meta.dirname.replace(/build$/, 'src')}/desk/api/call-rows.ts`;

export function evaluatedRows(): Plugin {
  return {
    name: 'evaluated-rows',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/call-rows\.ts$/ },
      async handler() {
        const { CALL_ROWS } = await import('../src/desk/api/call-rows.ts');
        this.addWatchFile(MODULE);
        return `export const CALL_ROWS = ${JSON.stringify(CALL_ROWS)};`;
      },
    },
  };
}
