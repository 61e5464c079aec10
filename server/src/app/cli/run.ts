/** Executes one command line: opens the database, runs the command, prints the result and sets the exit code. */

import { ERRORS } from '@quittance/contract/errors';
import { ZodError } from 'zod';
import type { Config } from '../../kernel/config.ts';
import { AppError } from '../../kernel/errors.ts';
import { isDatabaseOutage } from '../../platform/database/database-outage.ts';
import { OrderRefused } from '../operator-access.ts';
import { type AnyCommand, type Input, type Output, type Program, UsageError } from './command.ts';
import { type OpenDeps, openDeps } from './open-deps.ts';
import { parseLine } from './parse.ts';
import { render } from './render.ts';
import type { Terminal } from './terminal.ts';

const FAILED = 1;
const WRONG_USAGE = 2;

export type ProgramWithDatabase = Program & {
  /** The database of the configuration, unless a caller has one open. */
  open?: (config: Config) => Promise<OpenDeps>;
};

type Line = { command: AnyCommand; input: Input };

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

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The parts of an error that a person can act on. */
function explain(error: unknown): { code: string; message: string } {
  if (error instanceof AppError) {
    const { fields } = error.extras.details ?? {};
    const which = Array.isArray(fields) ? ` (${fields.join(', ')})` : '';
    return { code: error.code, message: `${ERRORS[error.code].message}${which}` };
  }
  if (error instanceof ZodError) {
    const said = error.issues.map(({ path, message }) =>
      [...(path.length > 0 ? [path.join('.')] : []), message].join(': '),
    );
    return { code: 'INVALID_REQUEST', message: said.join('; ') };
  }
  if (error instanceof UsageError) return { code: 'USAGE', message: error.message };
  if (error instanceof OrderRefused) return { code: 'REFUSED', message: error.message };
  if (isDatabaseOutage(error)) {
    const message = `The database cannot be used now. ${messageOf(error)}`.trim();
    return { code: 'DATABASE_UNAVAILABLE', message };
  }
  return { code: 'FAILED', message: messageOf(error) };
}

/** These explain themselves without their code. */
const PLAIN = ['USAGE', 'REFUSED', 'FAILED'];

const answerOf = ({ data, text }: Output, isJson: boolean) =>
  isJson ? JSON.stringify(data, null, 2) : (text ?? render(data));

/** Returns the exit code. */
export async function runCommandLine(
  program: ProgramWithDatabase,
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const { stdout, stderr } = terminal;
  try {
    const parsed = await parseLine(words);
    if (parsed.kind === 'help') {
      stdout.write(`${parsed.text}\n`);
      return 0;
    }
    const { isJson } = parsed;
    const output = await execute(program, parsed, terminal);
    if (!output.isPrinted) stdout.write(`${answerOf(output, isJson)}\n`);
    return output.isFailure ? FAILED : 0;
  } catch (error) {
    const { code, message } = explain(error);
    const isJson = words.includes('--json');
    const plain = PLAIN.includes(code) ? message : `${code}: ${message}`;
    stderr.write(`${isJson ? JSON.stringify({ error: { code, message } }) : plain}\n`);
    return error instanceof UsageError ? WRONG_USAGE : FAILED;
  }
}
