/** Executes one command line: opens the database, runs the command, prints the result and sets the exit code. */

import { ERRORS } from '@quittance/contract/errors';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { pino } from 'pino';
import { ZodError } from 'zod';
import { uncachedCompanies } from '../../companies/company-cache.ts';
import { systemClock } from '../../kernel/clock.ts';
import { DEFAULT_CONCURRENCY } from '../../kernel/concurrency.ts';
import type { Config } from '../../kernel/config.ts';
import type { Deps } from '../../kernel/deps.ts';
import { systemEntropy } from '../../kernel/entropy.ts';
import { AppError } from '../../kernel/errors.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { isDatabaseOutage } from '../../platform/database/database-outage.ts';
import { pendingMigrations } from '../../platform/database/migrate.ts';
import { createBatchedCounters } from '../../platform/limits/batched-counters.ts';
import { raisedLimits, withMailCaps } from '../../platform/limits/limit-config.ts';
import { ANY_ADDRESS } from '../../platform/outbound/reach.ts';
import { openSealer } from '../../platform/sealing/sealing-key.ts';
import { OrderRefused } from '../operator-access.ts';
import { type AnyCommand, type Input, type Output, type Program, UsageError } from './command.ts';
import { parseLine } from './parse.ts';
import { render } from './render.ts';
import type { Terminal } from './terminal.ts';
import { NO_CALLS } from './with-processors.ts';

const CONNECTIONS_MAX = 3;

type OpenDeps = { deps: Deps; close(): Promise<void> };

async function openDeps(config: Config): Promise<OpenDeps> {
  const database = openDatabase({
    url: config.databaseUrl,
    replicaUrl: config.replicaUrl,
    connectionsMax: CONNECTIONS_MAX,
    onIdleError: () => undefined,
  });
  try {
    if ((await pendingMigrations(database.pool)).length > 0) {
      throw new OrderRefused('The database is not up to date. Run: quittance migrate');
    }
    const deps: Deps = {
      database,
      clock: systemClock,
      entropy: systemEntropy,
      sealer: await openSealer({ database, clock: systemClock }, config, {
        isServer: false,
      }),
      publicUrl: config.publicUrl,
      limits: withMailCaps(raisedLimits(config.limitsFactor), config.mailCaps),
      companies: uncachedCompanies(database),
      batchedCounters: createBatchedCounters({ database, clock: systemClock }),
      concurrency: DEFAULT_CONCURRENCY,
      processors: NO_CALLS,
      log: pino({ level: 'silent' }),
      ...(config.allowsPrivateReceivers ? { webhookReach: ANY_ADDRESS } : {}),
    };
    return { deps, close: () => database.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const FAILED = 1;
const WRONG_USAGE = 2;

export type ProgramWithDatabase = Program & {
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

/** An error of a statement has the whole SQL as its message, and what Postgres said as its cause. */
function toMessage(error: unknown): string {
  if (error instanceof DrizzleQueryError && error.cause) return error.cause.message;
  return error instanceof Error ? error.message : String(error);
}

/** A field is its path, or its name with a message. */
const toFieldText = (field: unknown) =>
  typeof field === 'object' && field !== null ? Object.values(field).join(': ') : String(field);

function explain(error: unknown): { code: string; message: string } {
  if (error instanceof AppError) {
    const { fields } = error.extras.details ?? {};
    const which = Array.isArray(fields) ? ` (${fields.map(toFieldText).join(', ')})` : '';
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
    const message = `The database cannot be used now. ${toMessage(error)}`.trim();
    return { code: 'DATABASE_UNAVAILABLE', message };
  }
  return { code: 'FAILED', message: toMessage(error) };
}

/** The messages of these errors are clear without their code. */
const PLAIN = ['USAGE', 'REFUSED', 'FAILED'];

const toAnswer = ({ data, text }: Output, isJson: boolean) =>
  isJson ? JSON.stringify(data, null, 2) : (text ?? render(data));

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
    if (!output.isPrinted) stdout.write(`${toAnswer(output, isJson)}\n`);
    return output.isFailure ? FAILED : 0;
  } catch (error) {
    const { code, message } = explain(error);
    const isJson = words.includes('--json');
    const plain = PLAIN.includes(code) ? message : `${code}: ${message}`;
    stderr.write(`${isJson ? JSON.stringify({ error: { code, message } }) : plain}\n`);
    return error instanceof UsageError ? WRONG_USAGE : FAILED;
  }
}
