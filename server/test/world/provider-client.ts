/** A company's own system, which calls the provider API over HTTP with a key. */
import type { KeyScope } from '@quittance/contract/http/provider-route';
import { providerPath } from '@quittance/contract/http/provider-route';
import { expect } from 'vitest';
import { createKey } from '../../src/identity/api-keys.ts';
import { faultsAt } from '../app/openapi/openapi-traffic.ts';
import type { TestCompany } from './company.ts';
import type { World } from './world.ts';

export type Answer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  body: any; // because a test reads what it expects
};

export type CallOptions = {
  body?: unknown;
  key?: string;
  type?: string;
  bearer?: string;
  ifMatch?: string;
};

const ALL_SCOPES: KeyScope[] = ['read', 'write', 'money'];

/** Returns a file as text with one character per byte. */
function toBody(headers: Headers, bytes: ArrayBuffer): Answer['body'] {
  if (bytes.byteLength === 0) return null;
  if (!/\bjson\b/.test(headers.get('content-type') ?? ''))
    return Buffer.from(bytes).toString('latin1');
  return JSON.parse(Buffer.from(bytes).toString());
}

export const typeOf = (body: unknown, type = 'application/pdf') =>
  body instanceof Uint8Array ? type : 'application/json';

export const toWireBody = (body: unknown) =>
  body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);

/** Every call and its response are compared with the server's OpenAPI document. */
export function callWith(url: string, apiKey: string) {
  const comparison = faultsAt(url);
  return async (
    method: string,
    path: string,
    { body, key, type, bearer, ifMatch }: CallOptions = {},
  ): Promise<Answer> => {
    const sent = new Headers({
      authorization: `Bearer ${bearer ?? apiKey}`,
      ...(body === undefined ? {} : { 'content-type': typeOf(body, type) }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    });
    const response = await fetch(`${url}${providerPath(path)}`, {
      method,
      headers: sent,
      ...(body === undefined ? {} : { body: toWireBody(body) }),
    });
    const { status, headers } = response;
    const answer = { status, headers, body: toBody(headers, await response.arrayBuffer()) };
    const faultsIn = await comparison;
    const faults = faultsIn({ method, path, sent: { body, headers: sent }, answer });
    if (faults.length > 0) expect.fail(faults.join('\n'));
    return answer;
  };
}

export async function newApiKey(
  { deps }: Pick<World, 'deps'>,
  { companyId }: TestCompany,
  scopes: KeyScope[] = ALL_SCOPES,
) {
  const actor = { companyId, name: 'test' };
  return deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
    createKey(tx, deps, { actor, name: 'Test', scopes }),
  );
}

type Portal = Pick<World, 'deps' | 'url'>;

export async function createProvider(portal: Portal, company: TestCompany, scopes?: KeyScope[]) {
  const { key } = await newApiKey(portal, company, scopes);
  return callWith(portal.url, key);
}

export type Provider = Awaited<ReturnType<typeof createProvider>>;
