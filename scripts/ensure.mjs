// Installs and builds everything that is missing or stale, so that `npm start` and `npm test` work on a fresh
// clone. If nothing changed, it only compares stamps, which takes milliseconds.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { BUNDLED } from './build/bundle.mjs';
import { compressAssets } from './build/compress.mjs';
import { keepPreviousRelease } from './build/keep-release.mjs';
import { findChromium } from './find-chromium.mjs';
import { fingerprint, readStamp, writeStamp } from './stamp.mjs';
import { isMain, main, ROOT, runQuietly, StepFailed, step } from './step.mjs';

const NODE_OLDEST = [20, 19];

/**
 * Each of the compiler's checkers resolves shared types again, so a second one costs a third more CPU time.
 * Projects are compiled in parallel and other work runs alongside the compiler, so half of the cores are enough.
 */
const checkerCount = Math.min(Math.max(Math.floor(availableParallelism() / 2), 1), 4);
export const CHECKERS = ['--checkers', String(checkerCount)];

const PROGRAMS = ['contract', 'domain', 'client', 'server', 'dev', 'sandbox'];

/** Files written by the compiler. Its build info does not detect that they were deleted. */
const COMPILED = [
  'server/dist/app/main.js',
  'client/dist/examples/issue-invoice-main.js',
  'dev/dist/try-it/try-it.js',
];

const BUILDS = {
  server: {
    inputs: [
      'tsconfig.base.json',
      'scripts/build/bundle.mjs',
      ...PROGRAMS.flatMap(inputsOfProject),
    ],
    outputs: [...COMPILED, ...BUNDLED],
    build: buildPrograms,
  },
  web: {
    inputs: [
      'scripts/build/compress.mjs',
      'scripts/build/keep-release.mjs',
      ...['index.html', 'portal.html', 'desk.html', 'vite.config.ts', 'build'].map(
        (name) => `web/${name}`,
      ),
      ...['web', 'contract', 'domain'].flatMap(inputsOfProject),
    ],
    variables: ['QUITTANCE_PREVIOUS_RELEASE'],
    outputs: [
      join('web', 'dist', 'app', 'desk.html'),
      ...['', ...otherLanguages()].flatMap((language) =>
        ['index.html', 'portal.html'].map((name) => join('web', 'dist', 'app', language, name)),
      ),
    ],
    build: buildWeb,
  },
  playground: {
    inputs: [
      ...[
        'playground.html',
        'playground',
        'vite.config.ts',
        'build',
        'src/shared',
        'src/texts',
      ].map((name) => `web/${name}`),
      'contract/src',
    ],
    outputs: [join('web', 'dist', 'playground', 'playground.html')],
    build: () => runVite('--mode', 'playground'),
  },
};

export async function ensure({ install = true, build = true, web = true, browser = false } = {}) {
  checkNode();
  if (install) await ensurePackages();
  if (build) await ensureBuilt(web ? ['server', 'web', 'playground'] : ['server']);
  return browser ? findChromium() : undefined;
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = NODE_OLDEST;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new StepFailed(
    `Node ${NODE_OLDEST.join('.')} or newer is needed, this is ${process.versions.node}.`,
  );
}

async function ensurePackages() {
  const lock = join(ROOT, 'package-lock.json');
  const packages = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if (readStamp().packages === packages) return;
  if (!isInstalledByHand(lock)) await step('installing packages', npmCi);
  writeStamp({ packages });
}

/** npm writes its hidden lock file last. If that file is newer than package-lock.json, npm was run manually. */
function isInstalledByHand(lock) {
  const hidden = join(ROOT, 'node_modules', '.package-lock.json');
  const installedMs = statSync(hidden, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return installedMs > statSync(lock).mtimeMs;
}

async function npmCi() {
  const flags = ['ci', '--include=dev', '--include=optional', '--no-fund', '--no-audit'];
  const npm = process.env.npm_execpath ?? '';
  // Uses the npm that started this script, if any, because a bare `npm` cannot be spawned on Windows.
  if (basename(npm) === 'npm-cli.js') await runQuietly(process.execPath, [npm, ...flags]);
  else await runQuietly('npm', flags, { shell: process.platform === 'win32' });
}

/** Builds everything stale in parallel, because no single build keeps all cores busy throughout. */
async function ensureBuilt(names) {
  const stale = names.filter(
    (name) => missing(BUILDS[name].outputs).length > 0 || readStamp()[name] !== toPrint(name),
  );
  if (stale.length === 0) return;
  await step(`building ${stale.join(', ')}`, async () => {
    // The web build's configuration also imports this package.
    await compile(['contract']);
    const builds = await Promise.allSettled(stale.map(build));
    for (const { reason } of builds) if (reason !== undefined) throw reason;
  });
}

async function build(name) {
  const print = toPrint(name);
  await BUILDS[name].build();
  const [lost] = missing(BUILDS[name].outputs);
  if (lost !== undefined) throw new StepFailed(`Building ${name} did not make ${lost}.`);
  writeStamp({ [name]: print });
}

function toPrint(name) {
  const { inputs, variables = [] } = BUILDS[name];
  const settings = variables.flatMap((variable) => process.env[variable] ?? []);
  return [readStamp().packages, fingerprint(inputs), ...settings].join(' ');
}

async function buildPrograms() {
  await compile(PROGRAMS);
  if (missing(COMPILED).length > 0) await compile(['--force', ...PROGRAMS]);
  // A process of its own, because the bundler keeps hundreds of megabytes that `npm start` would hold on to.
  await runQuietly(process.execPath, [join(ROOT, 'scripts', 'build', 'bundle.mjs')]);
}

async function compile(args) {
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  await runQuietly(process.execPath, [tsc, '-b', ...args, ...CHECKERS]);
}

async function runVite(...mode) {
  const requireFromWeb = createRequire(join(ROOT, 'web', 'package.json'));
  const vite = join(dirname(requireFromWeb.resolve('vite/package.json')), 'bin', 'vite.js');
  await runQuietly(process.execPath, [vite, 'build', ...mode], { cwd: join(ROOT, 'web') });
}

async function buildWeb() {
  const folder = join(ROOT, 'web', 'dist', 'app');
  await keepPreviousRelease({
    folder,
    previousFolder: process.env.QUITTANCE_PREVIOUS_RELEASE || folder,
    build: async () => {
      await runVite();
      for (const language of otherLanguages()) {
        await runVite('--mode', language);
        shareAssets(folder, join(folder, language));
      }
      await runVite('--mode', 'desk');
      addDesk(folder, join(folder, 'desk'));
      compressAssets(join(folder, 'assets'));
    },
  });
}

/** Each folder of texts is a language. A build without a mode is in English. */
function otherLanguages() {
  return readdirSync(join(ROOT, 'web', 'src', 'texts'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'en')
    .map(({ name }) => name);
}

/**
 * Moves the assets of another language into the app's folder. Names contain a content hash, so files that do not
 * depend on the language are already there.
 */
function shareAssets(app, documents) {
  const from = join(documents, 'assets');
  for (const name of readdirSync(from)) renameSync(join(from, name), join(app, 'assets', name));
  rmSync(from, { recursive: true });
}

/**
 * The staff console is built separately, so that payers load none of it. Its files are next to those of the portal
 * (decision 0102).
 */
function addDesk(app, desk) {
  shareAssets(app, desk);
  renameSync(join(desk, 'desk.html'), join(app, 'desk.html'));
  rmSync(desk, { recursive: true });
}

function missing(paths) {
  return paths.filter((path) => !existsSync(join(ROOT, path)));
}

function inputsOfProject(project) {
  return ['package.json', 'tsconfig.json', 'src'].map((name) => `${project}/${name}`);
}

if (isMain(import.meta.url)) await main(() => ensure());
