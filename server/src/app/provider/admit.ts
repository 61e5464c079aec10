/** Admits a provider API call: checks its API key or staff session, its scope and its rate limit. */

import { DESK_HEADER } from '@quittance/contract/http/desk-route';
import {
  hidesAnswer,
  isForOwners,
  isReadRoute,
  type ProviderRoute,
} from '@quittance/contract/http/provider-route';
import { seesContacts } from '@quittance/contract/http/record-rights';
import { isTagged } from '@quittance/contract/openapi/entity-tags';
import { needsIdempotencyKey } from '@quittance/contract/openapi/route-errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticateKey, type KeyCaller } from '../../identity/api-keys.ts';
import {
  type Caller,
  requireSecondFactor,
  type StaffCaller,
} from '../../identity/staff-session.ts';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { readCallKey } from '../../platform/http/idempotency.ts';
import { limitRoute } from '../../platform/http/limit-hook.ts';
import { maskContacts } from '../../platform/http/mask-contacts.ts';
import type { Exchange } from '../../platform/http/register-route.ts';
import type { RequestLimitName } from '../../platform/limits/limit-config.ts';
import { requireStaff } from '../desk/authenticate-staff.ts';
import { toTag } from './entity-tag.ts';

export function readRequiredKey(request: FastifyRequest, route: ProviderRoute): string | null {
  const key = readCallKey(request);
  if (key === null && needsIdempotencyKey(route)) {
    const message = 'Missing. Expected a header that is new for each operation, such as a UUID.';
    const fields = [{ field: 'Idempotency-Key', message }];
    throw new AppError('SOME_FIELD_IS_MISSING', { details: { fields } });
  }
  // Each staff member has separate keys. A header cannot contain a line break, so no other caller can produce the
  // same key.
  return key !== null && request.caller?.kind === 'staff' ? `${request.caller.name}\n${key}` : key;
}

const UNAUTHORIZED =
  'Expected the header Authorization: Bearer with an API key that is neither expired nor revoked.';

async function authenticate(deps: Deps, request: FastifyRequest): Promise<Caller> {
  const { authorization } = request.headers;
  if (authorization === undefined && DESK_HEADER in request.headers) {
    return requireStaff(deps, request);
  }
  const [kind, key = ''] = authorization?.split(' ') ?? [];
  const caller = kind === 'Bearer' ? await authenticateKey(deps, key, request.ip) : null;
  if (!caller) throw new AppError('UNAUTHORIZED', { responseMessage: UNAUTHORIZED });
  return caller;
}

/**
 * An API key counts against its own limit and its share of the company's limit. A staff member has a separate
 * limit.
 */
function countedLimits(caller: Caller): readonly [name: RequestLimitName, subject: string][] {
  if (caller.kind === 'staff') return [['providerCalls', caller.memberId]];
  const { keyId, companyId } = caller;
  return [
    ['providerCalls', keyId],
    ['providerCallsPerCompany', companyId],
  ];
}

/**
 * Counted in memory and shared once a second (ADR 0054), because these limits protect the server. The headers
 * report the limit closest to being reached.
 */
function count(deps: Deps, caller: Caller, reply: FastifyReply) {
  const { clock, limits, batchedCounters } = deps;
  const now = clock.now();
  const left = countedLimits(caller).map(([name, subject]) => {
    const { count: max, windowMs } = limits[name];
    const hit = { key: `${name}:${subject}`, by: 1, resetsAt: addMs(now, windowMs) };
    const [{ count, resetsAt } = { ...hit, count: 0 }] = batchedCounters.count([hit]);
    const untilResetMs = Math.max(1, Date.parse(resetsAt) - Date.parse(now));
    return { max, remaining: max - count, untilResetMs };
  });
  const { max, remaining, untilResetMs } = left.reduce((nearest, other) =>
    other.remaining < nearest.remaining ? other : nearest,
  );
  reply.header('ratelimit-limit', max);
  reply.header('ratelimit-remaining', Math.max(0, remaining));
  reply.header('ratelimit-reset', Math.ceil(untilResetMs / 1000));
  return { isExceeded: remaining < 0, retryAfterMs: untilResetMs };
}

/** A demo is read-only (R51). This is checked before the second factor, so a demo never requires a passkey. */
function requireRole(deps: Deps, caller: StaffCaller, route: ProviderRoute): void {
  const { scope } = route;
  const isOwners = isForOwners(route);
  const isChange = !isReadRoute(route);
  if (isChange && caller.isDemo) throw new AppError('DEMO_MODE');
  const isAllowed = caller.scopes.includes(isOwners ? 'manage' : scope);
  if (!isAllowed) throw new AppError('ROLE_NOT_ALLOWED');
  if (isChange && (scope === 'money' || isOwners)) requireSecondFactor(deps, caller);
}

function requireScopes({ scopes }: KeyCaller, { scope, isStaffOnly, alsoReads }: ProviderRoute) {
  if (isStaffOnly) throw new AppError('ROLE_NOT_ALLOWED');
  const isAllowed = scopes.includes(scope) && (!alsoReads || scopes.includes('read'));
  if (!isAllowed) throw new AppError('SCOPE_MISSING');
}

/** A key without read access receives no stored data, including data that its own call left unchanged (R95). */
/** Addresses of the company itself. */
const OF_COMPANY: readonly string[] = ['Company', 'Notices', 'Reminders', 'Keys'];
/** Reading one of these is recorded. */
const OPENED = ['/customers/{customerId}', '/customers/by-ref/{externalRef}'];

function isMasked({ caller }: FastifyRequest, { tag, path }: ProviderRoute): boolean {
  if (!caller || seesContacts(caller)) return false;
  return !OF_COMPANY.includes(tag) && !OPENED.includes(path);
}

export function sendAnswer(
  { request, reply }: Exchange,
  route: ProviderRoute,
  answer: unknown,
): FastifyReply {
  const { status = 200, answerType } = route;
  const mayRead = request.caller?.scopes.includes('read') ?? false;
  if (!mayRead && hidesAnswer(route)) return reply.status(204).send();
  if (answerType) reply.type(answerType);
  if (isTagged(route)) reply.header('etag', toTag(answer));
  return reply.status(status).send(isMasked(request, route) ? maskContacts(answer) : answer);
}

function admitCaller(deps: Deps, request: FastifyRequest): Promise<Caller> {
  return limitRoute(deps, []).admit(request, {
    authenticate: () => authenticate(deps, request),
    name: ({ name }) => name,
  });
}

/** Statuses of calls that are refused before they are admitted: an unknown path, a body that cannot be read. */
const REFUSED_UNREAD: readonly number[] = [400, 404, 413, 415];

/** A call that is refused before it is admitted counts too, and its answer says what is left. */
export async function countRefused(deps: Deps, { request, reply }: Exchange): Promise<void> {
  const isCounted = reply.hasHeader('ratelimit-limit');
  if (isCounted || !request.headers.authorization) return;
  if (!REFUSED_UNREAD.includes(reply.statusCode)) return;
  // The answer is decided, so a key that is not known only leaves the headers out.
  const caller = await admitCaller(deps, request).catch(() => null);
  if (caller) count(deps, caller, reply);
}

export async function admit(
  deps: Deps,
  route: ProviderRoute,
  { request, reply }: Exchange,
): Promise<void> {
  const caller = await admitCaller(deps, request);
  const { isExceeded, retryAfterMs } = count(deps, caller, reply);
  if (isExceeded) throw new AppError('TOO_MANY_REQUESTS', { retryAfterMs });
  if (caller.kind === 'staff') requireRole(deps, caller, route);
  else requireScopes(caller, route);
  request.caller = caller;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}
