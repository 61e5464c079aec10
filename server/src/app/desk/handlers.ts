/** One handler per call of the staff console. The logic is in the use cases in identity. */
import { readCompanyBrand } from '../../companies/find-company.ts';
import {
  changeIdentityProvider,
  describeIdentityProvider,
  readIdentityProvider,
  removeIdentityProvider,
} from '../../identity/identity-provider.ts';
import { beginIdentitySignIn, signInByIdentity } from '../../identity/identity-sign-in.ts';
import {
  addPasskey,
  newPasskey,
  readPasskeys,
  removePasskey,
} from '../../identity/passkeys/passkeys.ts';
import { proveSecondFactor, requestSecondFactor } from '../../identity/passkeys/use-passkey.ts';
import { REALMS } from '../../identity/realm.ts';
import { nonceFor, requestStaffSignIn, SIGN_IN_MS } from '../../identity/request-sign-in.ts';
import type { Visitor } from '../../identity/session.ts';
import { setUp } from '../../identity/set-up.ts';
import { signInStaff } from '../../identity/sign-in.ts';
import { endStaffSession, readSession, readSessions } from '../../identity/staff-session.ts';
import {
  changeRole,
  endTeamSession,
  inviteMember,
  readTeam,
  readTeamSessions,
  removeMember,
} from '../../identity/team.ts';
import type { DeskHandlers } from './desk-call.ts';
import type { DeskCookies } from './desk-cookies.ts';

const toBrowser = (cookies: DeskCookies, visitor: Visitor) => ({
  nonce: cookies.read('nonce'),
  sessionCookie: cookies.read('session'),
  visitor,
});

export const DESK_HANDLERS: DeskHandlers = {
  setUp: async (deps, { body, cookies, visitor }) => {
    const { answer, cookie } = await setUp(deps, body, toBrowser(cookies, visitor));
    cookies.set('session', cookie, REALMS.staff.sessionAbsoluteMs);
    return answer;
  },
  getBrand: async (deps, { params: { domain } }) => ({
    ...(await readCompanyBrand(deps, domain)),
    identityProvider: await describeIdentityProvider(deps, domain),
  }),
  requestSignIn: async (deps, { body, cookies }) => {
    const nonce = nonceFor(deps, cookies.read('nonce'));
    await requestStaffSignIn(deps, { ...body, nonce });
    cookies.set('nonce', nonce, SIGN_IN_MS);
    return { success: true };
  },
  completeSignIn: async (deps, { body, cookies, visitor }) => {
    const { answer, cookie } = await signInStaff(deps, body, toBrowser(cookies, visitor));
    cookies.set('session', cookie, REALMS.staff.sessionAbsoluteMs);
    cookies.clear('nonce');
    return answer;
  },
  beginIdentitySignIn: async (deps, { body, cookies }) => {
    const { url, cookie } = await beginIdentitySignIn(deps, body.domain);
    cookies.set('identity', cookie, SIGN_IN_MS);
    return { url };
  },
  completeIdentitySignIn: async (deps, { body, cookies, visitor }) => {
    const pending = cookies.read('identity');
    const proof = { ...body, pending };
    const { answer, cookie } = await signInByIdentity(deps, proof, toBrowser(cookies, visitor));
    cookies.set('session', cookie, REALMS.staff.sessionAbsoluteMs);
    cookies.clear('identity');
    return answer;
  },
  getSession: (deps, { caller }) => readSession(deps, caller),
  endSession: async (deps, { caller, cookies, setHeader }) => {
    await endStaffSession(deps, caller, caller.sessionId);
    cookies.clear('session');
    setHeader('clear-site-data', '"cache", "storage"');
    return { success: true };
  },
  listSessions: async (deps, { caller }) => ({ data: await readSessions(deps, caller) }),
  removeSession: async (deps, { caller, params }) => ({
    data: await endStaffSession(deps, caller, params.sessionId),
  }),

  listPasskeys: async (deps, { caller }) => ({ data: await readPasskeys(deps, caller) }),
  passkeyOptions: async (deps, { caller }) => ({ options: await newPasskey(deps, caller) }),
  addPasskey: async (deps, { caller, body: { name, credential: response } }) =>
    (await addPasskey(deps, caller, { name, response })).added,
  removePasskey: async (deps, { caller, params }) => ({
    data: await removePasskey(deps, caller, params.passkeyId),
  }),
  secondFactorOptions: async (deps, { caller }) => ({
    options: await requestSecondFactor(deps, caller),
  }),
  proveSecondFactor: async (deps, { caller, body }) => ({
    secondFactorUntil: await proveSecondFactor(deps, caller, body.credential),
  }),

  getIdentityProvider: (deps, { caller }) => readIdentityProvider(deps, caller),
  changeIdentityProvider: (deps, { caller, body }) => changeIdentityProvider(deps, caller, body),
  removeIdentityProvider: (deps, { caller }) => removeIdentityProvider(deps, caller),

  getTeam: (deps, { caller }) => readTeam(deps, caller),
  listTeamSessions: (deps, { caller }) => readTeamSessions(deps, caller),
  removeTeamSession: (deps, { caller, params }) => endTeamSession(deps, caller, params.sessionId),
  inviteMember: (deps, { caller, body }) => inviteMember(deps, caller, body),
  changeMember: (deps, { caller, params, body }) =>
    changeRole(deps, { actor: caller, ...params, ...body }),
  removeMember: (deps, { caller, params }) => removeMember(deps, { actor: caller, ...params }),
};
