// Runs the browser tests against the built product. Arguments are passed to Playwright.
import { join } from 'node:path';
import { ensure } from './ensure.mjs';
import { isMain, main, ROOT, runAloud } from './step.mjs';

export async function e2e({ args = [], reportPath } = {}) {
  const chromium = await ensure({ browser: true });
  const cli = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
  const reporters = reportPath === undefined ? [] : ['--reporter=list,json'];
  const report = reportPath === undefined ? {} : { PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath };
  return runAloud(
    process.execPath,
    [cli, 'test', '--config=e2e/playwright.config.ts', ...reporters, ...args],
    { env: { ...process.env, CHROMIUM_PATH: chromium, ...report } },
  );
}

if (isMain(import.meta.url)) await main(() => e2e({ args: process.argv.slice(2) }));
