/** Runs `quittance serve` as a separate process, including its server processes. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { untilReady } from '../world/durable-portal.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/bundle/quittance.js', import.meta.url));
const LOG_CHARACTERS_MAX = 4000;

export type ServeSettings = {
  words?: readonly string[];
  environment: Readonly<Record<string, string>>;
  folder: string;
};

/** Omits the settings of the machine that runs the tests. */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME };
}

type LogLine = { event?: string };

export function startServe({ words = [], environment, folder }: ServeSettings) {
  const logPath = join(folder, `serve-${environment['PORT']}.log`);
  const log = openSync(logPath, 'a');
  const child = spawn(process.execPath, [PROGRAM, 'serve', ...words], {
    env: { ...bareEnvironment(), ...environment },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = once(child, 'exit');
  const { pid = 0 } = child;
  return {
    url: `http://127.0.0.1:${environment['PORT']}`,
    pid,
    async ready(): Promise<void> {
      await Promise.race([
        untilReady(this.url),
        ended.then(async ([code]) => {
          throw new Error(`it ended with ${code}:\n${await this.said()}`);
        }),
      ]);
    },
    async said(): Promise<string> {
      return (await readFile(logPath, 'utf8')).slice(-LOG_CHARACTERS_MAX);
    },
    async count(event: string): Promise<number> {
      const lines = (await readFile(logPath, 'utf8')).trim().split('\n');
      return lines.filter((line) => {
        const parsed: LogLine = line.startsWith('{') ? JSON.parse(line) : {};
        return parsed.event === event;
      }).length;
    },
    processes(): number[] {
      const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString();
      return table
        .trim()
        .split('\n')
        .map((line) => line.trim().split(/\s+/).map(Number))
        .filter(([, parent]) => parent === pid)
        .map(([own = 0]) => own);
    },
    signal(name: NodeJS.Signals): void {
      child.kill(name);
    },
    async stop(): Promise<number | null> {
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}

export type ServeProcess = ReturnType<typeof startServe>;
