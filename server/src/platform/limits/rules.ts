/**
 * The rate limits that routes declare, and what they count by (R23). Payments are limited by their outcomes, in
 * card-testing.ts.
 */
import type { LimitRule } from '@quittance/contract/http/portal-route';
import type { RequestLimitName } from './limit-config.ts';

export type CountedRequest = {
  clientIp: string;
  authorization: string;
  /** The authenticated caller. Null before authentication and for routes that are open to anyone. */
  caller: string | null;
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  body: Readonly<Record<string, unknown>>;
};

export type Rule = {
  limit: RequestLimitName;
  /** 'misses' counts only 404 responses. With 'failures', a successful request is subtracted again. */
  counts: 'every' | 'failures' | 'misses';
  /** Applied after authentication, so that a caller with many bearer tokens counts as one caller. */
  isByCaller?: true;
  /**
   * Applied once the body is valid, because the rule counts by the body. All other rules apply before any work is
   * done.
   */
  isByBody?: true;
  /** Returns the values to count the request by, or null if the rule does not apply. */
  of(request: CountedRequest): readonly unknown[] | null;
};

const byClientIp = ({ clientIp }: CountedRequest) => [clientIp];
const normalize = (text: unknown) => String(text).trim().toLowerCase();

const ofClient = (limit: RequestLimitName, counts: Rule['counts'] = 'every'): Rule => ({
  limit,
  counts,
  of: byClientIp,
});

const ofCaller = (limit: RequestLimitName): Rule => ({
  limit,
  counts: 'every',
  isByCaller: true,
  of: ({ caller }) => (caller === null ? null : [caller]),
});

const ofBody = (limit: RequestLimitName, of: Rule['of'], counts: Rule['counts']): Rule => ({
  limit,
  counts,
  isByBody: true,
  of,
});

/** Staff may also sign in by a link, which cannot be guessed. Payers always send a code. */
const isGuess = ({ body }: CountedRequest) => body['code'] !== undefined;

const ofCompany = (realm: string) => (request: CountedRequest) =>
  isGuess(request) ? [realm, normalize(request.body['domain'])] : null;

/** Counted when authentication fails, on any route. A valid token is never refused. */
export const UNKNOWN_SESSION = ofClient('unknownSessions');

export const RULES: Readonly<Record<LimitRule, Rule>> = {
  publicRead: ofClient('publicReads'),
  unknownLink: ofClient('unknownLinks', 'misses'),
  payerLink: {
    ...ofClient('unknownLinks', 'misses'),
    of: (request) => (request.authorization.startsWith('Link ') ? byClientIp(request) : null),
  },
  /** A reload sends no token and is not counted: it needs the session cookie, which cannot be guessed. */
  signInToken: {
    ...ofClient('signIns', 'failures'),
    of: (request) => (request.query['token'] === undefined ? null : byClientIp(request)),
  },
  signInProof: ofClient('signIns', 'failures'),
  /** Each one calls the company's identity provider. */
  identitySignIn: ofClient('signIns'),
  companyCode: ofBody('codesPerCompany', ofCompany('company'), 'failures'),
  deskCompanyCode: ofBody('codesPerCompany', ofCompany('desk'), 'failures'),
  /** Shared by all clients, so only a well-formed code counts toward it. */
  anyCode: ofBody('codesInAll', (request) => (isGuess(request) ? ['all'] : null), 'failures'),
  mailRequest: ofClient('mailRequests'),
  sameSignIn: ofBody(
    'mailsPerText',
    ({ params, body: { domain, email } }) => [
      'sign-in',
      normalize(domain),
      normalize(email) || normalize(params['id']),
    ],
    'every',
  ),
  deskSameSignIn: ofBody(
    'mailsPerText',
    ({ body: { domain, email } }) => ['desk', normalize(domain), normalize(email)],
    'every',
  ),
  sameInvoice: ofBody(
    'mailsPerText',
    ({ body: { company, reference, email } }) =>
      ['invoice', company, reference, email].map(normalize),
    'every',
  ),
  fields: ofCaller('fieldSessions'),
  change: ofCaller('profileChanges'),
  inquiry: ofCaller('inquiries'),
  addressSuggestions: ofCaller('placeLookups'),
  errorReport: ofClient('errorReports'),
  webhook: {
    limit: 'webhooks',
    counts: 'every',
    of: ({ params }) => [params['processor'], normalize(params['company'])],
  },
};
