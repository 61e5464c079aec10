/**
 * Admits a call of the provider API: its key or the session of a member of staff, its scope, its rate limit, and nothing
 * unsafe in its input.
 */

import {
  hidesAnswer,
  isReadRoute,
  type ProviderRoute,
} from '@quittance/contract/http/provider-route';
import { needsIdempotencyKey } from '@quittance/contract/openapi/route-errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticateKey, type KeyCaller } from '../../identity/api-keys.ts';
import { requireSecondFactor, type StaffCaller } from '../../identity/staff-session.ts';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { refuseUnsafeInput } from '../../platform/http/refuse-unsafe-input.ts';
import { admitRequest } from '../../platform/limits/count-request.ts';
import type { RequestLimitName } from '../../platform/limits/limit-config.ts';
import { UNKNOWN_SESSION } from '../../platform/limits/route-limits.ts';
import { staffOf } from '../desk/authenticate-staff.ts';
import type { Exchange } from '../portal/register.ts';
import type { Caller } from './call.ts';

/** As in Stripe's API: any text that a caller finds unique. */
const KEY_MAX = 255;

function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key === '' || key.length > KEY_MAX) {
    throw new AppError('INVALID_REQUEST', { details: { fields: ['/Idempotency-Key'] } });
  }
  return key;
}

export function requiredKeyOf(request: FastifyRequest, route: ProviderRoute): string | null {
  const key = keyOf(request);
  if (key === null && needsIdempotencyKey(route)) {
    throw new AppError('SOME_FIELD_IS_MISSING', { details: { fields: ['/Idempotency-Key'] } });
  }
  // Each member has keys of their own. No header has a line break, so that no other caller can name them.
  return key !== null && request.caller?.kind === 'staff' ? `${request.caller.name}\n${key}` : key;
}

async function authenticate(deps: Deps, request: FastifyRequest): Promise<Caller> {
  const { authorization } = request.headers;
  const [kind, key = ''] = (authorization ?? '').split(' ');
  const byKey = kind === 'Bearer' ? await authenticateKey(deps, key) : null;
  const caller = authorization === undefined ? await staffOf(deps, request) : byKey;
  if (caller) return caller;
  const counted = { authorization: '', caller: null, params: {}, query: {}, body: {} };
  await admitRequest(deps, [UNKNOWN_SESSION], { clientIp: request.ip, ...counted });
  throw new AppError('UNAUTHORIZED');
}

/** A key has its own limit and its share of the company's; a member has their own. */
function countedLimits(caller: Caller): readonly [name: RequestLimitName, subject: string][] {
  if (caller.kind === 'staff') return [['providerCalls', caller.memberId]];
  const { keyId, companyId } = caller;
  return [
    ['providerCalls', keyId],
    ['providerCallsPerCompany', companyId],
  ];
}

/** In memory, and shared once a second (0054): the limits protect the server. The headers tell of the nearest. */
function limit(deps: Deps, caller: Caller, reply: FastifyReply): void {
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
  if (remaining < 0) throw new AppError('TOO_MANY_REQUESTS', { retryAfterMs: untilResetMs });
}

export function schemaOf({ params, query, body, answer, answerType, status = 200 }: ProviderRoute) {
  return {
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    // A file is sent as it is.
    ...(answerType ? {} : { response: { [status]: answer } }),
  };
}

/** A demo is only looked at (R51): it says so before it asks for a passkey. */
function requireRole(deps: Deps, caller: StaffCaller, route: ProviderRoute): void {
  const { scope, isOwnerOnly = false } = route;
  const isChange = !isReadRoute(route);
  if (isChange && caller.isDemo) throw new AppError('DEMO_MODE');
  const isAllowed = caller.scopes.includes(isOwnerOnly ? 'manage' : scope);
  if (!isAllowed) throw new AppError('ROLE_NOT_ALLOWED');
  if (isChange && (scope === 'money' || isOwnerOnly)) requireSecondFactor(deps, caller);
}

function requireScopes({ scopes }: KeyCaller, { scope, isStaffOnly, alsoReads }: ProviderRoute) {
  if (isStaffOnly) throw new AppError('ROLE_NOT_ALLOWED');
  const isAllowed = scopes.includes(scope) && (!alsoReads || scopes.includes('read'));
  if (!isAllowed) throw new AppError('SCOPE_MISSING');
}

/** A key that may not read gets nothing that is stored, also not what its own call left as it was (R95). */
export function sendAnswer(
  { request, reply }: Exchange,
  route: ProviderRoute,
  answer: unknown,
): FastifyReply {
  const { status = 200, answerType } = route;
  const mayRead = request.caller?.scopes.includes('read') ?? false;
  if (!mayRead && hidesAnswer(route)) return reply.status(204).send();
  if (answerType) reply.type(answerType);
  return reply.status(status).send(answer);
}

export function admission(deps: Deps, route: ProviderRoute) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const caller = await authenticate(deps, request);
    limit(deps, caller, reply);
    if (caller.kind === 'staff') requireRole(deps, caller, route);
    else requireScopes(caller, route);
    request.caller = caller;
    refuseUnsafeInput(request, 'NOT_FOUND');
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the provider API. Set before the input is parsed. */
    caller: Caller | null;
  }
}
