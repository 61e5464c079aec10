/** Rate limits of each staff console call (R23). The table covers every call. */
import type { DeskRouteName } from '@quittance/contract/desk-routes';
import { type CountedRequest, PUBLIC_READ, type Rule } from './route-limits.ts';

const byClientIp = ({ clientIp }: CountedRequest) => [clientIp];
const byCaller = ({ caller }: CountedRequest) => (caller === null ? null : [caller]);
const normalize = (text: unknown) => String(text).trim().toLowerCase();

const MAIL_REQUEST: Rule = { limit: 'mailRequests', counts: 'every', of: byClientIp };
const SAME_SIGN_IN: Rule = {
  limit: 'mailsPerText',
  counts: 'every',
  isByBody: true,
  of: ({ body }) => ['desk', normalize(body['domain']), normalize(body['email'])],
};
const SIGN_IN: Rule = { limit: 'signIns', counts: 'failures', of: byClientIp };
/** Each one calls the company's identity provider. */
const IDENTITY: Rule = { limit: 'signIns', counts: 'every', of: byClientIp };
/** Only a code can be guessed; a link cannot. */
const isGuess = ({ body }: CountedRequest) => body['code'] !== undefined;
const CODE_OF_COMPANY: Rule = {
  limit: 'codesPerCompany',
  counts: 'failures',
  isByBody: true,
  of: (request) => (isGuess(request) ? ['desk', normalize(request.body['domain'])] : null),
};
const ANY_CODE: Rule = {
  limit: 'codesInAll',
  counts: 'failures',
  isByBody: true,
  of: (request) => (isGuess(request) ? ['all'] : null),
};
const CHANGE: Rule = { limit: 'profileChanges', counts: 'every', isByCaller: true, of: byCaller };

/** Session calls require a valid cookie, and authentication counts invalid ones. */
const SESSION: readonly Rule[] = [];

export const DESK_LIMITS: Record<DeskRouteName, readonly Rule[]> = {
  getBrand: [PUBLIC_READ],
  setUp: [SIGN_IN],
  requestSignIn: [MAIL_REQUEST, SAME_SIGN_IN],
  completeSignIn: [SIGN_IN, CODE_OF_COMPANY, ANY_CODE],
  beginIdentitySignIn: [IDENTITY],
  completeIdentitySignIn: [SIGN_IN],
  getSession: SESSION,
  endSession: SESSION,
  listSessions: SESSION,
  removeSession: [CHANGE],
  listPasskeys: SESSION,
  passkeyOptions: [CHANGE],
  addPasskey: [CHANGE],
  removePasskey: [CHANGE],
  secondFactorOptions: [CHANGE],
  proveSecondFactor: [CHANGE],
  getIdentityProvider: SESSION,
  changeIdentityProvider: [CHANGE],
  removeIdentityProvider: [CHANGE],
  getTeam: SESSION,
  listTeamSessions: SESSION,
  removeTeamSession: [CHANGE],
  inviteMember: [CHANGE],
  changeMember: [CHANGE],
  removeMember: [CHANGE],
};
