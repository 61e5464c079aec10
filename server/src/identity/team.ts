/**
 * A company's team (R47, R75): inviting members, assigning roles, removing members. An owner does this in the
 * console; an operator invites the first owner. Members cannot remove themselves, and the last owner cannot be
 * removed.
 */
import type { Instant } from '@quittance/contract/dates';
import type { StaffRole } from '@quittance/contract/identity/roles';
import {
  type Invitation,
  type Member,
  type MemberId,
  memberIdSchema,
  type Team,
  type TeamSession,
} from '@quittance/contract/identity/staff';
import type { CompanyId } from '@quittance/contract/ids';
import { requireLiveCompany } from '../companies/require-company.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { type Actor, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { isWithinMailLimit } from '../platform/limits/limit-mail.ts';
import { deviceName } from './device-name.ts';
import {
  countMembers,
  hashEmail,
  insertMember,
  isAdmitted,
  listFormerMembers,
  listMembers,
  lockMember,
  lockMemberByEmail,
  lockOwners,
  type MemberRow,
  memberEmail,
  memberName,
  readMemberFacts,
  sealEmail,
  sealName,
  updateMember,
} from './members.ts';
import { deletePasskeys } from './passkeys/passkey-rows.ts';
import { INVITATION_MS, mailInvitation } from './send-sign-in.ts';
import { listStaffSessions, revokeSessions } from './session-rows.ts';
import { endTokens } from './sign-in-tokens.ts';
import type { StaffCaller } from './staff-session.ts';

const MEMBERS_MAX = 500;

type TeamDeps = Pick<Deps, 'clock' | 'entropy' | 'sealer' | 'database' | 'limits' | 'log'>;
type TeamActor = Actor & { memberId?: MemberId };

const toScope = ({ companyId }: Actor) => ({ companyId, asProvider: true }) as const;

type Facts = Awaited<ReturnType<typeof readMemberFacts>>;

function toStatus(row: MemberRow, now: Instant): Member['status'] {
  if (row.invitationExpiresAt === null) return 'ACTIVE';
  return isAdmitted(row, now) ? 'INVITED' : 'EXPIRED';
}

function shown(
  { sealer, clock }: Pick<Deps, 'sealer' | 'clock'>,
  row: MemberRow,
  { actor, facts }: { actor: TeamActor; facts: Facts },
): Member {
  const { id, role, createdAt, invitationExpiresAt } = row;
  return {
    id,
    role,
    createdAt,
    invitationExpiresAt,
    name: memberName(sealer, row),
    email: memberEmail(sealer, row) ?? '',
    status: toStatus(row, clock.now()),
    lastSeenAt: facts.seenAt.get(id) ?? row.lastSignedInAt,
    passkeyCount: facts.passkeyCounts.get(id) ?? 0,
    isYou: id === actor.memberId,
  };
}

async function shownAlone(
  tx: Tx,
  deps: TeamDeps,
  { actor, row }: { actor: TeamActor; row: MemberRow },
) {
  return shown(deps, row, { actor, facts: await readMemberFacts(tx, actor.companyId) });
}

export async function listTeam(
  tx: Tx,
  deps: Pick<Deps, 'sealer' | 'clock'>,
  actor: TeamActor,
): Promise<Team> {
  const { companyId } = actor;
  const facts = await readMemberFacts(tx, companyId);
  const members = await listMembers(tx, companyId);
  const former = await listFormerMembers(tx, companyId);
  return {
    data: members.map((row) => shown(deps, row, { actor, facts })),
    former: former.map((row) => ({ id: row.id, name: memberName(deps.sealer, row) })),
  };
}

export function readTeam(deps: TeamDeps, actor: TeamActor): Promise<Team> {
  return deps.database.readForCompany(toScope(actor), (tx) => listTeam(tx, deps, actor));
}

type InviteCommand = { actor: TeamActor; invitation: Invitation; emailHash: string };

async function addMember(
  tx: Tx,
  { clock, entropy, sealer }: TeamDeps,
  { actor, invitation, emailHash }: InviteCommand,
): Promise<MemberRow> {
  const { companyId } = actor;
  if ((await countMembers(tx, companyId)) >= MEMBERS_MAX) throw new AppError('MEMBERS_MAX');
  const memberId = memberIdSchema.parse(entropy.uuid());
  const { name, email, role } = invitation;
  const createdAt = clock.now();
  const row = await insertMember(tx, {
    companyId,
    id: memberId,
    role,
    emailHash,
    createdAt,
    nameSealed: sealName(sealer, { companyId, memberId, name }),
    emailSealed: sealEmail(sealer, { companyId, memberId, email }),
    invitationExpiresAt: addMs(createdAt, INVITATION_MS),
  });
  // Two owners invited the same person at the same moment.
  if (!row) throw new AppError('MEMBER_ALREADY_ACTIVE');
  return row;
}

async function inviteAgain(
  tx: Tx,
  { clock, sealer }: TeamDeps,
  { row, invitation: { name, role } }: { row: MemberRow; invitation: Invitation },
): Promise<MemberRow> {
  if (row.invitationExpiresAt === null) throw new AppError('MEMBER_ALREADY_ACTIVE');
  const key = { companyId: row.companyId, memberId: row.id };
  return updateMember(tx, key, {
    role,
    nameSealed: sealName(sealer, { ...key, name }),
    invitationExpiresAt: addMs(clock.now(), INVITATION_MS),
  });
}

/** Requires system scope. */
async function admitInvitation(
  tx: Tx,
  deps: TeamDeps,
  { companyId, email }: { companyId: CompanyId; email: string },
): Promise<string> {
  await requireLiveCompany(tx, companyId);
  const emailHash = await hashEmail(tx, deps, { companyId, email });
  const recipient = { companyId, customerId: emailHash, email };
  if (!(await isWithinMailLimit(tx, deps, recipient))) throw new AppError('TOO_MANY_REQUESTS');
  return emailHash;
}

async function invite(tx: Tx, deps: TeamDeps, command: InviteCommand): Promise<Member> {
  const { actor, invitation, emailHash } = command;
  const { companyId } = actor;
  const known = await lockMemberByEmail(tx, { companyId, emailHash });
  const row = known
    ? await inviteAgain(tx, deps, { row: known, invitation })
    : await addMember(tx, deps, command);
  await mailInvitation(tx, deps, { companyId, memberId: row.id });
  const detail = { role: row.role, isRepeated: known !== null };
  const subject = `staff:${row.id}`;
  await recordAction(tx, deps, { actor, action: 'staff.invited', subject, detail });
  return shownAlone(tx, deps, { actor, row });
}

/**
 * The invitation is valid for 7 days. Inviting the same address again sends a new link and invalidates the earlier
 * one.
 */
export async function inviteMember(
  deps: TeamDeps,
  actor: TeamActor,
  invitation: Invitation,
): Promise<Member> {
  const to = { companyId: actor.companyId, email: invitation.email };
  const emailHash = await deps.database.asSystem((tx) => admitInvitation(tx, deps, to));
  return deps.database.inCompany(toScope(actor), (tx) =>
    invite(tx, deps, { actor, invitation, emailHash }),
  );
}

/** Requires system scope: the company is created in the same transaction. */
export async function inviteFirstOwner(
  tx: Tx,
  deps: TeamDeps,
  { actor, owner }: { actor: TeamActor; owner: Omit<Invitation, 'role'> },
): Promise<Member> {
  const to = { companyId: actor.companyId, email: owner.email };
  const emailHash = await admitInvitation(tx, deps, to);
  return invite(tx, deps, { actor, invitation: { ...owner, role: 'owner' }, emailHash });
}

type MemberCommand = { actor: TeamActor; memberId: MemberId };

/** Locks the owners first, always in the same order, then the member. */
async function requireMember(tx: Tx, { actor, memberId }: MemberCommand) {
  const { companyId } = actor;
  const owners = await lockOwners(tx, companyId);
  const row = await lockMember(tx, { companyId, memberId });
  if (!row) throw new AppError('NOT_FOUND');
  const isLastOwner = owners.length === 1 && owners[0]?.id === memberId;
  return { row, isLastOwner };
}

/** Takes effect with the member's next call. */
export async function changeRole(
  deps: TeamDeps,
  { actor, memberId, role }: MemberCommand & { role: StaffRole },
): Promise<Member> {
  const { companyId } = actor;
  return deps.database.inCompany(toScope(actor), async (tx) => {
    await requireLiveCompany(tx, companyId);
    const { row: before, isLastOwner } = await requireMember(tx, { actor, memberId });
    if (isLastOwner && role !== 'owner') throw new AppError('LAST_OWNER');
    const row = await updateMember(tx, { companyId, memberId }, { role });
    const detail = { from: before.role, to: role };
    const subject = `staff:${memberId}`;
    await recordAction(tx, deps, { actor, action: 'staff.role_changed', subject, detail });
    return shownAlone(tx, deps, { actor, row });
  });
}

async function listTeamSessions(
  tx: Tx,
  { sealer, clock }: Pick<Deps, 'sealer' | 'clock'>,
  { companyId, sessionId: ownId }: StaffCaller,
): Promise<TeamSession[]> {
  const members = new Map((await listMembers(tx, companyId)).map((row) => [row.id, row]));
  const rows = await listStaffSessions(tx, { companyId }, clock.now());
  return rows.flatMap(({ id, memberId, userAgent, address, createdAt, lastSeenAt, ...row }) => {
    const member = members.get(memberId);
    if (!member) return [];
    const { secondFactorAt } = row;
    const { role } = member;
    return {
      id,
      member: { id: memberId, name: memberName(sealer, member), role },
      ...deviceName(userAgent),
      address,
      createdAt,
      lastSeenAt,
      secondFactorAt,
      isThisOne: id === ownId,
    };
  });
}

export async function readTeamSessions(deps: TeamDeps, actor: StaffCaller) {
  const list = (tx: Tx) => listTeamSessions(tx, deps, actor);
  return { data: await deps.database.readForCompany(toScope(actor), list) };
}

/** Takes effect with the session's next call. */
export async function endTeamSession(deps: TeamDeps, actor: StaffCaller, sessionId: string) {
  const { companyId } = actor;
  return deps.database.inCompany(toScope(actor), async (tx) => {
    const sessions = await listTeamSessions(tx, deps, actor);
    const memberId = sessions.find(({ id }) => id === sessionId)?.member.id;
    if (!memberId) throw new AppError('NOT_FOUND');
    await revokeSessions(tx, { companyId, memberId, id: sessionId }, deps.clock.now());
    const detail = { sessionId };
    const subject = `staff:${memberId}`;
    await recordAction(tx, deps, { actor, action: 'staff.session_ended', subject, detail });
    return { data: sessions.filter(({ id }) => id !== sessionId) };
  });
}

/** Immediately ends the member's access with all sessions, links and passkeys. The address is deleted. */
export async function removeMember(
  deps: TeamDeps,
  { actor, memberId }: MemberCommand,
): Promise<Team> {
  const { companyId } = actor;
  return deps.database.inCompany(toScope(actor), async (tx) => {
    await requireLiveCompany(tx, companyId);
    if (memberId === actor.memberId) throw new AppError('USER_CAN_NOT_DELETE_ITSELF');
    const { isLastOwner } = await requireMember(tx, { actor, memberId });
    if (isLastOwner) throw new AppError('LAST_OWNER');
    const key = { companyId, memberId };
    const at = deps.clock.now();
    await updateMember(tx, key, { removedAt: at, emailSealed: null, emailHash: null });
    const sessions = (await revokeSessions(tx, key, at)).length;
    await endTokens(tx, key, at);
    await deletePasskeys(tx, key);
    const detail = { sessions };
    const subject = `staff:${memberId}`;
    await recordAction(tx, deps, { actor, action: 'staff.removed', subject, detail });
    return listTeam(tx, deps, actor);
  });
}
