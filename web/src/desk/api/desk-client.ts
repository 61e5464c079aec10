/**
 * Calls the provider API with the cookie of a signed-in member, and the calls of staff themselves. A call never throws:
 * it returns an answer or a failure. It is sent once; repeating is up to the caller, with the same key.
 */

import { DESK_ROUTES } from '@quittance/contract/desk-routes';
import { DESK_HEADER, deskPath } from '@quittance/contract/http/desk-route';
import {
  isReadRoute,
  type ProviderRoute,
  providerPath,
} from '@quittance/contract/http/provider-route';
import { PROVIDER_ROUTES } from '@quittance/contract/provider-routes';
import { createUuid, type KeyParts } from '../../shared/lib/action-keys.ts';
import type { AnswerOf, CallInput, CallName } from './call-types.ts';
import { problemOf, type Result } from './failure.ts';
import { createOpenActions, type OpenActions } from './open-actions.ts';

const READ_TIMEOUT_MS = 30_000;
/** An import writes up to 10,000 rows before it is answered. */
const CHANGE_TIMEOUT_MS = 120_000;

export type CallOptions = { signal?: AbortSignal | undefined; idempotencyKey?: string };

/** Calls that answer a file. */
export type FileName = 'getInvoicePdf' | 'getContractDocument';

export type DeskClient = {
  domain: string;
  call: <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options?: CallOptions,
  ) => Promise<Result<AnswerOf<Name>>>;
  /** Of a call that answers a file. */
  file: <Name extends FileName>(name: Name, input: CallInput<Name>) => Promise<Result<Blob>>;
  openActions: OpenActions;
  /** Registers what a page shows, until the returned function is called. */
  onReadAgain: (reader: () => void) => () => void;
  /** Reads everything that is shown again: something may have changed without an answer that says so. */
  readAgain: () => void;
};

type QueryValue = string | number | boolean | readonly string[] | undefined;
type LooseInput = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, QueryValue>>;
  body?: unknown;
};

/** With the parts of a query that are set; a list is repeated. */
function withQuery(path: string, query: Readonly<Record<string, QueryValue>> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value ?? []].flat()) if (one !== '') search.append(name, String(one));
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

type Row = {
  method: string;
  path: string;
  base: typeof deskPath;
  readsOnly: boolean;
  fileType: string;
};

const ANY_FILE = 'application/octet-stream';

const isDeskCall = (name: CallName): name is keyof typeof DESK_ROUTES =>
  Object.hasOwn(DESK_ROUTES, name);

function rowOf(name: CallName): Row {
  if (isDeskCall(name))
    return { ...DESK_ROUTES[name], base: deskPath, readsOnly: false, fileType: ANY_FILE };
  const route: ProviderRoute = PROVIDER_ROUTES[name];
  return {
    method: route.method,
    path: route.path,
    base: providerPath,
    readsOnly: isReadRoute(route),
    fileType: route.bodyType ?? ANY_FILE,
  };
}

/** JSON, or a file as it is. */
function bodyOf(body: unknown, fileType: string): { body?: BodyInit; type?: string } {
  if (body === undefined) return {};
  if (body instanceof Uint8Array) return { body: new Uint8Array(body), type: fileType };
  return { body: JSON.stringify(body), type: 'application/json' };
}

type DeskClientParts = KeyParts & { domain: string; fetch: typeof globalThis.fetch };

export function createDeskClient(parts: DeskClientParts): DeskClient {
  const { domain, fetch: send, randomness } = parts;
  const readers = new Set<() => void>();
  async function call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    { signal, idempotencyKey }: CallOptions = {},
  ): Promise<Result<AnswerOf<Name>>> {
    const { method, path, base, readsOnly, fileType } = rowOf(name);
    const isChange = method !== 'GET' && !readsOnly;
    const { params, query, body } = input as LooseInput; // because every CallInput is a subset of its parts
    const sent = bodyOf(body, fileType);
    const timeout = AbortSignal.timeout(isChange ? CHANGE_TIMEOUT_MS : READ_TIMEOUT_MS);
    try {
      const response = await send(withQuery(base(path, params), query), {
        method,
        headers: {
          accept: 'application/json',
          [DESK_HEADER]: domain,
          ...(isChange ? { 'idempotency-key': idempotencyKey ?? createUuid(randomness) } : {}),
          ...(sent.type === undefined ? {} : { 'content-type': sent.type }),
        },
        cache: 'no-store',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(sent.body === undefined ? {} : { body: sent.body }),
      });
      const answer: unknown = await response.json().catch(() => null);
      if (!response.ok) return { isOk: false, failure: problemOf(response.status, answer) };
      // Done, and its answer was cut.
      if (answer === null) return { isOk: false, failure: { kind: 'network' } };
      return { isOk: true, answer: answer as AnswerOf<Name> }; // because the server writes it by this schema
    } catch {
      return { isOk: false, failure: { kind: signal?.aborted ? 'aborted' : 'network' } };
    }
  }
  const file: DeskClient['file'] = async (name, input) => {
    const { params } = input as LooseInput; // because every CallInput is a subset of its parts
    try {
      const { path, base } = rowOf(name);
      const response = await send(base(path, params), {
        headers: { [DESK_HEADER]: domain },
        signal: AbortSignal.timeout(READ_TIMEOUT_MS),
      });
      if (response.ok) return { isOk: true, answer: await response.blob() };
      const body: unknown = await response.json().catch(() => null);
      return { isOk: false, failure: problemOf(response.status, body) };
    } catch {
      return { isOk: false, failure: { kind: 'network' } };
    }
  };
  return {
    domain,
    call,
    file,
    openActions: createOpenActions(domain, parts),
    onReadAgain: (reader) => {
      readers.add(reader);
      return () => readers.delete(reader);
    },
    readAgain: () => {
      for (const reader of readers) reader();
    },
  };
}
