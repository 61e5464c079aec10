/**
 * The shape of one route, and the conversion of its path to a URL. Imports zod only as a type, so that the browser
 * can use it with `endpoints.ts`.
 */
import type { z } from 'zod';
import { fillPath, routePattern } from './paths.ts';

const API_BASE = '/api';
const PRODUCT = 'portal';

/**
 * Who may make a call: anyone, the holder of a public link, a signed-in customer, a payer (either of these two), or
 * a processor with a valid signature.
 */
export type Access = 'anyone' | 'link' | 'customer' | 'payer' | 'processor';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In the notation of product §7: '/{product}/debtor/{id}/account'. */
  path: string;
  who: Access;
  /** The call requires an Idempotency-Key and follows the charge protocol. */
  movesMoney?: true;
};

/**
 * A rate limit that a route declares (R23). What each counts, and by what, is in `server/src/platform/limits/rules.ts`.
 * A route without any takes a session or a link that is checked, and invalid ones are counted.
 */
export type LimitRule =
  | ('publicRead' | 'unknownLink' | 'payerLink' | 'errorReport' | 'webhook')
  | (
      | 'signInToken'
      | 'signInProof'
      | 'companyCode'
      | 'anyCode'
      | 'identitySignIn'
      | 'deskCompanyCode'
    )
  | ('mailRequest' | 'sameSignIn' | 'sameInvoice' | 'deskSameSignIn')
  | ('fields' | 'change' | 'inquiry' | 'addressSuggestions');

export type RouteSchemas = {
  limits: readonly LimitRule[];
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  answer: z.ZodType;
};

export type Route = Endpoint & RouteSchemas;

/** '/{product}/request/{id}/full/submit' → '/api/portal/request/42/full/submit'. */
export function pathTo(path: string, params: Readonly<Record<string, string>> = {}): string {
  return API_BASE + fillPath(path, { ...params, product: PRODUCT });
}

type UrlParts = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
};

/** Half of a surrogate pair, which cannot be URL-encoded. Truncated text can end in one. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

export function urlTo(path: string, { params, query = {} }: UrlParts = {}): string {
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = String(value).replace(LONE_SURROGATE, '\ufffd');
      return `${name}=${encodeURIComponent(text)}`;
    });
  const question = search.length > 0 ? `?${search.join('&')}` : '';
  return `${pathTo(path, params)}${question}`;
}

export function toPattern(path: string): string {
  return API_BASE + routePattern(path.replace('{product}', PRODUCT));
}
