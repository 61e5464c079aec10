import { z } from 'zod';
import { createLink } from '../../../requests/manage-links.ts';
import { listLinks, revokeLink, unlockLink } from '../../operator-access.ts';
import { type Command, inCompany } from '../command.ts';
import { findInvoiceId, toId } from '../read-input.ts';

const COMPANY_AND_LINK = ['<company>', '<link id>'];
const parseLinkId = (text: string) => toId(z.uuid(), 'link', text);

export const LINK_COMMANDS: readonly Command[] = [
  {
    name: 'link create',
    args: ['<company>', '<invoice>'],
    summary: 'Create and print a public payment link for an invoice',
    example: 'harbor HD-2058',
    async run(context, { args: [company = '', number = ''] }) {
      const link = await inCompany(context, company, async (tx, actor) => {
        const invoiceId = await findInvoiceId(tx, actor, number);
        return createLink(tx, context.deps, { actor, to: { invoiceId } });
      });
      return { data: link, text: link.url };
    },
  },
  {
    name: 'link list',
    args: ['<company>'],
    summary: 'List open links without their secrets',
    example: 'harbor',
    run: async ({ deps }, { args: [company = ''] }) => ({ data: await listLinks(deps, company) }),
  },
  {
    name: 'link revoke',
    args: COMPANY_AND_LINK,
    summary: 'Revoke a link',
    example: 'harbor 7d3c1a52-…',
    async run({ deps }, { args: [company = '', given = ''] }) {
      const id = parseLinkId(given);
      await revokeLink(deps, company, id);
      return { data: { id, isRevoked: true }, text: 'revoked' };
    },
  },
  {
    name: 'link unlock',
    args: COMPANY_AND_LINK,
    summary: 'Unlock a link that was locked after too many refused payments',
    example: 'harbor 7d3c1a52-…',
    async run({ deps }, { args: [company = '', given = ''] }) {
      const id = parseLinkId(given);
      await unlockLink(deps, company, id);
      return { data: { id, isUnlocked: true }, text: 'unlocked' };
    },
  },
];
