/** The shape of one route of the provider API, under `/api/provider/v1`. */
import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { fillPath } from './paths.ts';
import { RECORD_RIGHTS, type RecordKind } from './record-rights.ts';

export const PROVIDER_BASE = '/api/provider/v1';

/** The scopes of an API key (R47): read data, change data without moving money, move money. */
export const KEY_SCOPES = ['read', 'write', 'money'] as const;
export const keyScopeSchema = z.enum(KEY_SCOPES);
export type KeyScope = z.infer<typeof keyScopeSchema>;

export type ProviderRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  scope: KeyScope;
  /**
   * Only staff with the owner role may make this call: keys, settings, webhooks (R47). For API keys, only the scope
   * matters.
   */
  isOwnerOnly?: true;
  /** The kind of record that the call returns. Who may see it is declared with the kind. */
  shows?: RecordKind;
  /** API keys may not make this call because it requires a person with the second factor (R95). */
  isStaffOnly?: true;
  /** The call also requires `read` because it sends stored data to a destination chosen by the caller (R95). */
  alsoReads?: true;
  /**
   * The response contains only data that the caller sent or created. Without this flag, a key that lacks `read`
   * gets an empty response (R95).
   */
  answersNew?: true;
  /** The call has a body but changes nothing. It needs no idempotency key, and demo companies may make it. */
  readsOnly?: true;
  tag: string;
  summary: string;
  description?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  bodyType?: 'application/pdf' | 'application/octet-stream';
  answer: z.ZodType;
  answerType?:
    | ('application/pdf' | 'application/octet-stream')
    | ('application/x-ndjson' | 'text/csv' | 'application/json' | 'text/html');
  /** Set if a query parameter can choose another type of file. */
  otherAnswerType?: 'text/csv';
  status?: 200 | 201;
  /** Errors specific to this call, in addition to those common to all calls of its kind (route-errors.ts). */
  errors?: readonly ErrorCode[];
};

/** Whether a key without `read` gets 204 instead of the response. */
export function hidesAnswer({ answersNew, alsoReads, isStaffOnly, ...route }: ProviderRoute) {
  return !isReadRoute(route) && !answersNew && !alsoReads && !isStaffOnly;
}

export function isReadRoute({
  method,
  readsOnly,
}: Pick<ProviderRoute, 'method' | 'readsOnly'>): boolean {
  return method === 'GET' || readsOnly === true;
}

/** Whether, of a company's staff, only owners may make the call. */
export function isForOwners({ isOwnerOnly, shows }: Pick<ProviderRoute, 'isOwnerOnly' | 'shows'>) {
  return isOwnerOnly === true || (shows !== undefined && RECORD_RIGHTS[shows].seenBy === 'owner');
}

/** A call whose body has only optional fields can leave it out. */
export function isBodyOptional({ body, bodyType }: Pick<ProviderRoute, 'body' | 'bodyType'>) {
  return !bodyType && body?.safeParse(undefined).success === true;
}

export function providerPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return PROVIDER_BASE + fillPath(path, params);
}
