// Bundles the programs: a process that reads a few files instead of two thousand starts in half the time and needs
// less memory (docs/decisions/0106). Modules that are loaded on demand stay separate files.
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../step.mjs';

/** The programs of a workspace share their files. Production has only the server's programs. */
export const BUNDLES = {
  server: ['app/main', 'app/quittance', 'app/child-main'],
  dev: ['main', 'portal-main', 'quittance'],
};

/** These packages read files next to their own modules, or are native. */
export const UNBUNDLED = ['sharp', 'pdfkit', 'fontkit', 'graphile-worker', 'pino'];

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
      external: UNBUNDLED.map((name) => new RegExp(`^${name}$`)),
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
