/** Runs a program of the benchmark in its own process, which ends together with the benchmark. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const fileUrl = (path: string) => new URL(path, new URL('../../../', import.meta.url)).href;
const STOP_WITH_PARENT = fileUrl('scripts/stop-with-parent.mjs');
const REGISTER_LOADER = `data:text/javascript,${encodeURIComponent(
  `import { register } from 'node:module'; register('${fileUrl('scripts/typescript-loader.mjs')}');`,
)}`;
const LOG_CHARACTERS_MAX = 2000;
const STOP_MS = 20_000;

export type Program = {
  /** Relative to the project root. Node strips the types when it loads TypeScript. */
  file: string;
  env?: Readonly<Record<string, string>>;
  flags?: readonly string[];
  logPath: string;
};

export type ChildProgram = {
  pid: number;
  child: ChildProcess;
  failure: Promise<never>;
  stop(): Promise<void>;
};

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(timer);
}

export function startProgram({ file, env = {}, flags = [], logPath }: Program): ChildProgram {
  const log = openSync(logPath, 'a');
  const loader = file.endsWith('.ts') ? ['--import', REGISTER_LOADER] : [];
  const child = spawn(
    process.execPath,
    [...flags, '--import', STOP_WITH_PARENT, ...loader, join(ROOT, file)],
    { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', log, log, 'ipc'] },
  );
  closeSync(log);
  if (child.pid === undefined) throw new Error(`${file} cannot be run`);
  const failure = once(child, 'exit').then(([code]) => {
    const said = readFileSync(logPath, 'utf8').slice(-LOG_CHARACTERS_MAX);
    throw new Error(`${file} ended with ${code}:\n${said}`);
  });
  // An exit that the benchmark requested is not a failure.
  failure.catch(() => undefined);
  return { pid: child.pid, child, failure, stop: () => stop(child) };
}

export async function firstMessage({ child, failure }: ChildProgram): Promise<unknown> {
  const [message] = await Promise.race([once(child, 'message'), failure]);
  return message;
}
