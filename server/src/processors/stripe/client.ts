/**
 * Stripe's SDK on our HTTP client: base URL, key and version are settings, the SDK's retries are off, and network
 * errors are classified as for every processor. Stripe uses cents, so no amounts are converted here.
 */
import Stripe from 'stripe';
import type { HttpAnswer, HttpClient } from '../../platform/outbound/http-client.ts';
import type { Secret } from '../secret.ts';

const TIMEOUT_MS = 20_000;

/** The only headers sent. The SDK would also send details about the host. */
const HEADERS_SENT = [
  'accept',
  'authorization',
  'content-type',
  'idempotency-key',
  'stripe-account',
  'stripe-version',
];

export type Access = {
  baseUrl: string;
  secretKey: Secret;
  /** If null, the SDK's own version is used. */
  apiVersion: string | null;
  stripeAccount: string | null;
};

function toHeaders(given: RequestInit['headers']): Record<string, string> {
  const headers = new Headers(given);
  return Object.fromEntries(
    HEADERS_SENT.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

const WRITES = ['POST', 'DELETE'] as const;

const NO_SUCH_LIST = JSON.stringify({
  error: { type: 'invalid_request_error', message: 'This server has no such list.' },
});

/**
 * A Stripe-compatible server answers a list that it does not have with a plain page, which the SDK cannot read. Only
 * for reads: a page of a proxy proves nothing about a charge.
 */
function toBody(method: string | undefined, { status, body }: HttpAnswer): string {
  return !WRITES.some((write) => write === method) && status === 404 && !body.startsWith('{')
    ? NO_SUCH_LIST
    : body;
}

/** Stripe has a server of its own for uploads. A replacement has one server. */
const FILES_HOST = 'files.stripe.com';
const API_URL = 'https://api.stripe.com';

/** The SDK's transport. Only the path of the SDK's URL is used, because our base URL may have its own path. */
function transport(http: HttpClient, baseUrl: string): typeof fetch {
  return async (input, init) => {
    const { hostname, pathname, search } = new URL(String(input));
    const base = hostname === FILES_HOST && baseUrl === API_URL ? `https://${FILES_HOST}` : baseUrl;
    const answer = await http.call({
      method: WRITES.find((method) => method === init?.method) ?? 'GET',
      url: `${base}${pathname}${search}`,
      headers: toHeaders(init?.headers),
      ...(typeof init?.body === 'string' || init?.body instanceof Uint8Array
        ? { body: init.body }
        : {}),
    });
    // Headers are dropped, so that the SDK does not see warnings or retry hints.
    return new Response(toBody(init?.method, answer), { status: answer.status });
  };
}

export function createClient(http: HttpClient, access: Access): Stripe {
  const { baseUrl, secretKey, apiVersion, stripeAccount } = access;
  return new Stripe(secretKey.reveal(), {
    httpClient: Stripe.createFetchHttpClient(transport(http, baseUrl.replace(/\/$/, ''))),
    maxNetworkRetries: 0,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(apiVersion === null ? {} : { apiVersion: asVersion(apiVersion) }),
    ...(stripeAccount === null ? {} : { stripeAccount }),
  });
}

type Version = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>['apiVersion']>;

function asVersion(version: string): Version {
  // The cast is needed because the SDK types only its own version, but a Stripe-compatible server may need a
  // different one.
  return version as Version;
}

export function toVersion({ apiVersion }: Pick<Access, 'apiVersion'>): string {
  return apiVersion ?? Stripe.API_VERSION;
}
