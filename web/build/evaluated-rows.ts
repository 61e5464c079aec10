// Replaces modules of the console by their values, so that a page loads no schemas: the call rows, and the field
// lists, whose schemas only the server uses.

import { type Plugin, runnerImport } from 'vite';

const CALL_ROWS = /\/call-rows\.ts$/;
const FIELD_LISTS = /\/contract\/src\/\w+\/fields\.ts$/;
const SCHEMAS: readonly string[] = ['zod', 'output'];

const withoutSchemas = (key: string, value: unknown): unknown =>
  SCHEMAS.includes(key) ? undefined : value;

async function evaluate(id: string): Promise<Readonly<Record<string, unknown>>> {
  if (CALL_ROWS.test(id)) return import('../src/desk/api/call-rows.ts');
  return (await runnerImport<Record<string, unknown>>(id)).module;
}

export function evaluatedRows(): Plugin {
  return {
    name: 'evaluated-rows',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: [CALL_ROWS, FIELD_LISTS] },
      async handler(id) {
        this.addWatchFile(id);
        return Object.entries(await evaluate(id))
          .map(
            ([name, value]) => `export const ${name} = ${JSON.stringify(value, withoutSchemas)};`,
          )
          .join('\n');
      },
    },
  };
}
