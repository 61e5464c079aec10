/**
 * The one door to our API: typed from the contract's route table, same origin, with a deadline, and
 * without exceptions: a call ends in an answer or in a failure that says what kind it is. Beyond a
 * renewed bearer it neither retries nor shows anything; both are decisions of whoever called.
 */
import type { ApiError } from '@quittance/contract/errors';
import type { IdempotencyKey } from '@quittance/contract/ids';
import type { AnswerOf, BodyOf, ParamsOf, Routes } from '@quittance/contract/routes';
import { pathTo } from '@quittance/contract/routes/route';
import type { z } from 'zod';
import { ADDRESSES, type CallName } from './endpoints.ts';
import type { ApiFailure } from './failure.ts';
import { authorizationOf, isSameCustomer, type PrincipalHolder } from './principal.ts';
import { createRenewal } from './renewal.ts';

const READ_TIMEOUT_MS = 15_000;
/** Longer than the server's own deadline towards a processor (20 s), so that it can answer. */
const MONEY_TIMEOUT_MS = 45_000;

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? unknown
  : { [K in Key]: Value };
type QueryPart<Name extends CallName> = Routes[Name] extends {
  query: infer Query extends z.ZodType;
}
  ? { query: z.input<Query> }
  : unknown;
type MoneyPart<Name extends CallName> = Routes[Name] extends { movesMoney: true }
  ? { idempotencyKey: IdempotencyKey }
  : unknown;

/** What a call needs, and nothing it does not take. */
export type CallInput<Name extends CallName> = Part<'params', ParamsOf<Name>> &
  Part<'body', BodyOf<Name>> &
  QueryPart<Name> &
  MoneyPart<Name>;

export type CallResult<Name extends CallName> =
  | { isOk: true; answer: AnswerOf<Name> }
  | { isOk: false; failure: ApiFailure };

export type ApiClient = {
  call: <Name extends CallName>(
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

function addressFor(name: CallName, { params, query }: LooseInput): string {
  const path = pathTo(ADDRESSES[name].path, params);
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(key, String(value));
  return search.size > 0 ? `${path}?${search}` : path;
}

function headersFor(name: CallName, input: LooseInput, authorization: string | null): Headers {
  // No `Accept`: the document preloads a link's first questions, and a browser takes a preloaded answer
  // only for a request with the very same headers.
  const headers = new Headers();
  if (input.body !== undefined) headers.set('Content-Type', 'application/json');
  if (input.idempotencyKey) headers.set('Idempotency-Key', input.idempotencyKey);
  if (authorization && isPrivate(name)) headers.set('Authorization', authorization);
  return headers;
}

/** A link's own calls carry the secret in their path; everybody else shows it in the header. */
function isPrivate(name: CallName): boolean {
  const { who } = ADDRESSES[name];
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
  // A proxy's HTML page has no code of ours: only the status is known then.
  const error: ApiError = isApiError(body) ? body : { success: false, message: 'UNEXPECTED' };
  return { kind: 'http', status: response.status, error };
}

type ClientParts = {
  fetch: typeof globalThis.fetch;
  principal: PrincipalHolder;
  /** The customer is signed out, and did not ask for it. */
  onSessionEnded?: () => void;
};

/**
 * After a refused bearer, which did nothing: again with a fresh one. When the session is over, what only
 * reads waits until the same customer is back; what was pressed is pressed again.
 */
function createSecondTry({ fetch, principal, onSessionEnded }: ClientParts) {
  const renew = createRenewal({ fetch, principal });
  return async (name: CallName, deadline: Deadline): Promise<boolean> => {
    const before = principal.current();
    const renewal = await renew();
    if (renewal !== 'ended') return renewal === 'renewed';
    onSessionEnded?.();
    if (ADDRESSES[name].method !== 'GET') return false;
    deadline.pause();
    await Promise.race([principal.untilChanged(), deadline.whenAborted]);
    deadline.start();
    return isSameCustomer(before, principal.current());
  };
}

type Deadline = ReturnType<typeof createDeadline>;

/** Ends a call after `timeoutMs`, or when its caller does. */
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
  const maySendAgain = createSecondTry(parts);
  async function call<Name extends CallName>(
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
      fetch(addressFor(name, loose), {
        method: ADDRESSES[name].method,
        headers: headersFor(name, loose, authorizationOf(principal.current())),
        cache: 'no-store',
        signal: deadline.signal,
        ...(loose.body === undefined ? {} : { body: JSON.stringify(loose.body) }),
      });
    try {
      let response = await send();
      if (response.status === 401 && isPrivate(name) && (await maySendAgain(name, deadline)))
        response = await send();
      if (!response.ok) return { isOk: false, failure: await readFailure(response) };
      // because the server serialises every answer through the schema this type is inferred from
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
