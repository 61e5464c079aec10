/**
 * The client of the portal's API, typed from the contract's route table. Apart from renewing the bearer it neither retries
 * nor shows anything; both are up to the caller.
 */

import type { ApiError, PayerErrorCode } from '@quittance/contract/errors';
import { ENDPOINTS } from '@quittance/contract/http/endpoints';
import { pathTo, urlTo } from '@quittance/contract/http/portal-route';
import type { IdempotencyKey } from '@quittance/contract/ids';
import type {
  AnswerOf,
  BodyOf,
  ParamsOf,
  RouteName,
  Routes,
} from '@quittance/contract/portal-routes';
import type { z } from 'zod';
import { type Deadline, exchange, type Failure, type Result } from './http.ts';
import { isSameCustomer, type PrincipalHolder, toAuthorization } from './principal.ts';

const READ_TIMEOUT_MS = 15_000;
/** Longer than the server's own timeout for a processor (20 s), so that the server responds first. */
const MONEY_TIMEOUT_MS = 45_000;

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? unknown
  : { [K in Key]: Value };
type QueryPart<Name extends RouteName> = Routes[Name] extends {
  query: infer Query extends z.ZodType;
}
  ? { query: z.input<Query> }
  : unknown;
type MoneyPart<Name extends RouteName> = Routes[Name] extends { movesMoney: true }
  ? { idempotencyKey: IdempotencyKey }
  : unknown;

export type CallInput<Name extends RouteName> = Part<'params', ParamsOf<Name>> &
  Part<'body', BodyOf<Name>> &
  QueryPart<Name> &
  MoneyPart<Name>;

export type ApiFailure = Failure<ApiError>;
export type CallResult<Name extends RouteName> = Result<AnswerOf<Name>, ApiError>;

export function isCode(failure: ApiFailure | null | undefined, code: PayerErrorCode): boolean {
  return failure?.kind === 'http' && failure.error.message === code;
}

export type ApiClient = {
  call: <Name extends RouteName>(
    name: Name,
    input: CallInput<Name>,
    signal?: AbortSignal,
  ) => Promise<CallResult<Name>>;
};

type LooseInput = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  idempotencyKey?: string;
};

function headersFor(name: RouteName, input: LooseInput, authorization: string | null): Headers {
  const headers = new Headers();
  if (input.body !== undefined) headers.set('Content-Type', 'application/json');
  if (input.idempotencyKey) headers.set('Idempotency-Key', input.idempotencyKey);
  if (authorization && needsAuthorization(name)) headers.set('Authorization', authorization);
  return headers;
}

/** Link calls carry the secret in their path. Payer and customer calls send it in the header. */
function needsAuthorization(name: RouteName): boolean {
  const { who } = ENDPOINTS[name];
  return who === 'payer' || who === 'customer';
}

/** A proxy's HTML error page has no error code, so only its status is available. */
function readProblem(body: unknown): ApiError {
  const isOurs =
    typeof body === 'object' &&
    body !== null &&
    'message' in body &&
    typeof body.message === 'string';
  // because every body with a code follows the error schema
  return isOurs ? (body as ApiError) : { success: false, message: 'UNEXPECTED' };
}

type ClientParts = {
  fetch: typeof globalThis.fetch;
  principal: PrincipalHolder;
  /** The session ended without the customer signing out. */
  onSessionEnded?: () => void;
};

/**
 * Decides whether to repeat a request after a 401. The refused request had no effect, so it is sent again with a
 * renewed bearer token. If the session has ended, a GET and every request for a payment wait until the same customer
 * signs in again; any other request fails, and the customer repeats it.
 */
function createRetryDecision({ fetch, principal, onSessionEnded }: ClientParts) {
  const renew = createRenewal({ fetch, principal });
  return async (name: RouteName, deadline: Deadline): Promise<boolean> => {
    const before = principal.current();
    const renewal = await renew();
    if (renewal !== 'ended') return renewal === 'renewed';
    onSessionEnded?.();
    const { method, who } = ENDPOINTS[name];
    if (method !== 'GET' && who !== 'payer') return false;
    deadline.pause();
    await Promise.race([principal.untilChanged(), deadline.whenAborted]);
    deadline.start();
    return isSameCustomer(before, principal.current());
  };
}

export function createApiClient(parts: ClientParts): ApiClient {
  const { fetch, principal } = parts;
  const shouldRetry = createRetryDecision(parts);
  return {
    call: (name, input, signal) => {
      const { method, path } = ENDPOINTS[name];
      const loose = input as LooseInput; // because every CallInput is a subset of its parts
      return exchange(fetch, {
        url: urlTo(path, loose),
        request: () => ({
          method,
          headers: headersFor(name, loose, toAuthorization(principal.current())),
          body: loose.body === undefined ? undefined : JSON.stringify(loose.body),
        }),
        timeoutMs: loose.idempotencyKey ? MONEY_TIMEOUT_MS : READ_TIMEOUT_MS,
        signal,
        shouldRetry: async ({ status }, deadline) =>
          status === 401 && needsAuthorization(name) && shouldRetry(name, deadline),
        // The cast is safe because the server serializes every response through the schema this type is inferred
        // from.
        readAnswer: async (response) => (await response.json()) as AnswerOf<typeof name>,
        readProblem,
      });
    },
  };
}

/** `ended`: the server refused, or the cookie now belongs to another customer. `unknown`: there was no response. */
type Renewal = 'renewed' | 'ended' | 'unknown';

type RenewalParts = { fetch: typeof globalThis.fetch; principal: PrincipalHolder };

function createRenewal({ fetch, principal }: RenewalParts): () => Promise<Renewal> {
  let running: Promise<Renewal> | null = null;
  const renew = async (): Promise<Renewal> => {
    const before = principal.current();
    if (before.kind !== 'customer') return 'unknown';
    const query = new URLSearchParams({ domain: before.domain });
    const response = await fetch(`${pathTo(ENDPOINTS.signIn.path)}?${query}`, {
      cache: 'no-store',
    });
    // A sign-in or sign-out happened in the meantime, so its bearer token is newer than this response.
    if (principal.current() !== before)
      return isSameCustomer(before, principal.current()) ? 'renewed' : 'unknown';
    if (!response.ok) return response.status === 401 ? 'ended' : 'unknown';
    // The cast is safe because the server serializes every response through the schema this type is inferred from.
    const { token, customerId } = (await response.json()) as AnswerOf<'signIn'>;
    if (customerId !== before.customerId) return 'ended';
    principal.become({ ...before, bearer: token });
    return 'renewed';
  };
  return () => {
    running ??= renew()
      .catch(() => 'unknown' as const)
      .finally(() => {
        running = null;
      });
    return running;
  };
}
