/** Makes the release as `npm run package` does, in a folder of its own. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bareEnvironment } from './serve-process.ts';

const SCRIPT = fileURLToPath(new URL('../../../scripts/package.mjs', import.meta.url));

/** Returns the path of the tarball. */
export async function makePackage(folder: string): Promise<string> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [SCRIPT, folder], { env: bareEnvironment() });
  return stdout.trim().split('\n').at(-1) ?? '';
}
