/** The shape of one row of the provider API's route table. Paths are below `/api/provider/v1`. */
import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { fillPath } from './paths.ts';

export const PROVIDER_BASE = '/api/provider/v1';

/** What a key may do (R47): read; change what does not move money; move money. */
export const KEY_SCOPES = ['read', 'write', 'money'] as const;
export const keyScopeSchema = z.enum(KEY_SCOPES);
export type KeyScope = z.infer<typeof keyScopeSchema>;

export type ProviderRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** '/customers/{customerId}' */
  path: string;
  scope: KeyScope;
  /** Of a company's staff, only owners may call it: keys, settings, webhooks (R47). For keys the scope decides alone. */
  isOwnerOnly?: true;
  /** No key may call it, because it needs a person with the second factor (R95). */
  isStaffOnly?: true;
  /** Needs `read` as well, because it sends stored data to a place of the caller's choice (R95). */
  alsoReads?: true;
  /** The answer has only what the call sent or made. Without it, a key that may not read gets no answer (R95). */
  answersNew?: true;
  /** Changes nothing, although its input needs a body: no key of idempotency, and demo companies may. */
  readsOnly?: true;
  /** The chapter of the reference. */
  tag: string;
  summary: string;
  /** What the summary leaves out: when it is refused, what it does not do. */
  description?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Of a body that is a file instead of JSON. */
  bodyType?: 'application/pdf' | 'application/octet-stream';
  answer: z.ZodType;
  /** Of an answer that is a file instead of JSON. */
  answerType?: 'application/pdf' | 'application/x-ndjson';
  /** Of a success; 200 by default. */
  status?: 200 | 201;
  /** Its own refusals, beside those that every call of its kind has (route-errors.ts). */
  errors?: readonly ErrorCode[];
};

/** Whether a key without `read` gets 204 instead of the answer. */
export function hidesAnswer({ answersNew, alsoReads, isStaffOnly, ...route }: ProviderRoute) {
  return !isReadRoute(route) && !answersNew && !alsoReads && !isStaffOnly;
}

/** Whether the call changes nothing. */
export function isReadRoute({
  method,
  readsOnly,
}: Pick<ProviderRoute, 'method' | 'readsOnly'>): boolean {
  return method === 'GET' || readsOnly === true;
}

export function providerPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return PROVIDER_BASE + fillPath(path, params);
}
