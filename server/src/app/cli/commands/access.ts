/** Commands for sessions, blocked callers and sealed secrets. */
import { endSessionsFor, listBlocks, listOpenSessions } from '../../operator-access.ts';
import { OrderRefused } from '../../order-refused.ts';
import type { Command } from '../command.ts';
import { readSecret } from '../terminal.ts';
import { changeAccount } from './companies.ts';

export const SESSION_COMMANDS: readonly Command[] = [
  {
    name: 'sessions list',
    args: ['<company>'],
    summary: 'List active sessions',
    example: 'harbor',
    run: async ({ deps }, { args: [company = ''] }) => ({
      data: await listOpenSessions(deps, company),
    }),
  },
  {
    name: 'sessions revoke',
    args: ['<company>', '<customer>'],
    summary: 'Sign a customer out of all sessions',
    example: 'harbor HDG-10417',
    async run({ deps }, { args: [company = '', customer = ''] }) {
      const ended = await endSessionsFor(deps, company, customer);
      return { data: { ended }, text: `ended: ${ended}` };
    },
  },
];

export const BLOCKS: Command = {
  name: 'blocks',
  args: [],
  summary: 'List rate-limited clients and when each limit ends',
  example: '',
  async run({ deps }) {
    const blocks = await listBlocks(deps);
    return { data: blocks.map(({ key, count, resetsAt }) => ({ key, count, until: resetsAt })) };
  },
};

const SECRETS = new Map([
  ['processor-key', 'processorKey'],
  ['webhook-secret', 'webhookSecret'],
]);

export const SET_SECRET: Command = {
  name: 'secrets set',
  args: ['<company>', '<processor-key|webhook-secret>'],
  summary: 'Replace a sealed secret, read from standard input or a prompt',
  example: 'harbor processor-key < key.txt',
  async run(context, { args: [company = '', name = ''] }) {
    const field = SECRETS.get(name);
    if (!field) throw new OrderRefused(`The secrets are ${[...SECRETS.keys()].join(' and ')}.`);
    const value = await readSecret(context.terminal, name);
    await changeAccount(context, company, { [field]: value });
    return { data: { name, isReplaced: true }, text: 'replaced' };
  },
};
