/**
 * A client for the provider API, typed from the contract's route table: `client.createInvoice({ body })`. Iterate
 * over lists with `for await (const invoice of client.all.listInvoices())`.
 */
import { type ProviderRoute, providerPath } from '@quittance/contract/http/provider-route';
import { PROVIDER_ROUTES } from '@quittance/contract/provider-routes';
import type { CallOptions, Calls, Lists } from './call-types.ts';
import { send, type Transport } from './send.ts';
import { wait } from './wait.ts';

export type ClientSettings = {
  baseUrl: string;
  /** A key such as `qk_…`. Use it on a server only, never in a browser. */
  apiKey: string;
  /** The number of retries before a call fails. Default: 4. */
  retries?: number;
  /** The timeout of one attempt. Default: 30 seconds. */
  timeoutMs?: number;
  wait?: Transport['wait'];
};

export type Client = Calls & {
  all: Lists;
};

type AnyInput = CallOptions & {
  params?: Record<string, string>;
  query?: Record<string, string | number | readonly string[] | undefined>;
  body?: unknown;
};
type AnyCall = (input?: AnyInput) => Promise<unknown>;
type AnyPage = { data: unknown[]; nextCursor: string | null };

const RETRIES = 4;
const TIMEOUT_MS = 30_000;

function toUrl(baseUrl: string, { path }: ProviderRoute, { params, query = {} }: AnyInput): string {
  const url = new URL(providerPath(path, params), baseUrl);
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value ?? []].flat()) url.searchParams.append(name, String(one));
  }
  return url.href;
}

function toCall(baseUrl: string, transport: Transport, route: ProviderRoute): AnyCall {
  const { method, bodyType } = route;
  const isFile = route.answerType !== undefined;
  return async (input = {}) => {
    // Generated once per call, so that all attempts use the same key.
    const key = method === 'GET' ? null : (input.idempotencyKey ?? crypto.randomUUID());
    const { body, signal } = input;
    const url = toUrl(baseUrl, route, input);
    return send(transport, { url, method, idempotencyKey: key, body, bodyType, isFile, signal });
  };
}

function toList(call: AnyCall) {
  return async function* (input: AnyInput = {}) {
    let after: string | null = null;
    do {
      const cursor: { after?: string } = after === null ? {} : { after };
      const page = await call({ ...input, query: { ...input.query, ...cursor } });
      const { data, nextCursor } = page as AnyPage; // because only calls that answer a page are typed as lists
      yield* data;
      after = nextCursor;
    } while (after !== null);
  };
}

export function createClient(settings: ClientSettings): Client {
  const { baseUrl, apiKey, retries = RETRIES, timeoutMs = TIMEOUT_MS } = settings;
  const transport: Transport = { apiKey, retries, timeoutMs, wait: settings.wait ?? wait };
  const calls = Object.entries(PROVIDER_ROUTES).map(
    ([name, route]) => [name, toCall(baseUrl, transport, route)] as const,
  );
  const lists = calls.map(([name, call]) => [name, toList(call)] as const);
  const client = { ...Object.fromEntries(calls), all: Object.fromEntries(lists) };
  return client as unknown as Client; // because each call is built from the row that it is typed with
}
