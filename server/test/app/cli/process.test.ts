/** `quittance` as a separate process: it exits after its command, because nothing keeps it alive. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { useDatabase } from '../../database.ts';
import { SETTINGS } from '../../world/command-line.ts';

const PROGRAM = new URL('../../../dist/app/quittance.js', import.meta.url).href;
const HTTP_CLIENT = new URL('../../../dist/platform/outbound/http-client.js', import.meta.url).href;
const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const run = promisify(execFile);

const fresh = useDatabase();

async function heldOpenBy(script: string, words: readonly string[] = []): Promise<string[]> {
  const report = 'console.error(JSON.stringify(process.getActiveResourcesInfo()))';
  const { stderr } = await run(
    process.execPath,
    ['--input-type=module', '--eval', `${script}; ${report}`, 'quittance', ...words],
    { cwd: FOLDER, env: { ...process.env, ...SETTINGS, DATABASE_URL: fresh.url } },
  );
  return JSON.parse(stderr);
}

it('a command leaves no timer behind when it ends', async () => {
  const held = await heldOpenBy(`await import('${PROGRAM}')`, ['company', 'list']);
  expect(held).not.toContain('Timeout');
});

it('closing the HTTP client leaves no timer behind', async () => {
  const held = await heldOpenBy(
    `const { createHttpClient } = await import('${HTTP_CLIENT}'); await createHttpClient().close()`,
  );
  expect(held).not.toContain('Timeout');
});
