/** The shape of one row of the provider API's route table. Paths are below `/api/provider/v1`. */
import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { fillPath } from './paths.ts';

export const PROVIDER_BASE = '/api/provider/v1';

/** The permissions of a key (R47): read; change data without moving money; move money. */
export const KEY_SCOPES = ['read', 'write', 'money'] as const;
export const keyScopeSchema = z.enum(KEY_SCOPES);
export type KeyScope = z.infer<typeof keyScopeSchema>;

export type ProviderRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** '/customers/{customerId}' */
  path: string;
  scope: KeyScope;
  /**
   * Among staff, only owners may make this call: keys, settings, webhooks (R47). For keys, only the scope decides.
   */
  isOwnerOnly?: true;
  /** No key may make this call because it needs a person with the second factor (R95). */
  isStaffOnly?: true;
  /** The call also requires `read` because it sends stored data to a place of the caller's choice (R95). */
  alsoReads?: true;
  /**
   * The response contains only data that the call sent or created. Without this flag, a key that may not read gets
   * no response body (R95).
   */
  answersNew?: true;
  /**
   * The call changes nothing, although its input needs a body. It has no idempotency key, and demo companies may
   * make it.
   */
  readsOnly?: true;
  tag: string;
  summary: string;
  /** Details beyond the summary: when the call is refused, and what it does not do. */
  description?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The media type of a body that is a file instead of JSON. */
  bodyType?: 'application/pdf' | 'application/octet-stream';
  answer: z.ZodType;
  /** The media type of a response that is a file instead of JSON. */
  answerType?: 'application/pdf' | 'application/x-ndjson';
  /** The status of a success; 200 by default. */
  status?: 200 | 201;
  /** The call's own errors, in addition to those of every call of its kind (route-errors.ts). */
  errors?: readonly ErrorCode[];
};

/** Returns true if a key without `read` gets 204 instead of the response. */
export function hidesAnswer({ answersNew, alsoReads, isStaffOnly, ...route }: ProviderRoute) {
  return !isReadRoute(route) && !answersNew && !alsoReads && !isStaffOnly;
}

export function isReadRoute({
  method,
  readsOnly,
}: Pick<ProviderRoute, 'method' | 'readsOnly'>): boolean {
  return method === 'GET' || readsOnly === true;
}

export function providerPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return PROVIDER_BASE + fillPath(path, params);
}
