/**
 * Commands for the audit trail of a company: checking whether it was changed, and exporting it as a file that
 * others can verify.
 */
import { open } from 'node:fs/promises';
import { listCompanies } from '../../../companies/store.ts';
import type { ChainedEntry } from '../../../platform/audit/entry-hash.ts';
import {
  headText,
  readChain,
  readHead,
  verifyChain,
} from '../../../platform/audit/verify-chain.ts';
import { OrderRefused } from '../../order-refused.ts';
import { type Command, type Context, findDomain } from '../command.ts';

/** Only the owner may read the file because it contains client IPs. */
const FILE_MODE = 0o600;

async function toCompanies(context: Context, domain: string | undefined) {
  if (domain !== undefined) return [await findDomain(context, domain)];
  return context.deps.database.asSystem(listCompanies);
}

const toLine = ({ addressSalt: salt, ...entry }: ChainedEntry) =>
  `${JSON.stringify({ ...entry, salt })}\n`;

async function createFile(path: string) {
  return open(path, 'wx', FILE_MODE).catch(() => {
    throw new OrderRefused(`The file ${path} cannot be created, or is there already.`);
  });
}

export const AUDIT_COMMANDS: readonly Command[] = [
  {
    name: 'audit verify',
    args: ['[company]'],
    summary: 'Find entries of the audit trail that were changed, deleted or moved',
    options: {
      head: { value: 'HEAD', text: 'printed or logged earlier; the chain must contain it' },
    },
    example: 'harbor',
    async run(context, input) {
      const [domain] = input.args;
      const noted = input.text('head') ?? null;
      if (noted !== null && domain === undefined) {
        throw new OrderRefused('A head is the head of one company: name it.');
      }
      const rows = [];
      for (const company of await toCompanies(context, domain)) {
        const verified = await verifyChain(context.deps.database, company.companyId, {
          noted,
        });
        rows.push({ company: company.domain, ...verified, problem: verified.problem ?? 'none' });
      }
      return { data: rows, isFailure: rows.some(({ problem }) => problem !== 'none') };
    },
  },
  {
    name: 'audit export',
    args: ['<company>', '<file>'],
    summary: 'Write the audit trail with its hashes as JSON Lines',
    example: 'harbor harbor-audit.ndjson',
    async run(context, { args: [domain = '', path = ''] }) {
      const { companyId } = await findDomain(context, domain);
      const { database } = context.deps;
      const head = await readHead(database, companyId);
      const file = await createFile(path);
      let entries = 0;
      try {
        const { basePosition, baseHash } = head;
        const after = headText({ position: basePosition, hash: baseHash });
        await file.appendFile(`${JSON.stringify({ companyId, after, head: headText(head) })}\n`);
        for await (const batch of readChain(database, head)) {
          await file.appendFile(batch.map(toLine).join(''));
          entries += batch.length;
        }
      } finally {
        await file.close();
      }
      return { data: { entries, head: headText(head) } };
    },
  },
];
