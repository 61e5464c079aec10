/** Admits a call of the provider API: its key, its scope, its rate limit, and nothing unsafe in its input. */
import { needsIdempotencyKey } from '@quittance/contract/provider/openapi/route-errors';
import type { ProviderRoute } from '@quittance/contract/provider/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addMs } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { admitRequest } from '../../limits/count-request.ts';
import { UNKNOWN_SESSION } from '../../limits/route-limits.ts';
import { authenticateKey, type Caller } from '../../provider/keys.ts';
import { holdsUnstorable, refuseUnsafeInput, refuseUnsafeQuery } from '../refuse-unsafe-input.ts';

/** As in Stripe's API: any text that a caller finds unique. */
const KEY_MAX = 255;

function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key === '' || key.length > KEY_MAX || holdsUnstorable(key)) {
    throw new AppError('INVALID_REQUEST', { details: { fields: ['/Idempotency-Key'] } });
  }
  return key;
}

export function requiredKeyOf(request: FastifyRequest, route: ProviderRoute): string | null {
  const key = keyOf(request);
  if (key === null && needsIdempotencyKey(route)) {
    throw new AppError('SOME_FIELD_IS_MISSING', { details: { fields: ['/Idempotency-Key'] } });
  }
  return key;
}

async function authenticate(deps: Deps, request: FastifyRequest): Promise<Caller> {
  const [kind, key = ''] = (request.headers.authorization ?? '').split(' ');
  const caller = kind === 'Bearer' ? await authenticateKey(deps, key) : null;
  if (caller) return caller;
  const counted = { authorization: '', caller: null, params: {}, query: {}, body: {} };
  await admitRequest(deps, [UNKNOWN_SESSION], { clientIp: request.ip, ...counted });
  throw new AppError('UNAUTHORIZED');
}

/** In memory, and shared once a second (0054): the limit protects the server. */
function limit(deps: Deps, { keyId }: Caller, reply: FastifyReply): void {
  const { clock, limits, batchedCounters } = deps;
  const { count: max, windowMs } = limits.providerCalls;
  const now = clock.now();
  const hit = { key: `providerCalls:${keyId}`, by: 1, resetsAt: addMs(now, windowMs) };
  const [counted] = batchedCounters.count([hit]);
  const { count = 0, resetsAt = hit.resetsAt } = counted ?? {};
  const untilResetMs = Math.max(1, Date.parse(resetsAt) - Date.parse(now));
  reply.header('ratelimit-limit', max);
  reply.header('ratelimit-remaining', Math.max(0, max - count));
  reply.header('ratelimit-reset', Math.ceil(untilResetMs / 1000));
  if (count > max) throw new AppError('TOO_MANY_REQUESTS', { retryAfterMs: untilResetMs });
}

function refuseInput({ params, query, body }: FastifyRequest): void {
  if (holdsUnstorable(params)) throw new AppError('NOT_FOUND');
  refuseUnsafeQuery(query);
  refuseUnsafeInput(body);
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

export function admission(deps: Deps, { scope }: ProviderRoute) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const caller = await authenticate(deps, request);
    limit(deps, caller, reply);
    if (!caller.scopes.includes(scope)) throw new AppError('SCOPE_MISSING');
    request.caller = caller;
    refuseInput(request);
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the provider API. Set before the input is parsed. */
    caller: Caller | null;
  }
}
