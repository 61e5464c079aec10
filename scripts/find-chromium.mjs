// Finds a Chromium for the browser tests: first CHROMIUM_PATH, then the system's, then Playwright's cache, then an
// install.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { isMain, main, ROOT, runQuietly, StepFailed, step } from './step.mjs';

const SYSTEM = [
  // The headless shell needs a fifth less CPU time.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const DOWNLOAD_MS_MAX = 300_000;

export async function findChromium() {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    if (runs(configured)) return configured;
    throw new StepFailed(`CHROMIUM_PATH is ${configured}, which does not run as a browser.`);
  }
  return (
    findOnSystem() ?? (await findInPlaywright()) ?? (await downloadByPlaywright()) ?? installByApt()
  );
}

function findOnSystem() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = SYSTEM.flatMap((name) =>
    name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name)),
  );
  return paths.find((path) => existsSync(path) && runs(path));
}

async function findInPlaywright() {
  const { chromium } = createRequire(join(ROOT, 'e2e', 'package.json'))('playwright-core');
  const path = chromium.executablePath();
  return existsSync(path) && runs(path) ? path : undefined;
}

async function downloadByPlaywright() {
  const requireFromE2e = createRequire(join(ROOT, 'e2e', 'package.json'));
  const cli = join(dirname(requireFromE2e.resolve('playwright-core/package.json')), 'cli.js');
  // Chromium's libraries are system packages, which only root may install.
  const withDeps = isRoot() ? ['--with-deps'] : [];
  await attempt('downloading Chromium with Playwright', () =>
    runQuietly(process.execPath, [cli, 'install', ...withDeps, 'chromium'], {
      timeout: DOWNLOAD_MS_MAX,
    }),
  );
  return findInPlaywright();
}

async function installByApt() {
  if (isRoot() && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await attempt('installing Chromium with apt-get', async () => {
      await runQuietly('apt-get', ['update'], { env, timeout: DOWNLOAD_MS_MAX });
      await runQuietly('apt-get', ['install', '-y', 'chromium'], { env, timeout: DOWNLOAD_MS_MAX });
    });
  }
  const path = findOnSystem();
  if (path !== undefined) return path;
  throw new StepFailed(
    'No Chromium was found for the browser tests: run `npx playwright install --with-deps chromium`, ' +
      'or set CHROMIUM_PATH to one.',
  );
}

/** A failed install is not final: another way may work, or a later error names the command to run. */
async function attempt(label, work) {
  await step(label, work).catch(() => undefined);
}

/** Some systems ship a `chromium-browser` stub that only prints an install hint. */
function runs(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function isRoot() {
  return process.getuid?.() === 0;
}

if (isMain(import.meta.url)) await main(async () => console.log(await findChromium()));
