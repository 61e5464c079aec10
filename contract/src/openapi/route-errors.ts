/**
 * The errors that a provider API call can return: those common to all calls of its kind, and those of its own
 * route.
 */
import type { ErrorCode } from '../errors.ts';
import { isReadRoute, type ProviderRoute } from '../http/provider-route.ts';
import { guardedParam } from './entity-tags.ts';

const OF_EVERY_CALL: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'UNAUTHORIZED',
  'ADDRESS_NOT_ALLOWED',
  'SCOPE_MISSING',
  'TOO_MANY_REQUESTS',
  'UNEXPECTED',
  'TOO_BUSY',
];

/** Moving money requires a key, so that a lost response cannot lead to a second payment. */
export function needsIdempotencyKey(route: ProviderRoute): boolean {
  return route.method === 'POST' && route.scope === 'money' && !isReadRoute(route);
}

export function toErrors(route: ProviderRoute): ErrorCode[] {
  const { params, query, body, errors = [] } = route;
  const codes: ErrorCode[] = [...OF_EVERY_CALL];
  if (params) codes.push('NOT_FOUND');
  if (params || query || body || !isReadRoute(route)) codes.push('CARD_DATA_REFUSED');
  if (!isReadRoute(route)) codes.push('IDEMPOTENCY_KEY_REUSED', 'DEMO_MODE');
  if (route.bodyType) codes.push('FILE_INFECTED', 'FILE_NOT_SCANNED');
  if (guardedParam(route)) codes.push('OBJECT_CHANGED');
  if (route.isStaffOnly) codes.push('ROLE_NOT_ALLOWED');
  if (needsIdempotencyKey(route)) codes.push('SOME_FIELD_IS_MISSING');
  return [...new Set([...codes, ...errors])];
}
