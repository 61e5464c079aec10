/** Defines a `quittance` command: its words, arguments and options, and what it does. */

import type { CompanyRow } from '../../companies/store.ts';
import type { Config } from '../../kernel/config.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Actor } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { OrderRefused } from '../order-refused.ts';
import type { Terminal } from './terminal.ts';

export type Option = {
  value?: string;
  text: string;
  isList?: true;
};

export type Context = { deps: Deps; config: Config; terminal: Terminal };

/** Options stay text exactly as typed, so '0042' or '+12075550142' is never converted to a number. */
export type Input = {
  args: readonly string[];
  text(name: string): string | undefined;
  /** @throws UsageError if the option is missing */
  required(name: string): string;
  list(name: string): readonly string[];
  isOn(name: string): boolean;
};

export type Output = {
  data: unknown;
  text?: string;
  isPrinted?: true;
  /** The command finished, but something needs attention, such as an alarm or a refused row. */
  isFailure?: boolean;
};

export type Command = {
  /** 'invoice add' */
  name: string;
  /** '<company>', '[phone]' */
  args: readonly string[];
  summary: string;
  options?: Readonly<Record<string, Option>>;
  example: string;
  run(context: Context, input: Input): Promise<Output>;
};

/** A command that works without a migrated database. */
export type SetupCommand = Omit<Command, 'run'> & {
  runOnUrl(context: Omit<Context, 'deps'>, input: Input): Promise<Output>;
};

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

export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** For people, below the message. */
  readonly help: string | undefined;

  constructor(message: string, help?: string) {
    super(message);
    this.help = help;
  }
}

export async function findDomain({ deps }: Context, domain: string): Promise<CompanyRow> {
  const { findCompanyByDomain } = await import('../../companies/store.ts');
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
  const { performCall } = await import('../provider/perform-call.ts');
  const { companyId } = await findDomain(context, domain);
  const actor = { companyId, name: 'operator' };
  const call = { actor, ...manner, status: 200, work: (tx: Tx) => work(tx, actor) };
  // The cast is safe because a call returns the result of its work, now or from the first use of its key.
  return performCall(context.deps, call) as Promise<Result>;
}

/**
 * Runs one transaction in the company's scope, like a call of the provider API. The audit trail records `operator`.
 */
export function inCompany<Result>(
  context: Context,
  domain: string,
  work: Work<Result>,
): Promise<Result> {
  return perform(context, domain, { isRead: false, key: null, content: [], work });
}

export function eraseInCompany<Result>(
  context: Context,
  domain: string,
  work: Work<Result>,
): Promise<Result> {
  return perform(context, domain, { isRead: false, isErasure: true, key: null, content: [], work });
}

/** Also allowed for a demo company. */
export function readForCompany<Result>(
  context: Context,
  domain: string,
  work: Work<Result>,
): Promise<Result> {
  return perform(context, domain, { isRead: true, key: null, content: [], work });
}

/** Runs once per key: the same command line returns the stored response, and a different one is refused. */
export function onceInCompany<Result>(
  context: Context,
  domain: string,
  { key, content, work }: Omit<Manner, 'isRead'> & { work: Work<Result> },
): Promise<Result> {
  return perform(context, domain, { isRead: false, key, content, work });
}
