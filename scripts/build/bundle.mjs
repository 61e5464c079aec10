// Bundles the programs: a process that reads a few files instead of two thousand starts in half the time and needs less
// memory (docs/decisions/0106). What is loaded on demand stays a file of its own.
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../step.mjs';

/** Each workspace's programs share their files. Production has only those of the server. */
export const BUNDLES = {
  server: ['app/main', 'app/quittance', 'app/child-main'],
  dev: ['main', 'portal-main', 'quittance'],
};

/** They read files beside their own modules, or are native. */
const UNBUNDLED = [/^sharp$/, /^pdfkit$/, /^fontkit$/, /^graphile-worker$/, /^pino$/];

export const bundleFolder = (workspace) => join(workspace, 'dist', 'bundle');

export async function bundlePrograms() {
  const { rolldown } = await import('rolldown');
  for (const [workspace, programs] of Object.entries(BUNDLES)) {
    const folder = join(ROOT, bundleFolder(workspace));
    rmSync(folder, { recursive: true, force: true });
    const bundle = await rolldown({
      cwd: ROOT,
      input: Object.fromEntries(
        programs.map((program) => [basename(program), join(workspace, 'src', `${program}.ts`)]),
      ),
      platform: 'node',
      external: UNBUNDLED,
      // Our own packages by their TypeScript.
      resolve: { conditionNames: ['source', 'node'] },
      logLevel: 'warn',
    });
    await bundle.write({
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].js',
      comments: false,
    });
    await bundle.close();
  }
}
