/** Mails with a way into the console: a requested sign-in, or an invitation. Each has a link and a code (ADR 0030). */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { z } from 'zod';
import { mailStaff, sealForStaff } from '../../customers/mail/staff-mail.ts';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { MemberKey } from '../../platform/database/keys.ts';
import { isWithinMailLimit } from '../../platform/limits/limit-mail.ts';
import { hashToken, mintCompanyToken } from '../../platform/sealing/secret-token.ts';
import { REQUESTER, SIGN_IN_MS } from '../send-sign-in.ts';
import { hashCode, mintCode } from '../sign-in-code.ts';
import { hashEmail } from './member-secrets.ts';
import { lockMemberByEmail, type MemberRow } from './members.ts';
import { endSignIns, insertStaffSignIn } from './sign-ins.ts';

export const INVITATION_MS = 7 * 24 * 60 * 60_000;

/** In the outbox, beside the requests of payers. */
export const staffSignInRequestSchema = z.object({
  isStaff: z.literal(true),
  typed: z.object({ email: z.string() }),
  ...REQUESTER,
});
export type StaffSignInRequest = z.infer<typeof staffSignInRequestSchema>;

type MailDeps = Pick<Deps, 'clock' | 'entropy' | 'sealer'>;

type WayIn = MemberKey & { lastsMs: number; nonceHash?: string; mailRequestId?: string | null };

/** A token and a code that work once, for either. */
export async function createSignInToken(
  tx: Tx,
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  { lastsMs, ...way }: WayIn,
): Promise<{ token: string; code: string }> {
  const id = entropy.uuid();
  const token = mintCompanyToken(entropy.bytes, way.companyId);
  const code = mintCode(entropy.bytes);
  const createdAt = clock.now();
  await insertStaffSignIn(tx, {
    ...way,
    ...{ id, tokenHash: hashToken(token), codeHash: hashCode(id, code) },
    ...{ createdAt, expiresAt: addMs(createdAt, lastsMs) },
  });
  return { token, code };
}

/** Ends the links of earlier invitations. */
export async function mailInvitation(
  tx: Tx,
  deps: MailDeps,
  { companyId, memberId }: MemberKey,
): Promise<void> {
  const at = deps.clock.now();
  const member = { companyId, memberId };
  await endSignIns(tx, member, at);
  const secrets = await createSignInToken(tx, deps, { ...member, lastsMs: INVITATION_MS });
  const secretSealed = sealForStaff(deps.sealer, member, secrets);
  await mailStaff(tx, { ...member, template: 'staff-invitation', secretSealed, at });
}

/** Whether the member accepted an invitation, or still can. */
export function isAdmitted({ invitationExpiresAt }: MemberRow, now: Instant): boolean {
  return invitationExpiresAt === null || now < invitationExpiresAt;
}

/** Handles a request for a sign-in mail. One that matches no member has no visible effect. */
export async function sendStaffSignIn(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'entropy' | 'sealer' | 'limits' | 'log'>,
  { companyId, request }: { companyId: CompanyId; request: StaffSignInRequest },
): Promise<void> {
  const { typed, nonceHash, requestId: mailRequestId } = request;
  const { email } = typed;
  const emailHash = await hashEmail(tx, deps, { companyId, email });
  const row = await lockMemberByEmail(tx, { companyId, emailHash });
  const at = deps.clock.now();
  if (!row || !isAdmitted(row, at)) return;
  const member = { companyId, memberId: row.id };
  if (!(await isWithinMailLimit(tx, deps, { companyId, customerId: row.id, email }))) return;
  const way = { ...member, nonceHash, mailRequestId, lastsMs: SIGN_IN_MS };
  const secretSealed = sealForStaff(deps.sealer, member, await createSignInToken(tx, deps, way));
  await mailStaff(tx, { ...member, template: 'staff-sign-in', secretSealed, at });
  const entry = { actor: `staff:${row.id}`, action: 'staff.sign_in_mailed', detail: {} };
  await appendAudit(tx, { companyId, ...entry, subject: `staff:${row.id}`, at });
}
