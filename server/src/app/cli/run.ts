/**
 * Executes one command line: opens the database, runs the command, prints the result and sets the exit code. What only
 * some command lines need is loaded by them, because loading takes most of the time of a short command.
 */

import type { Config } from '../../kernel/config.ts';
import { type AnyCommand, type Input, type Output, type Program, UsageError } from './command.ts';
import type { OpenDeps } from './open-deps.ts';
import { parseLine } from './parse.ts';
import { render } from './render.ts';
import type { Terminal } from './terminal.ts';

const FAILED = 1;
const WRONG_USAGE = 2;

export type ProgramWithDatabase = Program & {
  open?: (config: Config) => Promise<OpenDeps>;
};

type Line = { command: AnyCommand; input: Input };

const openDeps = async (config: Config) => (await import('./open-deps.ts')).openDeps(config);

async function execute(
  { open = openDeps, ...program }: ProgramWithDatabase,
  { command, input }: Line,
  terminal: Terminal,
): Promise<Output> {
  if ('runIn' in command) return command.runIn(program, input);
  const config = program.readConfig();
  if ('runOnUrl' in command) return command.runOnUrl({ config, terminal }, input);
  const { deps, close } = await open(config);
  try {
    return await command.run({ deps, config, terminal }, input);
  } finally {
    await close();
  }
}

/** The messages of these errors are clear without their code. */
const PLAIN = ['USAGE', 'REFUSED', 'FAILED'];

async function toExplanation(error: unknown): Promise<{ code: string; message: string }> {
  if (error instanceof UsageError) return { code: 'USAGE', message: error.message };
  return (await import('./explain.ts')).explain(error);
}

const toAnswer = ({ data, text }: Output, isJson: boolean) =>
  isJson ? JSON.stringify(data, null, 2) : (text ?? render(data));

export async function runCommandLine(
  program: ProgramWithDatabase,
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const { stdout, stderr } = terminal;
  const isJson = words.includes('--json');
  try {
    const parsed = await parseLine(words);
    if (parsed.kind === 'help') {
      stdout.write(`${toAnswer(parsed, isJson)}\n`);
      return 0;
    }
    const output = await execute(program, parsed, terminal);
    if (!output.isPrinted) stdout.write(`${toAnswer(output, isJson)}\n`);
    return output.isFailure ? FAILED : 0;
  } catch (error) {
    const { code, message } = await toExplanation(error);
    const help = error instanceof UsageError && error.help ? `\n\n${error.help}` : '';
    const plain = (PLAIN.includes(code) ? message : `${code}: ${message}`) + help;
    stderr.write(`${isJson ? JSON.stringify({ error: { code, message } }) : plain}\n`);
    return error instanceof UsageError ? WRONG_USAGE : FAILED;
  }
}
