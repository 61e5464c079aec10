/**
 * Authenticates a customer and opens a session (R19, R20): by the link or the code in the browser that
 * requested the mail, or by link and code together in any other browser. A link alone in another browser
 * does not consume the token. A previous session of the browser ends. By passkey: passkeys/sign-in-by-passkey.ts.
 */
import { addDays, type Instant } from '@quittance/contract/dates';
import type { SignedIn } from '@quittance/contract/identity/portal-routes';
import type { CompanyId } from '@quittance/contract/ids';
import { type CompanyRow, findCompany, findCompanyByDomain } from '../companies/store.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { appendAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import type { CustomerKey } from '../platform/database/keys.ts';
import { hashToken, keyOfToken } from '../platform/sealing/secret-token.ts';
import { spendGuess } from './code-guesses.ts';
import { hasInvoiceDueBy } from './contacts-for-sign-in.ts';
import { dropDevice, keepDevice, resumeDevice } from './device.ts';
import { companyNotFound } from './request-sign-in.ts';
import {
  BEARER_MS,
  endSessions,
  mintBearer,
  openSession,
  resolveCookie,
  type Visitor,
} from './session.ts';
import { hashCode, readCode } from './sign-in-code.ts';
import {
  endOtherTokens,
  findLiveToken,
  listTokensOfRequest,
  type SignInTokenRow,
  spendCodeAttempt,
  useToken,
} from './sign-in-tokens.ts';

export const CODE_ATTEMPTS_MAX = 5;
/** R35: due within this many days counts as due. */
const DUE_SOON_DAYS = 14;

/** What the browser sends besides the token or code. */
export type Browser = {
  nonce: string | null;
  sessionCookie: string | null;
  deviceCookie: string | null;
  /** The customer wants to stay signed in here (R20). */
  isKept: boolean;
  visitor: Visitor;
};

/** `deviceCookie`: undefined where the browser keeps the one it has, null where it loses it. */
export type SignInResult = { answer: SignedIn; cookie: string; deviceCookie?: string | null };

export async function companyOf(deps: Deps, domain: string): Promise<CompanyRow> {
  const company = await deps.database.asSystem((tx) => findCompanyByDomain(tx, domain));
  if (!company) throw companyNotFound();
  return company;
}

async function answerFor(
  tx: Tx,
  deps: Deps,
  session: { id: string; companyId: CompanyId; customerId: SignedIn['customerId'] },
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

/** The session that the browser has when it signs in: it ends. */
export type Previous = Awaited<ReturnType<typeof resolveCookie>>;

export function previousOf(deps: Deps, { sessionCookie }: Browser): Promise<Previous> {
  return sessionCookie ? resolveCookie(deps, sessionCookie) : Promise.resolve(null);
}

type Entering = CustomerKey & {
  browser: Browser;
  previous: Previous;
  /** For the audit trail, besides the address. */
  how?: { passkeyId: string };
};

/** The only place that opens a session for someone who has just proved who they are. */
export async function enterAs(tx: Tx, deps: Deps, entering: Entering): Promise<SignInResult> {
  const { companyId, customerId, browser, previous, how = {} } = entering;
  const { deviceCookie, isKept, visitor } = browser;
  const now = deps.clock.now();
  if (previous) {
    const which = { companyId: previous.companyId, sessionId: previous.id };
    await endSessions(tx, which, now);
  }
  if (deviceCookie) await dropDevice(tx, deps, deviceCookie);
  const whose = { companyId, customerId, visitor };
  const kept = isKept ? await keepDevice(tx, deps, whose) : null;
  const of = kept ? { deviceId: kept.deviceId } : {};
  const session = await openSession(tx, deps, { ...whose, of });
  const actor = `customer:${customerId}`;
  const detail = { address: visitor.address, ...how };
  const entry = { companyId, actor, action: 'signed_in', subject: session.id, detail, at: now };
  await appendAudit(tx, entry);
  const answer = await answerFor(tx, deps, session);
  return { answer, cookie: session.cookie, deviceCookie: kept?.cookie ?? null };
}

/** Of concurrent calls with one token, one succeeds. */
async function consumeToken(
  deps: Deps,
  { companyId, id, customerId }: SignInTokenRow,
  browser: Browser,
): Promise<SignInResult> {
  const previous = await previousOf(deps, browser);
  return deps.database.asSystem(async (tx) => {
    const now = deps.clock.now();
    const used = await useToken(tx, { companyId, id, now });
    if (!used) throw new AppError('SIGN_IN_LINK_DEAD');
    await endOtherTokens(tx, { companyId, customerId, now });
    return enterAs(tx, deps, { companyId, customerId, browser, previous });
  });
}

export async function signInByLink(
  deps: Deps,
  { token, domain }: { token: string; domain: string | undefined },
  browser: Browser,
): Promise<SignInResult> {
  const company = domain === undefined ? null : await companyOf(deps, domain);
  const named = { ...keyOfToken(token), now: deps.clock.now() };
  const found = await deps.database.asSystem((tx) => findLiveToken(tx, named));
  if (!found || (company && company.companyId !== found.companyId)) {
    throw new AppError('SIGN_IN_LINK_DEAD');
  }
  if (!browser.nonce || hashToken(browser.nonce) !== found.nonceHash) {
    throw new AppError('SIGN_IN_CODE_NEEDED');
  }
  return consumeToken(deps, found, browser);
}

type Guess = { companyId: CompanyId; code: string; now: Instant };

const isCodeOf =
  ({ code }: Guess) =>
  (row: SignInTokenRow) =>
    row.codeHash === hashCode(row.id, code);

/**
 * In the browser that asked: tests the mail of its newest request only. The answer to a wrong code follows from
 * the number of guesses alone, so that it is the same for a customer and for a stranger.
 */
async function guessInBrowser(deps: Deps, guess: Guess, nonce: string): Promise<SignInTokenRow> {
  const { companyId, now } = guess;
  const { request, tokens } = await deps.database.asSystem(async (tx) => {
    const spent = await spendGuess(tx, { companyId, nonceHash: hashToken(nonce), now });
    const mailRequestId = spent?.requestId ?? deps.entropy.uuid();
    return {
      request: spent,
      tokens: await listTokensOfRequest(tx, { companyId, mailRequestId, now }),
    };
  });
  const right = tokens.find(isCodeOf(guess));
  if (!request || request.guesses > CODE_ATTEMPTS_MAX) throw new AppError('SIGN_IN_LINK_DEAD');
  if (right && right.codeTries < CODE_ATTEMPTS_MAX) return right;
  const isOver = right !== undefined || request.guesses === CODE_ATTEMPTS_MAX;
  throw new AppError(isOver ? 'SIGN_IN_LINK_DEAD' : 'SIGN_IN_CODE_WRONG');
}

/** In another browser: the link names the mail, and cannot be guessed. */
async function guessForLink(deps: Deps, guess: Guess, token: string): Promise<SignInTokenRow> {
  const { companyId, now } = guess;
  const named = { companyId, tokenHash: hashToken(token), now };
  // Committed in its own transaction, so that a wrong code is always counted.
  const tried = await deps.database.asSystem((tx) =>
    spendCodeAttempt(tx, { ...named, attemptsMax: CODE_ATTEMPTS_MAX }),
  );
  if (tried && isCodeOf(guess)(tried)) return tried;
  const isOver = !tried || tried.codeTries >= CODE_ATTEMPTS_MAX;
  throw new AppError(isOver ? 'SIGN_IN_LINK_DEAD' : 'SIGN_IN_CODE_WRONG');
}

export async function signInByCode(
  deps: Deps,
  { domain, typed, token }: { domain: string; typed: string; token: string | undefined },
  browser: Browser,
): Promise<SignInResult> {
  const { companyId } = await companyOf(deps, domain);
  // Malformed input is not counted: mail scanners submit the form without a code.
  const code = readCode(typed);
  if (code === null) throw new AppError('SIGN_IN_CODE_WRONG');
  const guess = { companyId, code, now: deps.clock.now() };
  if (token !== undefined) {
    return consumeToken(deps, await guessForLink(deps, guess, token), browser);
  }
  if (!browser.nonce) throw new AppError('SIGN_IN_LINK_DEAD');
  return consumeToken(deps, await guessInBrowser(deps, guess, browser.nonce), browser);
}

type Returning = {
  domain: string | undefined;
  cookie: string | null;
  deviceCookie: string | null;
  visitor: Visitor;
};

/** A browser that stays signed in, without a session: a new session, which does not count as a recent sign-in. */
async function resume(
  deps: Deps,
  { deviceCookie, visitor }: Returning,
  company: CompanyRow | null,
): Promise<SignInResult | null> {
  if (!deviceCookie) return null;
  const companyId = company?.companyId ?? null;
  return deps.database.asSystem(async (tx) => {
    const resumed = await resumeDevice(tx, deps, { cookie: deviceCookie, companyId });
    if (!resumed) return null;
    const { device, cookie } = resumed;
    const of = { deviceId: device.id, signedInAt: device.createdAt };
    const { companyId: owner, customerId } = device;
    const session = await openSession(tx, deps, { companyId: owner, customerId, visitor, of });
    const answer = await answerFor(tx, deps, session);
    return { answer, cookie: session.cookie, ...(cookie ? { deviceCookie: cookie } : {}) };
  });
}

/**
 * After a reload: exchanges the session cookie for a new bearer token of the page's company, or the token of a device
 * for a new session.
 */
export async function continueSession(
  deps: Deps,
  returning: Returning,
): Promise<{ answer: SignedIn } & Partial<SignInResult>> {
  const { domain, cookie } = returning;
  const company = domain === undefined ? null : await companyOf(deps, domain);
  const session = cookie ? await resolveCookie(deps, cookie) : null;
  if (session && (!company || company.companyId === session.companyId)) {
    return { answer: await deps.database.asSystem((tx) => answerFor(tx, deps, session)) };
  }
  const resumed = await resume(deps, returning, company);
  if (!resumed) throw new AppError('UNAUTHORIZED');
  return resumed;
}
