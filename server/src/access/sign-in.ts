/**
 * Authenticates a customer and opens a session (R19, R20): by the link or the code in the browser that
 * requested the mail, or by link and code together in any other browser. A link alone in another browser
 * does not consume the token. A previous session of the browser ends.
 */
import type { CompanyId } from '@quittance/contract/ids';
import type { SignedIn } from '@quittance/contract/routes/access';
import { addMs } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import {
  endOtherTokens,
  findLiveToken,
  type SignInTokenRow,
  spendCodeAttempt,
  useToken,
} from '../storage/access/sign-in-tokens.ts';
import { type CompanyRow, findCompany, findCompanyByDomain } from '../storage/billing/companies.ts';
import type { Tx } from '../storage/database.ts';
import { appendAudit } from '../storage/ops/audit.ts';
import { companyNotFound } from './request-sign-in.ts';
import { hashToken } from './secret-token.ts';
import {
  BEARER_MS,
  endSessions,
  mintBearer,
  openSession,
  resolveCookie,
  type Visitor,
} from './session.ts';
import { hashCode, readCode } from './sign-in-code.ts';

const CODE_ATTEMPTS_MAX = 5;

/** What the browser sends besides the token or code. */
export type Browser = { nonce: string | null; sessionCookie: string | null; visitor: Visitor };

export type SignInResult = { answer: SignedIn; cookie: string };

async function companyOf(deps: Deps, domain: string): Promise<CompanyRow> {
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
  return {
    success: true,
    token: await mintBearer(tx, deps, session),
    expiresAt: addMs(deps.clock.now(), BEARER_MS),
    customerId,
    domain: company.domain,
  };
}

/** The only place that opens a session. Of concurrent calls with one token, one succeeds. */
async function consumeToken(
  deps: Deps,
  { companyId, id, customerId }: SignInTokenRow,
  { sessionCookie, visitor }: Browser,
): Promise<SignInResult> {
  const previous = sessionCookie ? await resolveCookie(deps, sessionCookie) : null;
  return deps.database.asSystem(async (tx) => {
    const now = deps.clock.now();
    const used = await useToken(tx, { companyId, id, now });
    if (!used) throw new AppError('SIGN_IN_LINK_DEAD');
    await endOtherTokens(tx, { companyId, customerId, now });
    if (previous) {
      const which = { companyId: previous.companyId, sessionId: previous.id };
      await endSessions(tx, which, now);
    }
    const session = await openSession(tx, deps, { companyId, customerId, visitor });
    const actor = `customer:${customerId}`;
    const detail = { address: visitor.address };
    const entry = { companyId, actor, action: 'signed_in', subject: session.id, detail, at: now };
    await appendAudit(tx, entry);
    return { answer: await answerFor(tx, deps, session), cookie: session.cookie };
  });
}

export async function signInByLink(
  deps: Deps,
  { token, domain }: { token: string; domain: string | undefined },
  browser: Browser,
): Promise<SignInResult> {
  const company = domain === undefined ? null : await companyOf(deps, domain);
  const named = { tokenHash: hashToken(token), now: deps.clock.now() };
  const found = await deps.database.asSystem((tx) => findLiveToken(tx, named));
  if (!found || (company && company.companyId !== found.companyId)) {
    throw new AppError('SIGN_IN_LINK_DEAD');
  }
  if (!browser.nonce || hashToken(browser.nonce) !== found.nonceHash) {
    throw new AppError('SIGN_IN_CODE_NEEDED');
  }
  return consumeToken(deps, found, browser);
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
  const secret = token ?? browser.nonce;
  if (!secret) throw new AppError('SIGN_IN_LINK_DEAD');
  const hash = hashToken(secret);
  const by = token === undefined ? { nonceHash: hash } : { tokenHash: hash };
  const now = deps.clock.now();
  // Committed in its own transaction, so that a wrong code is always counted.
  const tried = await deps.database.asSystem((tx) =>
    spendCodeAttempt(tx, { companyId, by, now, attemptsMax: CODE_ATTEMPTS_MAX }),
  );
  const right = tried.find((row) => row.codeHash === hashCode(row.id, code));
  if (right) return consumeToken(deps, right, browser);
  const isLast = tried.every((row) => row.codeTries >= CODE_ATTEMPTS_MAX);
  throw new AppError(isLast ? 'SIGN_IN_LINK_DEAD' : 'SIGN_IN_CODE_WRONG');
}

/** After a reload: exchanges the session cookie for a new bearer token of the page's company. */
export async function continueSession(
  deps: Deps,
  { domain, cookie }: { domain: string | undefined; cookie: string | null },
): Promise<SignedIn> {
  const company = domain === undefined ? null : await companyOf(deps, domain);
  const session = cookie ? await resolveCookie(deps, cookie) : null;
  if (!session || (company && company.companyId !== session.companyId)) {
    throw new AppError('UNAUTHORIZED');
  }
  return deps.database.asSystem((tx) => answerFor(tx, deps, session));
}
