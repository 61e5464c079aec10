/**
 * Makes the staff calls, and provider API calls with the cookie of a signed-in member. A call never throws: it
 * returns a response or a failure. Each call is sent once; the caller repeats it if needed, with the same key.
 */

import { DESK_HEADER } from '@quittance/contract/http/desk-route';
import { fillPath } from '@quittance/contract/http/paths';
import { exchange, isStatus } from '../../shared/api/http.ts';
import { createReads, createReadsStore, type Reads } from '../../shared/api/reads.ts';
import { createUuid, type KeyParts } from '../../shared/lib/action-keys.ts';
import { CALL_ROWS, type CallRow } from './call-rows.ts';
import type { AnswerOf, CallInput, CallName } from './call-types.ts';
import { type Problem, type Result, readProblem } from './failure.ts';
import { createOpenActions, type OpenActions } from './open-actions.ts';

const READ_TIMEOUT_MS = 30_000;
/** Uploading a part of a file takes this long on a slow line. */
const CHANGE_TIMEOUT_MS = 120_000;

type CallOptions = {
  signal?: AbortSignal | undefined;
  idempotencyKey?: string;
  /** Refused if the object has changed since it was last read here: the call replaces a list that others change. */
  isGuarded?: boolean | undefined;
};

export type FileName =
  | 'getInvoicePdf'
  | 'getCustomerData'
  | 'getCustomerDataPage'
  | 'getCreditNotePdf'
  | 'getAttachment'
  | 'getContractDocument'
  | 'getJournal'
  | 'getAging'
  | 'getClearing'
  | 'getImportReport';

export type DeskClient = {
  domain: string;
  call: <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options?: CallOptions,
  ) => Promise<Result<AnswerOf<Name>>>;
  file: <Name extends FileName>(name: Name, input: CallInput<Name>) => Promise<Result<Blob>>;
  openActions: OpenActions;
  reads: Reads<ReadRequest, Problem>;
  /**
   * Calls the listener when a call is refused because the session has ended, until the returned function is called.
   */
  onSessionEnded: (listener: () => void) => () => void;
};

export type ReadRequest = { [Name in CallName]: { route: Name; input: CallInput<Name> } }[CallName];

type QueryValue = string | number | boolean | readonly string[] | undefined;
type LooseInput = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, QueryValue>>;
  body?: unknown;
};

function withQuery(path: string, query: Readonly<Record<string, QueryValue>> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value ?? []].flat()) if (one !== '') search.append(name, String(one));
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

const ANY_FILE = 'application/octet-stream';

function toRow(name: CallName): CallRow {
  const row = CALL_ROWS[name];
  if (!row) throw new Error(`No call is named ${name}`);
  return row;
}

function toBody(body: unknown, fileType: string): { body?: BodyInit; type?: string } {
  if (body === undefined) return {};
  if (body instanceof Uint8Array) return { body: new Uint8Array(body), type: fileType };
  return { body: JSON.stringify(body), type: 'application/json' };
}

type Reader<Answer> = { readAnswer: (response: Response) => Promise<Answer> };

type DeskClientParts = KeyParts & { domain: string; fetch: typeof globalThis.fetch };

export function createDeskClient(parts: DeskClientParts): DeskClient {
  const { domain, fetch, randomness } = parts;
  const listeners = new Set<() => void>();
  /** Entity tags of the objects, by path, in their newest responses. */
  const tags = new Map<string, string>();
  async function send<Answer>(
    name: CallName,
    input: LooseInput,
    { signal, idempotencyKey, isGuarded = false, readAnswer }: CallOptions & Reader<Answer>,
  ): Promise<Result<Answer>> {
    const { method, path, readsOnly = false, fileType = ANY_FILE } = toRow(name);
    const isChange = !readsOnly;
    const { body, type } = toBody(input.body, fileType);
    const filled = fillPath(path, input.params ?? {});
    const seen = isGuarded ? tags.get(filled) : undefined;
    const headers = {
      accept: 'application/json',
      [DESK_HEADER]: domain,
      ...(isChange ? { 'idempotency-key': idempotencyKey ?? createUuid(randomness) } : {}),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(seen === undefined ? {} : { 'if-match': seen }),
    };
    const result = await exchange(fetch, {
      url: withQuery(filled, input.query),
      request: () => ({ method, headers, body }),
      timeoutMs: isChange ? CHANGE_TIMEOUT_MS : READ_TIMEOUT_MS,
      signal,
      readAnswer: (response) => {
        const tag = response.headers.get('etag');
        if (tag !== null) tags.set(filled, tag);
        return readAnswer(response);
      },
      readProblem,
    });
    // `getSession` is how the page finds out whether a session exists, so its 401 does not count.
    if (!result.isOk && isStatus(result.failure, 401) && name !== 'getSession')
      for (const listener of listeners) listener();
    return result;
  }
  const call: DeskClient['call'] = (name, input, options) =>
    // because every CallInput is a subset of its parts
    send(name, input as LooseInput, {
      ...options,
      // because the server serializes the response with this schema
      readAnswer: async (response) => (await response.json()) as AnswerOf<typeof name>,
    });
  return {
    domain,
    call,
    file: (name, input) =>
      // because every CallInput is a subset of its parts
      send(name, input as LooseInput, { readAnswer: (response) => response.blob() }),
    openActions: createOpenActions(domain, parts),
    reads: createReads({
      call: ({ route, input }, signal) => call(route, input, { signal }),
      keyFor: JSON.stringify,
      store: createReadsStore(),
    }),
    onSessionEnded: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
