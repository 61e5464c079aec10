// Bundles the programs: a process that reads a few files instead of two thousand starts in half the time and needs
// less memory (docs/decisions/0106). Modules that are loaded on demand stay separate files.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMain, main, ROOT } from '../step.mjs';

/** The programs of a workspace share their files. Production has only the server's programs. */
const BUNDLES = {
  server: ['app/main', 'app/quittance', 'app/child-main'],
  dev: ['main', 'portal-main', 'quittance'],
  sandbox: ['main', ...sandboxProcessors()],
};

/** The sandbox looks for them in the folder of its program. */
function sandboxProcessors() {
  const programs = readdirSync(join(ROOT, 'sandbox', 'src')).map((name) => `${name}/server`);
  return programs.filter((program) => existsSync(join(ROOT, 'sandbox', 'src', `${program}.ts`)));
}

/** These packages read files next to their own modules, or are native. */
export const UNBUNDLED = ['sharp', 'pdfkit', 'fontkit', 'graphile-worker', 'pino'];

/**
 * As in newer versions of Node. Without it, the database driver creates a `Response` to find out where it runs, which
 * loads the implementation of `fetch`: 10 MB that no program needs. The job queue has a driver of its own.
 */
const NAVIGATOR = '{"userAgent":"Node.js"}';
const WITH_NAVIGATOR = `globalThis.navigator ??= ${NAVIGATOR};`;

const bundleFolder = (workspace) => join(workspace, 'dist', 'bundle');
const toName = (program) => program.replace('app/', '');

export const BUNDLED = Object.entries(BUNDLES).flatMap(([workspace, programs]) =>
  programs.map((program) => join(bundleFolder(workspace), `${toName(program)}.js`)),
);

if (isMain(import.meta.url)) await main(bundlePrograms);

async function bundlePrograms() {
  const { rolldown } = await import('rolldown');
  for (const [workspace, programs] of Object.entries(BUNDLES)) {
    const folder = join(ROOT, bundleFolder(workspace));
    rmSync(folder, { recursive: true, force: true });
    const bundle = await rolldown({
      cwd: ROOT,
      input: Object.fromEntries(
        programs.map((program) => [toName(program), join(workspace, 'src', `${program}.ts`)]),
      ),
      platform: 'node',
      external: UNBUNDLED.map((name) => new RegExp(`^${name}$`)),
      resolve: { conditionNames: ['source', 'node'] },
      transform: { define: { navigator: NAVIGATOR } },
      logLevel: 'warn',
    });
    await bundle.write({
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].js',
      comments: false,
      banner: ({ isEntry }) => (isEntry ? WITH_NAVIGATOR : ''),
    });
    await bundle.close();
    const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'));
    for (const name of files) escapeWide(join(folder, name));
  }
}

/** A process keeps the text of its files, and one character above Latin-1 doubles the memory of a file. */
function escapeWide(path) {
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(path, readFileSync(path, 'utf8').replace(/[\u0100-\uffff]/g, escaped));
}
