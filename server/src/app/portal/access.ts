/** Sign-in, sign-out, links sent by email, and the companies' public brands. */

import {
  findCompanyBrand,
  readCompanyBrand,
  readCompanyLogo,
} from '../../companies/find-company.ts';
import { DEVICE_IDLE_MS, readDevices, removeDevice, withPart } from '../../identity/device.ts';
import { requestPasskey, signInByPasskey } from '../../identity/passkeys/use-passkey.ts';
import { REALMS } from '../../identity/realm.ts';
import { nonceFor, requestSignIn, SIGN_IN_MS } from '../../identity/request-sign-in.ts';
import { signOut } from '../../identity/session.ts';
import {
  continueSession,
  type SignInResult,
  signInByCode,
  signInByLink,
} from '../../identity/sign-in.ts';
import { AppError } from '../../kernel/errors.ts';
import { answerWith, type Call, type Handlers } from '../../platform/http/portal-call.ts';
import { requestLink } from '../../requests/request-link.ts';

type SignInCall = Pick<Call<'signIn'>, 'cookies' | 'evidence'>;

const toVisitor = ({ evidence }: SignInCall) => ({
  address: evidence.ipAddress,
  userAgent: evidence.userAgent,
});

function toBrowser(call: SignInCall, isKept = false) {
  const { cookies } = call;
  return {
    nonce: cookies.nonce,
    sessionCookie: cookies.session,
    deviceCookie: cookies.device,
    isKept: isKept || cookies.keep !== null,
    visitor: toVisitor(call),
  };
}

type NewCookies = Partial<Pick<SignInResult, 'cookie' | 'deviceCookie'>>;

function setCookies({ cookies }: SignInCall, { cookie, deviceCookie }: NewCookies): void {
  if (cookie !== undefined) cookies.set('session', cookie, REALMS.customer.sessionAbsoluteMs);
  if (deviceCookie) cookies.set('device', deviceCookie, DEVICE_IDLE_MS);
  else if (deviceCookie === null) cookies.clear('device');
}

function setSession(call: SignInCall, result: SignInResult) {
  setCookies(call, result);
  call.cookies.clear('nonce');
  call.cookies.clear('keep');
  return result.answer;
}

/** Browsers attach cookies to cross-site requests, so the request must be same-origin. */
function requireSameOrigin({ isSameOrigin }: Pick<Call<'signIn'>, 'isSameOrigin'>): void {
  if (!isSameOrigin) throw new AppError('UNAUTHORIZED');
}

type SignOutCall = Pick<Call<'signOut'>, 'cookies' | 'evidence' | 'principal' | 'setHeader'>;

function clearBrowser(call: SignOutCall): void {
  const { cookies, principal, setHeader } = call;
  const { companyId } = principal;
  cookies.clear('session');
  setCookies(call, { deviceCookie: withPart(cookies.device, { companyId, part: null }) });
  setHeader('clear-site-data', '"cache", "storage"');
}

export const accessHandlers = {
  signIn: async (deps, call) => {
    requireSameOrigin(call);
    const { token, domain } = call.query;
    if (token === undefined) {
      const { session: cookie, device: deviceCookie } = call.cookies;
      const returning = { domain, cookie, deviceCookie, visitor: toVisitor(call) };
      const continued = await continueSession(deps, returning);
      setCookies(call, continued);
      return continued.answer;
    }
    return setSession(call, await signInByLink(deps, { token, domain }, toBrowser(call)));
  },
  signInByCode: async (deps, call) => {
    requireSameOrigin(call);
    const { domain, code, token, isKept } = call.body;
    const browser = toBrowser(call, isKept);
    return setSession(call, await signInByCode(deps, { domain, code, token }, browser));
  },
  requestPasskey: answerWith('request', (deps, { query }) => requestPasskey(deps, query.domain)),
  signInByPasskey: async (deps, call) => {
    requireSameOrigin(call);
    const { domain, passkey: response, isKept } = call.body;
    const browser = { ...toBrowser(call), isKept: isKept === true };
    return setSession(call, await signInByPasskey(deps, { domain, response }, browser));
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
    if (body.isKept) cookies.set('keep', '1', SIGN_IN_MS);
    else cookies.clear('keep');
    return { success: true };
  },
  devices: answerWith('devices', (deps, { principal }) => readDevices(deps, principal)),
  removeDevice: answerWith('devices', (deps, { principal, params }) =>
    removeDevice(deps, principal, params.id),
  ),
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
