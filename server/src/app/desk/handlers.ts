/** One handler per call of the staff console. The logic is in the use cases in identity. */
import { readCompanyBrand } from '../../companies/find-company.ts';
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
import { changeRole, inviteMember, readTeam, removeMember } from '../../identity/team.ts';
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
  getBrand: (deps, { params }) => readCompanyBrand(deps, params.domain),
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

  getTeam: (deps, { caller }) => readTeam(deps, caller),
  inviteMember: (deps, { caller, body }) => inviteMember(deps, caller, body),
  changeMember: (deps, { caller, params, body }) =>
    changeRole(deps, { actor: caller, ...params, ...body }),
  removeMember: (deps, { caller, params }) => removeMember(deps, { actor: caller, ...params }),
};
