/** One handler per call of the staff console. They only pass on: the use cases are in access/staff and provider/. */
import { nonceFor } from '../../identity/request-sign-in.ts';
import { SIGN_IN_MS } from '../../identity/send-sign-in.ts';
import {
  addPasskey,
  offerPasskey,
  proveSecondFactor,
  readPasskeys,
  removePasskey,
  requestSecondFactor,
} from '../../identity/staff/staff-passkeys.ts';
import {
  endStaffSession,
  readSession,
  readSessions,
  STAFF_ABSOLUTE_MS,
} from '../../identity/staff/staff-session.ts';
import { completeStaffSignIn, requestStaffSignIn } from '../../identity/staff/staff-sign-in.ts';
import { changeRole, inviteMember, readTeam, removeMember } from '../../identity/team.ts';
import type { DeskHandlers } from './desk-call.ts';

export const DESK_HANDLERS: DeskHandlers = {
  requestSignIn: async (deps, { body, cookies }) => {
    const nonce = nonceFor(deps, cookies.read('nonce'));
    await requestStaffSignIn(deps, { ...body, nonce });
    cookies.set('nonce', nonce, SIGN_IN_MS);
    return { success: true };
  },
  completeSignIn: async (deps, { body, cookies, visitor }) => {
    const browser = {
      nonce: cookies.read('nonce'),
      sessionCookie: cookies.read('session'),
      visitor,
    };
    const { answer, cookie } = await completeStaffSignIn(deps, body, browser);
    cookies.set('session', cookie, STAFF_ABSOLUTE_MS);
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
  passkeyOptions: async (deps, { caller }) => ({ options: await offerPasskey(deps, caller) }),
  addPasskey: (deps, { caller, body }) => addPasskey(deps, caller, body),
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
