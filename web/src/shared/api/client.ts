/**
 * The API client: typed from the contract's route table, same origin, with a timeout. A call never throws:
 * it returns an answer or a failure with its kind. Apart from renewing the bearer it neither retries nor
 * shows anything; both are up to the caller.
 */

import type { ApiError } from '@quittance/contract/errors';
import { ENDPOINTS } from '@quittance/contract/http/endpoints';
import { urlTo } from '@quittance/contract/http/portal-route';
import type { IdempotencyKey } from '@quittance/contract/ids';
import type {
  AnswerOf,
  BodyOf,
  ParamsOf,
  RouteName,
  Routes,
} from '@quittance/contract/portal-routes';
import type { z } from 'zod';
import type { ApiFailure } from './failure.ts';
import { authorizationOf, isSameCustomer, type PrincipalHolder } from './principal.ts';
import { createRenewal } from './renewal.ts';

const READ_TIMEOUT_MS = 15_000;
/** Longer than the server's own timeout for a processor (20 s), so that the server answers first. */
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

export type CallResult<Name extends RouteName> =
  | { isOk: true; answer: AnswerOf<Name> }
  | { isOk: false; failure: ApiFailure };

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

/** Link calls carry the secret in their path; payer and customer calls send it in the header. */
function needsAuthorization(name: RouteName): boolean {
  const { who } = ENDPOINTS[name];
  return who === 'payer' || who === 'customer';
}

function isApiError(value: unknown): value is ApiError {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string'
  );
}

async function readFailure(response: Response): Promise<ApiFailure> {
  const body: unknown = await response.json().catch(() => null);
  // A proxy's HTML error page has no error code: only its status is known.
  const error: ApiError = isApiError(body) ? body : { success: false, message: 'UNEXPECTED' };
  return { kind: 'http', status: response.status, error };
}

type ClientParts = {
  fetch: typeof globalThis.fetch;
  principal: PrincipalHolder;
  /** The session ended without the customer signing out. */
  onSessionEnded?: () => void;
};

/**
 * After a 401: whether to send the request again. The refused request had no effect, so it is sent again
 * with a renewed bearer. When the session has ended, a GET waits until the same customer signs in again;
 * any other request fails, and the customer repeats it.
 */
function createRetryDecision({ fetch, principal, onSessionEnded }: ClientParts) {
  const renew = createRenewal({ fetch, principal });
  return async (name: RouteName, deadline: Deadline): Promise<boolean> => {
    const before = principal.current();
    const renewal = await renew();
    if (renewal !== 'ended') return renewal === 'renewed';
    onSessionEnded?.();
    if (ENDPOINTS[name].method !== 'GET') return false;
    deadline.pause();
    await Promise.race([principal.untilChanged(), deadline.whenAborted]);
    deadline.start();
    return isSameCustomer(before, principal.current());
  };
}

type Deadline = ReturnType<typeof createDeadline>;

/** Aborts a call after `timeoutMs`, or when the caller aborts it. */
function createDeadline(timeoutMs: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pause = (): void => clearTimeout(timer);
  const start = (): void => {
    timer = setTimeout(abort, timeoutMs);
  };
  signal?.addEventListener('abort', abort, { once: true });
  start();
  return {
    signal: controller.signal,
    whenAborted: new Promise((resolve) => controller.signal.addEventListener('abort', resolve)),
    start,
    pause,
    end: (): void => {
      pause();
      signal?.removeEventListener('abort', abort);
    },
  };
}

export function createApiClient(parts: ClientParts): ApiClient {
  const { fetch, principal } = parts;
  const shouldRetry = createRetryDecision(parts);
  async function call<Name extends RouteName>(
    name: Name,
    input: CallInput<Name>,
    signal?: AbortSignal,
  ): Promise<CallResult<Name>> {
    const loose = input as LooseInput; // because every CallInput is a subset of its parts
    const deadline = createDeadline(
      loose.idempotencyKey ? MONEY_TIMEOUT_MS : READ_TIMEOUT_MS,
      signal,
    );
    const send = () =>
      fetch(urlTo(ENDPOINTS[name].path, loose), {
        method: ENDPOINTS[name].method,
        headers: headersFor(name, loose, authorizationOf(principal.current())),
        cache: 'no-store',
        signal: deadline.signal,
        ...(loose.body === undefined ? {} : { body: JSON.stringify(loose.body) }),
      });
    try {
      let response = await send();
      if (
        response.status === 401 &&
        needsAuthorization(name) &&
        (await shouldRetry(name, deadline))
      )
        response = await send();
      if (!response.ok) return { isOk: false, failure: await readFailure(response) };
      // because the server serializes every answer through the schema this type is inferred from
      return { isOk: true, answer: (await response.json()) as AnswerOf<Name> };
    } catch {
      if (signal?.aborted) return { isOk: false, failure: { kind: 'aborted' } };
      const reason = deadline.signal.aborted ? 'timeout' : 'unreachable';
      return { isOk: false, failure: { kind: 'network', reason } };
    } finally {
      deadline.end();
    }
  }
  return { call };
}
