/**
 * Authenticates customers and staff by email and opens their sessions (R19, R20, R73). In the browser that
 * requested the email, the link or the code is enough. Any other browser, and every invitation, needs both (ADR
 * 0030). A link alone in another browser does not consume the token. The browser's previous session ends. Passkeys
 * are in passkeys/use-passkey.ts.
 */

import { addDays, type Instant } from '@quittance/contract/dates';
import type { DeskBody } from '@quittance/contract/desk-routes';
import type { SignedIn } from '@quittance/contract/identity/portal-routes';
import type { DeskSession } from '@quittance/contract/identity/staff';
import type { CompanyId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { type CompanyRow, findCompany } from '../companies/store.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { Tx } from '../platform/database/database.ts';
import type { CustomerKey, MemberKey } from '../platform/database/keys.ts';
import { requireNetwork } from '../platform/http/networks.ts';
import { hashToken, keyOfToken } from '../platform/sealing/secret-token.ts';
import { findByToken } from '../platform/sealing/token-key.ts';
import { spendGuess } from './code-guesses.ts';
import { hasInvoiceDueBy } from './contacts-for-sign-in.ts';
import { dropDevice, keepDevice, resumeDevice, withPart } from './device.ts';
import { isEmailAdmitted } from './identity-provider.ts';
import { isAdmitted, lockMember, updateMember } from './members.ts';
import { actorName, auditOwner, type Owner, ownerRealm, type RealmName } from './realm.ts';
import { companyNotFound } from './request-sign-in.ts';
import {
  BEARER_MS,
  endDeviceSessions,
  endSessions,
  mintBearer,
  openSession,
  resolveCookie,
  type StaffEntryColumns,
  type Visitor,
} from './session.ts';
import { findStaffSession } from './session-rows.ts';
import { hashCode, readCode } from './sign-in-code.ts';
import {
  findLiveToken,
  listTokensOfRequest,
  type SignInToken,
  spendCodeAttempt,
  useToken,
} from './sign-in-tokens.ts';
import { describeSession, toStaffCaller } from './staff-session.ts';

const CODE_ATTEMPTS_MAX = 5;
/** R35: an invoice due within this many days counts as due. */
const DUE_SOON_DAYS = 14;

export type Browser = { nonce: string | null; sessionCookie: string | null; visitor: Visitor };

const deadLink = () => new AppError('SIGN_IN_LINK_DEAD');

const refusedCode = (isOver: boolean) => (isOver ? deadLink() : new AppError('SIGN_IN_CODE_WRONG'));

type LinkProof = { companyId: CompanyId | null; token: string; code?: undefined };
type CodeProof = { companyId: CompanyId; token?: string | undefined; code: string };

type Guess = { realm: RealmName; companyId: CompanyId; code: string; now: Instant };

const matchesCode =
  ({ code }: Guess) =>
  (row: SignInToken) =>
    row.codeHash === hashCode(row.id, code);

/**
 * In the browser that requested the email, only its newest request is checked. The response to a wrong code depends
 * only on the number of guesses, so that it is the same whether or not an owner exists.
 */
async function guessInBrowser(deps: Deps, guess: Guess, nonce: string): Promise<SignInToken> {
  const { realm, companyId, now } = guess;
  const { request, tokens } = await deps.database.asSystem(async (tx) => {
    const spent = await spendGuess(tx, { companyId, nonceHash: hashToken(nonce), now });
    const mailRequestId = spent?.requestId ?? deps.entropy.uuid();
    return {
      request: spent,
      tokens: await listTokensOfRequest(tx, realm, { companyId, mailRequestId, now }),
    };
  });
  const right = tokens.find(matchesCode(guess));
  if (!request || request.guesses > CODE_ATTEMPTS_MAX) throw deadLink();
  if (right && right.codeTries < CODE_ATTEMPTS_MAX) return right;
  throw refusedCode(right !== undefined || request.guesses === CODE_ATTEMPTS_MAX);
}

/** In another browser, the link identifies the email and cannot be guessed. */
async function guessForLink(deps: Deps, guess: Guess, token: string): Promise<SignInToken> {
  const { realm, companyId, now } = guess;
  const link = { companyId, tokenHash: hashToken(token), now, attemptsMax: CODE_ATTEMPTS_MAX };
  // Committed in its own transaction, so that a wrong code is always counted.
  const tried = await deps.database.asSystem((tx) => spendCodeAttempt(tx, realm, link));
  if (tried && matchesCode(guess)(tried)) return tried;
  throw refusedCode(!tried || tried.codeTries >= CODE_ATTEMPTS_MAX);
}

type Proof = (LinkProof | CodeProof) & { realm: RealmName; nonce: string | null };

async function findProvedToken(deps: Deps, proof: Proof): Promise<SignInToken> {
  const { realm, nonce, token } = proof;
  const now = deps.clock.now();
  if (proof.code === undefined) {
    const key = keyOfToken(proof.token);
    const named = { ...key, companyId: proof.companyId ?? key.companyId, now };
    const found = await deps.database.asSystem((tx) => findLiveToken(tx, realm, named));
    if (!found) throw deadLink();
    const isHere = nonce !== null && found.nonceHash === hashToken(nonce);
    if (!isHere) throw new AppError('SIGN_IN_CODE_NEEDED');
    return found;
  }
  // Malformed input is not counted: email scanners submit the form without a code.
  const code = readCode(proof.code);
  if (code === null) throw new AppError('SIGN_IN_CODE_WRONG');
  const guess = { realm, companyId: proof.companyId, code, now };
  if (token !== undefined) return guessForLink(deps, guess, token);
  if (nonce === null) throw deadLink();
  return guessInBrowser(deps, guess, nonce);
}

/** Only one of several concurrent calls with the same token succeeds. */
async function signInByMail<Name extends RealmName, Result>(
  deps: Deps,
  proof: Proof & { realm: Name },
  enter: (tx: Tx, token: SignInToken<Name>) => Promise<Result>,
): Promise<Result> {
  const token = await findProvedToken(deps, proof);
  return deps.database.asSystem(async (tx) => {
    if (!(await useToken(tx, token, deps.clock.now()))) throw deadLink();
    return enter(tx, token as SignInToken<Name>); // because it was read from the realm's table
  });
}

/**
 * Ends the session whose cookie is replaced. A session of a device at another company stays: its open pages would
 * resume at once and end the new session in turn.
 */
async function endPrevious(
  tx: Tx,
  owner: Owner,
  { cookie, now }: { cookie: string; now: Instant },
) {
  const key = keyOfToken(cookie);
  const { sessions } = ownerRealm(owner).tables;
  const hash = { tokenHash: key.tokenHash, revokedAt: null };
  const previous = await findByToken(tx, sessions, { companyId: key.companyId, hash });
  if (!previous) return;
  const { companyId, id } = previous;
  if (companyId !== owner.companyId && 'deviceId' in previous && previous.deviceId) return;
  const member = 'memberId' in previous ? { memberId: previous.memberId } : {};
  await endSessions(tx, { companyId, id, ...member }, now);
}

type Entry = Pick<Browser, 'sessionCookie' | 'visitor'> & {
  of?: { deviceId?: string } & StaffEntryColumns;
  detail?: Record<string, unknown>;
};

/** The only place that opens a session for a customer who has just authenticated. */
async function enter<Of extends Owner>(
  tx: Tx,
  deps: Deps,
  { owner, sessionCookie, visitor, of = {}, detail }: Entry & { owner: Of },
) {
  const cookie = sessionCookie;
  if (cookie) await endPrevious(tx, owner, { cookie, now: deps.clock.now() });
  const session = await openSession(tx, deps, { ...owner, visitor, of });
  const action = ownerRealm(owner).actions.signedIn;
  await auditOwner(tx, deps, { owner, action, subject: session.id, ...(detail && { detail }) });
  return session;
}

export type PortalBrowser = Browser & {
  deviceCookie: string | null;
  /** Whether the customer wants to stay signed in on this device (R20). */
  isKept: boolean;
};

/** `deviceCookie`: undefined if the browser keeps its current cookie, null if the cookie is removed. */
export type SignInResult = { answer: SignedIn; cookie: string; deviceCookie?: string | null };

export async function requireCompany(deps: Deps, domain: string): Promise<CompanyRow> {
  const company = await deps.companies.findByDomain(domain);
  if (!company) throw companyNotFound();
  return company;
}

async function toSignedIn(
  tx: Tx,
  deps: Deps,
  session: CustomerKey & { id: string },
): Promise<SignedIn> {
  const { companyId, customerId } = session;
  const company = await findCompany(tx, companyId);
  if (!company) throw companyNotFound();
  const today = deps.clock.today(company.timeZone);
  return {
    success: true,
    token: await mintBearer(tx, deps, session),
    expiresAt: addMs(deps.clock.now(), BEARER_MS),
    customerId,
    domain: company.domain,
    isPaymentDue: await hasInvoiceDueBy(tx, session, addDays(today, DUE_SOON_DAYS)),
  };
}

type PortalEntry = CustomerKey & { browser: PortalBrowser; passkeyId?: string };

export async function enterPortal(
  tx: Tx,
  deps: Deps,
  { companyId, customerId, browser, ...how }: PortalEntry,
): Promise<SignInResult> {
  const owner = { companyId, customerId };
  const { deviceCookie, isKept, visitor } = browser;
  if (deviceCookie) await dropDevice(tx, deps, { cookie: deviceCookie, companyId });
  const kept = isKept ? await keepDevice(tx, deps, { ...owner, visitor }) : null;
  const of = kept ? { of: { deviceId: kept.deviceId } } : {};
  const detail = { address: visitor.address, ...how };
  const session = await enter(tx, deps, { owner, ...browser, ...of, detail });
  const answer = await toSignedIn(tx, deps, session);
  const part = kept?.part ?? null;
  return {
    answer,
    cookie: session.cookie,
    deviceCookie: withPart(deviceCookie, { companyId, part }),
  };
}

export async function signInByLink(
  deps: Deps,
  { token, domain }: { token: string; domain: string | undefined },
  browser: PortalBrowser,
): Promise<SignInResult> {
  const company = domain === undefined ? null : await requireCompany(deps, domain);
  const proof = { token, companyId: company?.companyId ?? null };
  const { nonce } = browser;
  return signInByMail(
    deps,
    { realm: 'customer', ...proof, nonce },
    (tx, { companyId, customerId }) => enterPortal(tx, deps, { companyId, customerId, browser }),
  );
}

export async function signInByCode(
  deps: Deps,
  { domain, ...proof }: { domain: string; code: string; token: string | undefined },
  browser: PortalBrowser,
): Promise<SignInResult> {
  const { companyId } = await requireCompany(deps, domain);
  const { nonce } = browser;
  return signInByMail(
    deps,
    { realm: 'customer', ...proof, companyId, nonce },
    (tx, { customerId }) => enterPortal(tx, deps, { companyId, customerId, browser }),
  );
}

type ReturningVisitor = {
  domain: string | undefined;
  cookie: string | null;
  deviceCookie: string | null;
  visitor: Visitor;
};

/**
 * For a browser that stays signed in but has no session: opens a new session, which does not count as a recent
 * sign-in. The browser's previous session ends, and those that the device opened before.
 */
async function resume(
  deps: Deps,
  { cookie, deviceCookie, visitor }: ReturningVisitor,
  company: CompanyRow | null,
): Promise<SignInResult | null> {
  if (!deviceCookie) return null;
  const companyId = company?.companyId ?? null;
  return deps.database.asSystem(async (tx) => {
    const resumed = await resumeDevice(tx, deps, { cookie: deviceCookie, companyId });
    if (!resumed) return null;
    const { device, part } = resumed;
    const of = { deviceId: device.id, signedInAt: device.createdAt };
    const owner = { companyId: device.companyId, customerId: device.customerId };
    const now = deps.clock.now();
    if (cookie) await endPrevious(tx, owner, { cookie, now });
    await endDeviceSessions(tx, device, now);
    const session = await openSession(tx, deps, { ...owner, visitor, of });
    const answer = await toSignedIn(tx, deps, session);
    const opened = { answer, cookie: session.cookie };
    return part === null
      ? opened
      : { ...opened, deviceCookie: withPart(deviceCookie, { ...owner, part }) };
  });
}

/**
 * After a reload, exchanges the session cookie for a new bearer token for the page's company, or a device token for
 * a new session.
 */
export async function continueSession(
  deps: Deps,
  returning: ReturningVisitor,
): Promise<{ answer: SignedIn } & Partial<SignInResult>> {
  const { domain, cookie } = returning;
  const company = domain === undefined ? null : await requireCompany(deps, domain);
  const session = cookie ? await resolveCookie(deps, cookie) : null;
  if (session && (!company || company.companyId === session.companyId)) {
    return { answer: await deps.database.asSystem((tx) => toSignedIn(tx, deps, session)) };
  }
  const resumed = await resume(deps, returning, company);
  if (!resumed) throw new AppError('UNAUTHORIZED');
  return resumed;
}

/** The first sign-in accepts the invitation. */
async function admit(tx: Tx, deps: Deps, owner: MemberKey): Promise<void> {
  const now = deps.clock.now();
  const member = await lockMember(tx, owner);
  if (!member || !isAdmitted(member, now)) throw deadLink();
  await updateMember(tx, owner, { invitationExpiresAt: null, lastSignedInAt: now });
  if (member.invitationExpiresAt === null) return;
  await auditOwner(tx, deps, { owner, action: 'staff.joined', subject: actorName(owner) });
}

export async function signInStaff(
  deps: Deps,
  { domain, token, code }: DeskBody<'completeSignIn'>,
  browser: Browser,
): Promise<{ answer: DeskSession; cookie: string }> {
  const company = await deps.companies.findByDomain(domain);
  if (!company) throw deadLink();
  const { companyId } = company;
  const proof = code === undefined ? { token: token ?? '' } : { token, code };
  const named = { realm: 'staff', companyId, ...proof, nonce: browser.nonce } as const;
  return signInByMail(deps, named, async (tx, { memberId }) => {
    const owner = { companyId, memberId };
    if (!(await isEmailAdmitted(tx, deps, owner))) throw new AppError('IDENTITY_PROVIDER_REQUIRED');
    return enterStaff(tx, deps, { owner, browser });
  });
}

type StaffEntry = Pick<Entry, 'of' | 'detail'> & { owner: MemberKey; browser: Browser };

export async function enterStaff(
  tx: Tx,
  deps: Deps,
  { owner, browser, ...how }: StaffEntry,
): Promise<{ answer: DeskSession; cookie: string }> {
  await admit(tx, deps, owner);
  const { cookie } = await enter(tx, deps, { owner, ...browser, ...how });
  const { companyId } = owner;
  const { visitor } = browser;
  const key = { companyId, tokenHash: hashToken(cookie), now: deps.clock.now() };
  const opened = await findStaffSession(tx, key);
  invariant(opened, 'a session that was just opened is alive');
  requireNetwork(opened.staffNetworks, visitor.address);
  return {
    answer: await describeSession(tx, deps, toStaffCaller(opened, visitor.address)),
    cookie,
  };
}
