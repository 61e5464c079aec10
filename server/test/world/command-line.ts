/** Runs `quittance` in this process, on a separate database, with text instead of a terminal. */
import { Readable, Writable } from 'node:stream';
import { type ProgramWithDatabase, runCommandLine } from '../../src/app/cli/run.ts';
import type { Terminal } from '../../src/app/cli/terminal.ts';
import { readConfig } from '../../src/kernel/config.ts';
import type { World } from './world.ts';

export const SETTINGS = {
  PUBLIC_URL: 'http://portal.test',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  SANDBOX_URL: 'http://127.0.0.1:4010',
};

type Person = Pick<Terminal, 'stdin' | 'stderr'>;

export type Said = { code: number; out: string; err: string };

function collector() {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, said: () => chunks.join('') };
}

/** The portal itself runs in a separate process (world/portal-process.ts). */
const serve = () => Promise.reject(new Error('not in this process'));

function toLine(program: Omit<ProgramWithDatabase, 'serve'>) {
  /** `given` is piped input, or a simulated terminal. */
  return async (words: readonly string[], given: string | Person = ''): Promise<Said> => {
    const [out, err] = [collector(), collector()];
    const piped = typeof given === 'string';
    const terminal = {
      stdin: piped ? Readable.from([given]) : given.stdin,
      stdout: out.stream,
      stderr: piped ? err.stream : given.stderr,
      // A command that would run indefinitely ends after its first pass.
      untilInterrupted: async () => undefined,
    };
    const code = await runCommandLine({ ...program, serve }, words, terminal);
    return { code, out: out.said(), err: err.said() };
  };
}

export type CommandLine = ReturnType<typeof toLine>;

export function commandLine(databaseUrl: string, settings: Record<string, string> = SETTINGS) {
  return toLine({ readConfig: () => readConfig({ ...settings, DATABASE_URL: databaseUrl }) });
}

export function toCommandLine({ deps }: World): CommandLine {
  const open = async () => ({ deps, close: async () => undefined });
  const settings = { ...SETTINGS, DATABASE_URL: 'postgres://the.scenario/has-one' };
  return toLine({ readConfig: () => readConfig(settings), open });
}

export async function toAnswer(quittance: CommandLine, words: readonly string[], stdin = '') {
  const { code, out, err } = await quittance([...words, '--json'], stdin);
  if (code !== 0) throw new Error(`${words.join(' ')}: ${err}${out}`);
  return JSON.parse(out);
}
