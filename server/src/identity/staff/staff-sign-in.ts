/**
 * Authenticates a member of staff and opens a session (R73), as customers are: by the link or the code in the browser that
 * requested the mail, or by both together in any other one, as with every invitation (ADR 0030). A previous session of the
 * browser ends.
 */
import type { Instant } from '@quittance/contract/dates';
import type { DeskBody } from '@quittance/contract/desk-routes';
import type { DeskSession } from '@quittance/contract/identity/staff';
import type { CompanyId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { findCompanyByDomain } from '../../companies/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { addToOutbox, SIGN_IN_REQUESTED } from '../../platform/events/outbox.ts';
import { hashToken, keyOfToken } from '../../platform/sealing/secret-token.ts';
import { spendGuess } from '../code-guesses.ts';
import { startCodeGuesses } from '../request-sign-in.ts';
import type { Visitor } from '../session.ts';
import { CODE_ATTEMPTS_MAX } from '../sign-in.ts';
import { hashCode, readCode } from '../sign-in-code.ts';
import { lockMember, updateMember } from './members.ts';
import { findStaffSession, revokeStaffSession } from './sessions.ts';
import {
  endSignIns,
  findLiveSignIn,
  findSignInOfRequest,
  type StaffSignInRow,
  spendStaffCodeAttempt,
  useSignIn,
} from './sign-ins.ts';
import { isAdmitted, type StaffSignInRequest } from './staff-mail.ts';
import { aliveAt, callerOf, describeSession, openStaffSession } from './staff-session.ts';

/** The answer and its time are the same for an address that is not of the staff. */
export async function requestStaffSignIn(
  deps: Pick<Deps, 'database' | 'clock' | 'entropy'>,
  { domain, email, nonce }: DeskBody<'requestSignIn'> & { nonce: string },
): Promise<void> {
  const { database, clock } = deps;
  const company = await database.asSystem((tx) => findCompanyByDomain(tx, domain));
  // Which companies there are is known from their portals.
  if (!company) return;
  const { companyId } = company;
  const nonceHash = hashToken(nonce);
  const requestId = await startCodeGuesses(deps, { companyId, nonceHash });
  const payload: StaffSignInRequest = { isStaff: true, typed: { email }, nonceHash, requestId };
  const entry = { companyId, topic: SIGN_IN_REQUESTED, payload, at: clock.now() };
  await database.inCompany({ companyId }, (tx) => addToOutbox(tx, entry));
}

/** What the browser sends besides the token or code. */
export type StaffBrowser = {
  nonce: string | null;
  sessionCookie: string | null;
  visitor: Visitor;
};

type Signing = { deps: Deps; companyId: CompanyId; now: Instant };

const isDead = () => new AppError('SIGN_IN_LINK_DEAD');

async function byLink({ deps, companyId, now }: Signing, token: string, nonce: string | null) {
  const named = { companyId, tokenHash: hashToken(token), now };
  const found = await deps.database.asSystem((tx) => findLiveSignIn(tx, named));
  if (!found) throw isDead();
  const isHere = nonce !== null && found.nonceHash === hashToken(nonce);
  if (!isHere) throw new AppError('SIGN_IN_CODE_NEEDED');
  return found;
}

/** In another browser: the link names the mail, and cannot be guessed. */
async function byLinkAndCode({ deps, companyId, now }: Signing, token: string, code: string) {
  const named = { companyId, tokenHash: hashToken(token), now };
  // Committed in its own transaction, so that a wrong code is always counted.
  const tried = await deps.database.asSystem((tx) =>
    spendStaffCodeAttempt(tx, named, CODE_ATTEMPTS_MAX),
  );
  if (tried && tried.codeHash === hashCode(tried.id, code)) return tried;
  const isOver = !tried || tried.codeTries >= CODE_ATTEMPTS_MAX;
  throw isOver ? isDead() : new AppError('SIGN_IN_CODE_WRONG');
}

/**
 * In the browser that asked: tests the mail of its newest request only. The answer to a wrong code follows from the number
 * of guesses alone, so that it is the same for a member and for a stranger.
 */
async function byCode({ deps, companyId, now }: Signing, code: string, nonce: string | null) {
  if (nonce === null) throw isDead();
  const { request, found } = await deps.database.asSystem(async (tx) => {
    const spent = await spendGuess(tx, { companyId, nonceHash: hashToken(nonce), now });
    const mailRequestId = spent?.requestId ?? deps.entropy.uuid();
    return {
      request: spent,
      found: await findSignInOfRequest(tx, { companyId, mailRequestId, now }),
    };
  });
  if (!request || request.guesses > CODE_ATTEMPTS_MAX) throw isDead();
  const isRight = found !== null && found.codeHash === hashCode(found.id, code);
  if (isRight && found.codeTries < CODE_ATTEMPTS_MAX) return found;
  const isOver = isRight || request.guesses === CODE_ATTEMPTS_MAX;
  throw isOver ? isDead() : new AppError('SIGN_IN_CODE_WRONG');
}

type Proof = { token?: string | undefined; code?: string | undefined };

async function findProved(
  signing: Signing,
  { token, code: typed }: Proof,
  nonce: string | null,
): Promise<StaffSignInRow> {
  if (typed === undefined) return byLink(signing, token ?? '', nonce);
  // Malformed input is not counted: mail scanners submit the form without a code.
  const code = readCode(typed);
  if (code === null) throw new AppError('SIGN_IN_CODE_WRONG');
  return token === undefined ? byCode(signing, code, nonce) : byLinkAndCode(signing, token, code);
}

/** The first sign-in accepts the invitation. */
async function admit(tx: Tx, { companyId, memberId }: StaffSignInRow, now: Instant): Promise<void> {
  const key = { companyId, memberId };
  const member = await lockMember(tx, key);
  if (!member || !isAdmitted(member, now)) throw isDead();
  await updateMember(tx, key, { invitationExpiresAt: null, lastSignedInAt: now });
  if (member.invitationExpiresAt === null) return;
  const actor = `staff:${memberId}`;
  const entry = { companyId, actor, action: 'staff.joined', subject: actor, detail: {} };
  await appendAudit(tx, { ...entry, at: now });
}

export type StaffSignedIn = { answer: DeskSession; cookie: string };

/** Of any company: a browser is signed in to one console at a time. */
async function endPrevious(tx: Tx, cookie: string, now: Instant): Promise<void> {
  const { companyId, tokenHash } = keyOfToken(cookie);
  const previous =
    companyId && (await findStaffSession(tx, { companyId, tokenHash, ...aliveAt(now) }));
  if (previous) await revokeStaffSession(tx, callerOf(previous), now);
}

/** The only place that opens a session. Of concurrent calls with one token, one succeeds. */
async function consume(
  { deps, companyId, now }: Signing,
  proved: StaffSignInRow,
  { sessionCookie, visitor }: StaffBrowser,
): Promise<StaffSignedIn> {
  const { memberId } = proved;
  const key = { companyId, memberId };
  return deps.database.asSystem(async (tx) => {
    if (!(await useSignIn(tx, { companyId, id: proved.id, now }))) throw isDead();
    await admit(tx, proved, now);
    await endSignIns(tx, key, now);
    if (sessionCookie) await endPrevious(tx, sessionCookie, now);
    const { sessionId, cookie } = await openStaffSession(tx, deps, { ...key, visitor });
    const entry = { actor: `staff:${memberId}`, action: 'staff.signed_in', detail: {} };
    await appendAudit(tx, { companyId, ...entry, subject: sessionId, at: now });
    const tokenHash = hashToken(cookie);
    const opened = await findStaffSession(tx, { companyId, tokenHash, ...aliveAt(now) });
    invariant(opened, 'a session that was just opened is alive');
    return { answer: await describeSession(tx, deps, callerOf(opened)), cookie };
  });
}

export async function completeStaffSignIn(
  deps: Deps,
  { domain, ...proof }: DeskBody<'completeSignIn'>,
  browser: StaffBrowser,
): Promise<StaffSignedIn> {
  const company = await deps.database.asSystem((tx) => findCompanyByDomain(tx, domain));
  if (!company) throw isDead();
  const signing = { deps, companyId: company.companyId, now: deps.clock.now() };
  const proved = await findProved(signing, proof, browser.nonce);
  return consume(signing, proved, browser);
}
