// Finds the processors: every folder beside this file with a `server` file is one, under the folder's name.
import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { ProcessorOptions, SandboxProcessor } from './processor.ts';

/** The exports of `server.ts` in a processor's folder. */
type ProcessorModule = { createProcessor(options: ProcessorOptions): SandboxProcessor };

const SERVER_FILE = `server${extname(import.meta.filename)}`;

export const PROCESSOR_NAMES = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(join(import.meta.dirname, name, SERVER_FILE)),
);

const modules = await Promise.all(
  // The cast is safe because the folder's `server` file must export it, or nothing starts.
  PROCESSOR_NAMES.map((name) => import(`./${name}/${SERVER_FILE}`) as Promise<ProcessorModule>),
);

export function createProcessors(options: ProcessorOptions): SandboxProcessor[] {
  return modules.map(({ createProcessor }) => createProcessor(options));
}
