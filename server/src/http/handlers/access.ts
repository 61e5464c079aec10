/** Sign-in, sign-out, links by mail, and the companies' public brands. */
import { findCompanyBrand, readCompanyBrand, readCompanyLogo } from '../../access/find-company.ts';
import { requestLink } from '../../access/request-link.ts';
import { nonceFor, requestSignIn } from '../../access/request-sign-in.ts';
import { SIGN_IN_MS } from '../../access/send-sign-in.ts';
import { SESSION_ABSOLUTE_MS } from '../../access/session.ts';
import {
  continueSession,
  type SignInResult,
  signInByCode,
  signInByLink,
} from '../../access/sign-in.ts';
import { signOut } from '../../access/sign-out.ts';
import { AppError } from '../../errors.ts';
import { answerWith, type Call, type Handlers } from '../call.ts';

type SignInCall = Pick<Call<'signIn'>, 'cookies' | 'evidence'>;

function browserOf({ cookies, evidence }: SignInCall) {
  return {
    nonce: cookies.nonce,
    sessionCookie: cookies.session,
    visitor: { address: evidence.ipAddress, userAgent: evidence.userAgent },
  };
}

function setSession({ cookies }: SignInCall, { answer, cookie }: SignInResult) {
  cookies.set('session', cookie, SESSION_ABSOLUTE_MS);
  cookies.clear('nonce');
  return answer;
}

/** Browsers attach cookies to cross-site requests, so the request must be same-origin. */
function requireSameOrigin({ isSameOrigin }: Pick<Call<'signIn'>, 'isSameOrigin'>): void {
  if (!isSameOrigin) throw new AppError('UNAUTHORIZED');
}

/** Removes the session cookie and everything that pages have stored in the browser. */
function clearBrowser({
  cookies,
  setHeader,
}: Pick<Call<'signOut'>, 'cookies' | 'setHeader'>): void {
  cookies.clear('session');
  setHeader('clear-site-data', '"cache", "storage"');
}

export const accessHandlers = {
  signIn: async (deps, call) => {
    requireSameOrigin(call);
    const { token, domain } = call.query;
    if (token === undefined) {
      return continueSession(deps, { domain, cookie: call.cookies.session });
    }
    return setSession(call, await signInByLink(deps, { token, domain }, browserOf(call)));
  },
  signInByCode: async (deps, call) => {
    requireSameOrigin(call);
    const { domain, code: typed, token } = call.body;
    return setSession(call, await signInByCode(deps, { domain, typed, token }, browserOf(call)));
  },
  signOut: async (deps, call) => {
    await signOut(deps, call.principal, 'here');
    clearBrowser(call);
    return { success: true };
  },
  signOutEverywhere: async (deps, call) => {
    await signOut(deps, call.principal, 'everywhere');
    clearBrowser(call);
    return { success: true };
  },
  sendSignInMail: async (deps, { params, body, cookies }) => {
    const nonce = nonceFor(deps, cookies.nonce);
    await requestSignIn(deps, { domain: body.domain, typed: body.email, id: params.id, nonce });
    cookies.set('nonce', nonce, SIGN_IN_MS);
    return { success: true };
  },
  resolveInvoice: async (deps, { body, cookies }) => {
    const nonce = nonceFor(deps, cookies.nonce);
    await requestLink(deps, { ...body, nonce });
    cookies.set('nonce', nonce, SIGN_IN_MS);
    return { success: true };
  },
  findCompany: answerWith('company', (deps, { query }) => findCompanyBrand(deps, query.name)),
  companyLogo: async (deps, { params, setHeader }) => {
    const picture = await readCompanyLogo(deps, params);
    setHeader('content-type', 'image/png');
    setHeader('cache-control', 'public, max-age=31536000, immutable');
    return picture;
  },
  companyBrand: answerWith('company', (deps, { params }) => readCompanyBrand(deps, params.company)),
} satisfies Partial<Handlers>;
