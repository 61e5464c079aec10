import { availableParallelism } from 'node:os';
import type { Config, Role } from '../../../kernel/config.ts';
import { type Input, type ProgramCommand, UsageError } from '../command.ts';

const ROLES: readonly Role[] = ['all', 'web', 'worker'];

function parseRole(text: string): Role {
  const role = ROLES.find((known) => known === text);
  if (!role) throw new UsageError(`'${text}' is not a role: use ${ROLES.join(', ')}.`);
  return role;
}

function parseNumber(text: string, { name, least }: { name: string; least: number }): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= 500) return number;
  throw new UsageError(`--${name} is a number from ${least} to 500.`);
}

function toConfig(config: Config, { text }: Input): Config & { processes: number } {
  const [processes, pool, role] = [text('processes'), text('pool'), text('role')];
  return {
    ...config,
    processes: processes
      ? parseNumber(processes, { name: 'processes', least: 1 })
      : (config.processes ?? availableParallelism()),
    poolSize: pool ? parseNumber(pool, { name: 'pool', least: 8 }) : config.poolSize,
    role: role ? parseRole(role) : config.role,
  };
}

export const SERVE: ProgramCommand = {
  name: 'serve',
  args: [],
  summary: 'Run the portal in production; SIGHUP replaces its processes, SIGTERM stops them',
  options: {
    processes: { value: 'COUNT', text: 'server processes that share the port; one for each core' },
    role: { value: 'ROLE', text: 'web, worker or all, which is the default' },
    pool: { value: 'COUNT', text: 'database connections of a process, besides those for reads' },
    'allow-http': { text: 'accept a plain-http PUBLIC_URL on this machine, for a trial' },
  },
  example: '--processes 4 --role web',
  async runIn({ readConfig, serve }, input) {
    const config = toConfig(readConfig(), input);
    const { processes } = config;
    return serve(config, { processes, allowsHttp: input.isOn('allow-http') });
  },
};
