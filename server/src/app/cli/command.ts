/** What a command of `quittance` is: its words, arguments and options, and the work it does. */

import type { CompanyRow } from '../../companies/store.ts';
import { findCompanyByDomain } from '../../companies/store.ts';
import type { Config } from '../../kernel/config.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Actor } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { OrderRefused } from '../operator-access.ts';
import { performCall } from '../provider/perform-call.ts';
import type { Terminal } from './terminal.ts';

export type Option = {
  /** Of its value in the help: 'DATE'. A switch has none. */
  value?: string;
  text: string;
  /** May be given several times. */
  isList?: true;
};

export type Context = { deps: Deps; config: Config; terminal: Terminal };

/** Options are text as it was typed: nothing guesses that '0042' or '+12075550142' is a number. */
export type Input = {
  args: readonly string[];
  text(name: string): string | undefined;
  /** @throws UsageError when it is missing */
  required(name: string): string;
  list(name: string): readonly string[];
  isOn(name: string): boolean;
};

export type Output = {
  /** What `--json` prints. */
  data: unknown;
  /** What a person reads; without it, the data as a table. */
  text?: string;
  /** The command has printed its answer line by line. */
  isPrinted?: true;
  /** Done, and still to be looked at: an alarm, a row that was refused. */
  isFailure?: boolean;
};

export type Command = {
  /** 'invoice add' */
  name: string;
  /** '<company>', '[phone]' */
  args: readonly string[];
  summary: string;
  options?: Readonly<Record<string, Option>>;
  /** After the words of the command. */
  example: string;
  run(context: Context, input: Input): Promise<Output>;
};

/** A command that works without a database that is migrated. */
export type SetupCommand = Omit<Command, 'run'> & {
  runOnUrl(context: Omit<Context, 'deps'>, input: Input): Promise<Output>;
};

/** What the program around the command line brings, which knows how a portal is composed. */
export type Program = {
  readConfig(): Config;
  /** Ends the process when the portal is stopped. */
  serve(config: Config, options: { processes: number; allowsHttp: boolean }): Promise<never>;
};

/** A command that works without a database, or without valid settings. */
export type ProgramCommand = Omit<Command, 'run'> & {
  runIn(program: Program, input: Input): Promise<Output>;
};

export type AnyCommand = Command | SetupCommand | ProgramCommand;

/** A command line that is wrong in itself. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function findDomain({ deps }: Context, domain: string): Promise<CompanyRow> {
  return deps.database.asSystem(async (tx) => {
    const company = await findCompanyByDomain(tx, domain);
    if (!company) throw new OrderRefused(`There is no company ${domain}.`);
    return company;
  });
}

export type Work<Result> = (tx: Tx, actor: Actor) => Promise<Result>;

type Manner = {
  isRead: boolean;
  isErasure?: true;
  key: string | null;
  content: readonly unknown[];
};

async function perform<Result>(
  context: Context,
  domain: string,
  { work, ...manner }: Manner & { work: Work<Result> },
): Promise<Result> {
  const { companyId } = await findDomain(context, domain);
  const actor = { companyId, name: 'operator' };
  const call = { actor, ...manner, status: 200, work: (tx: Tx) => work(tx, actor) };
  // because a call returns what its work does, now or when its key was used first
  return performCall(context.deps, call) as Promise<Result>;
}

/** One transaction in the company's scope, as a call of the provider API has it. The audit trail says `operator`. */
export function inCompany<Result>(
  context: Context,
  domain: string,
  work: Work<Result>,
): Promise<Result> {
  return perform(context, domain, { isRead: false, key: null, content: [], work });
}

/** The same to erase a person. */
export function eraseInCompany<Result>(
  context: Context,
  domain: string,
  work: Work<Result>,
): Promise<Result> {
  return perform(context, domain, { isRead: false, isErasure: true, key: null, content: [], work });
}

/** A demo company can be looked at, too. */
export function readInCompany<Result>(
  context: Context,
  domain: string,
  work: Work<Result>,
): Promise<Result> {
  return perform(context, domain, { isRead: true, key: null, content: [], work });
}

/** Once for a key: the same command line repeats the answer. Another one is refused. */
export function onceInCompany<Result>(
  context: Context,
  domain: string,
  { key, content, work }: Omit<Manner, 'isRead'> & { work: Work<Result> },
): Promise<Result> {
  return perform(context, domain, { isRead: false, key, content, work });
}
