/**
 * Commands for the staff of a company (R47). The operator invites the first owner, who invites the others in the
 * console.
 */
import { STAFF_ROLES } from '@quittance/contract/identity/roles';
import { invitationSchema, memberIdSchema } from '@quittance/contract/identity/staff';
import { inviteMember, listTeam, removeMember } from '../../../identity/team.ts';
import { type Command, type Context, findDomain, readForCompany } from '../command.ts';
import { toId } from '../read-input.ts';

async function toOperator(context: Context, company: string) {
  const { companyId } = await findDomain(context, company);
  return { companyId, name: 'operator' };
}

export const STAFF_COMMANDS: readonly Command[] = [
  {
    name: 'staff invite',
    args: ['<company>', '<email>'],
    summary: 'Email an invitation to the console; a new invitation replaces the previous one',
    options: {
      name: { value: 'TEXT', text: 'name of the person' },
      role: { value: 'ROLE', text: `${STAFF_ROLES.join(', ')}; owner by default` },
    },
    example: 'harbor olivia@example.com --name "Olivia Owens"',
    async run(context, { args: [company = '', email = ''], text, required }) {
      const role = text('role') ?? 'owner';
      const invitation = invitationSchema.parse({ name: required('name'), email, role });
      const actor = await toOperator(context, company);
      const member = await inviteMember(context.deps, actor, invitation);
      return { data: member, text: `invited as ${member.role}: ${member.id}` };
    },
  },
  {
    name: 'staff list',
    args: ['<company>'],
    summary: 'List team members with their roles, invitations and last use',
    example: 'harbor',
    async run(context, { args: [company = ''] }) {
      const { data } = await readForCompany(context, company, (tx, actor) =>
        listTeam(tx, context.deps, actor),
      );
      return { data: data.map(({ isYou: _, ...member }) => member) };
    },
  },
  {
    name: 'staff remove',
    args: ['<company>', '<member id>'],
    summary: "Revoke a team member's access immediately; the last owner cannot be removed",
    example: 'harbor 7d3c1a52-…',
    async run(context, { args: [company = '', id = ''] }) {
      const memberId = toId(memberIdSchema, 'member', id);
      const actor = await toOperator(context, company);
      await removeMember(context.deps, { actor, memberId });
      return { data: { memberId, isRemoved: true }, text: 'removed' };
    },
  },
];
