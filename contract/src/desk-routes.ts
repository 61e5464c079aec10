/** The staff console's own calls: sign-in, sessions, passkeys, the team. Everything else uses the provider API. */
import { z } from 'zod';
import { companyBrandSchema } from './companies/portal-schemas.ts';
import type { DeskRoute } from './http/desk-route.ts';
import { successSchema } from './http/success.ts';
import {
  newPasskeyOptionsSchema,
  newPasskeySchema,
  passkeyIdSchema,
  passkeyProofSchema,
  passkeysSchema,
  secondFactorOptionsSchema,
  secondFactorSchema,
} from './identity/desk-passkeys.ts';
import {
  identityProofSchema,
  identityProviderChangeSchema,
  identityProviderStateSchema,
  identitySignInSchema,
} from './identity/identity-provider.ts';
import { passkeySchema } from './identity/passkey-schemas.ts';
import {
  deskSessionSchema,
  domainText,
  invitationSchema,
  memberIdSchema,
  memberSchema,
  roleChangeSchema,
  setupSchema,
  signInProofSchema,
  signInRequestSchema,
  staffSessionsSchema,
  teamSchema,
  teamSessionsSchema,
} from './identity/staff.ts';

const memberParams = z.object({ memberId: memberIdSchema });

export const DESK_ROUTES = {
  /** The name and logo for the sign-in page, which payers see as well. */
  getBrand: {
    limits: ['publicRead'],
    method: 'GET',
    path: '/companies/{domain}',
    who: 'anyone',
    params: z.object({ domain: domainText }),
    answer: companyBrandSchema.extend({
      /** Null if staff sign in by email only. */
      identityProvider: z.object({ label: z.string(), isRequired: z.boolean() }).nullable(),
    }),
    errors: ['COMPANY_NOT_FOUND'],
  },
  /** Only while there is no company. Signs the owner in. */
  setUp: {
    limits: ['signInProof'],
    method: 'POST',
    path: '/setup',
    who: 'anyone',
    body: setupSchema,
    answer: deskSessionSchema,
    errors: ['SIGN_IN_LINK_DEAD', 'DOMAIN_RESERVED', 'DOMAIN_ALREADY_USED'],
  },
  /** The response is the same for any input. A member receives a link and a code by email. */
  requestSignIn: {
    limits: ['mailRequest', 'deskSameSignIn'],
    method: 'POST',
    path: '/sign-in',
    who: 'anyone',
    body: signInRequestSchema,
    answer: successSchema,
  },
  completeSignIn: {
    limits: ['signInProof', 'deskCompanyCode', 'anyCode'],
    method: 'POST',
    path: '/sign-in/complete',
    who: 'anyone',
    body: signInProofSchema,
    answer: deskSessionSchema,
    errors: [
      'SIGN_IN_LINK_DEAD',
      'SIGN_IN_CODE_NEEDED',
      'SIGN_IN_CODE_WRONG',
      'IDENTITY_PROVIDER_REQUIRED',
    ],
  },
  /** The browser continues at the address. It comes back with a code, which only this browser can use. */
  beginIdentitySignIn: {
    limits: ['identitySignIn'],
    method: 'POST',
    path: '/identity-provider/sign-in',
    who: 'anyone',
    body: identitySignInSchema,
    answer: z.object({ url: z.string() }),
    errors: ['IDENTITY_PROVIDER_UNUSABLE'],
  },
  completeIdentitySignIn: {
    limits: ['signInProof'],
    method: 'POST',
    path: '/identity-provider/sign-in/complete',
    who: 'anyone',
    body: identityProofSchema,
    answer: deskSessionSchema,
    errors: ['IDENTITY_PROVIDER_UNUSABLE', 'IDENTITY_NOT_CONFIRMED', 'IDENTITY_NOT_ADMITTED'],
  },
  getSession: {
    limits: [],
    method: 'GET',
    path: '/session',
    who: 'member',
    answer: deskSessionSchema,
  },
  endSession: {
    limits: [],
    method: 'DELETE',
    path: '/session',
    who: 'member',
    answer: successSchema,
  },
  listSessions: {
    limits: [],
    method: 'GET',
    path: '/sessions',
    who: 'member',
    answer: staffSessionsSchema,
  },
  removeSession: {
    limits: ['change'],
    method: 'DELETE',
    path: '/sessions/{sessionId}',
    who: 'member',
    params: z.object({ sessionId: z.uuid() }),
    answer: staffSessionsSchema,
  },

  listPasskeys: {
    limits: [],
    method: 'GET',
    path: '/passkeys',
    who: 'member',
    answer: passkeysSchema,
  },
  /**
   * The first passkey requires a sign-in by email within the last 10 minutes. Further passkeys require the second
   * factor.
   */
  passkeyOptions: {
    limits: ['change'],
    method: 'POST',
    path: '/passkeys/options',
    who: 'member',
    answer: newPasskeyOptionsSchema,
    errors: ['RECENT_SIGN_IN_REQUIRED', 'SECOND_FACTOR_REQUIRED', 'PASSKEYS_MAX'],
  },
  /** Counts as the second factor because the passkey was just used. */
  addPasskey: {
    limits: ['change'],
    method: 'POST',
    path: '/passkeys',
    who: 'member',
    body: newPasskeySchema,
    answer: passkeySchema,
    status: 201,
    errors: [
      'RECENT_SIGN_IN_REQUIRED',
      'SECOND_FACTOR_REQUIRED',
      'PASSKEYS_MAX',
      'PASSKEY_NOT_VERIFIED',
    ],
  },
  removePasskey: {
    limits: ['change'],
    method: 'DELETE',
    path: '/passkeys/{passkeyId}',
    who: 'member',
    needsSecondFactor: true,
    params: z.object({ passkeyId: passkeyIdSchema }),
    answer: passkeysSchema,
  },
  secondFactorOptions: {
    limits: ['change'],
    method: 'POST',
    path: '/second-factor/options',
    who: 'member',
    answer: secondFactorOptionsSchema,
    errors: ['PASSKEY_MISSING'],
  },
  proveSecondFactor: {
    limits: ['change'],
    method: 'POST',
    path: '/second-factor',
    who: 'member',
    body: passkeyProofSchema,
    answer: secondFactorSchema,
    errors: ['PASSKEY_MISSING', 'PASSKEY_NOT_VERIFIED'],
  },

  getIdentityProvider: {
    limits: [],
    method: 'GET',
    path: '/identity-provider',
    who: 'owner',
    answer: identityProviderStateSchema,
  },
  /** The provider must answer. */
  changeIdentityProvider: {
    limits: ['change'],
    method: 'PATCH',
    path: '/identity-provider',
    who: 'owner',
    needsSecondFactor: true,
    body: identityProviderChangeSchema,
    answer: identityProviderStateSchema,
    errors: ['IDENTITY_PROVIDER_UNUSABLE'],
  },
  removeIdentityProvider: {
    limits: ['change'],
    method: 'DELETE',
    path: '/identity-provider',
    who: 'owner',
    needsSecondFactor: true,
    answer: identityProviderStateSchema,
  },

  getTeam: { limits: [], method: 'GET', path: '/team', who: 'member', answer: teamSchema },
  inviteMember: {
    limits: ['change'],
    method: 'POST',
    path: '/team',
    who: 'owner',
    needsSecondFactor: true,
    body: invitationSchema,
    answer: memberSchema,
    status: 201,
    errors: ['MEMBER_ALREADY_ACTIVE', 'MEMBERS_MAX'],
  },
  changeMember: {
    limits: ['change'],
    method: 'PATCH',
    path: '/team/{memberId}',
    who: 'owner',
    needsSecondFactor: true,
    params: memberParams,
    body: roleChangeSchema,
    answer: memberSchema,
    errors: ['LAST_OWNER'],
  },
  listTeamSessions: {
    limits: [],
    method: 'GET',
    path: '/team/sessions',
    who: 'owner',
    answer: teamSessionsSchema,
  },
  removeTeamSession: {
    limits: ['change'],
    method: 'DELETE',
    path: '/team/sessions/{sessionId}',
    who: 'owner',
    needsSecondFactor: true,
    params: z.object({ sessionId: z.uuid() }),
    answer: teamSessionsSchema,
  },
  /** Also ends the member's sessions immediately. */
  removeMember: {
    limits: ['change'],
    method: 'DELETE',
    path: '/team/{memberId}',
    who: 'owner',
    needsSecondFactor: true,
    params: memberParams,
    answer: teamSchema,
    errors: ['USER_CAN_NOT_DELETE_ITSELF', 'LAST_OWNER'],
  },
} as const satisfies Record<string, DeskRoute>;

export type DeskRoutes = typeof DESK_ROUTES;
export type DeskRouteName = keyof DeskRoutes;

type Part<Name extends DeskRouteName, Key extends string> =
  DeskRoutes[Name] extends Record<Key, z.ZodType> ? z.infer<DeskRoutes[Name][Key]> : null;

export type DeskParams<Name extends DeskRouteName> = Part<Name, 'params'>;
export type DeskBody<Name extends DeskRouteName> = Part<Name, 'body'>;
export type DeskAnswer<Name extends DeskRouteName> = z.infer<DeskRoutes[Name]['answer']>;
