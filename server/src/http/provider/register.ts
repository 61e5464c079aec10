/** The provider API: every row of its route table, behind a key, its scopes and its rate limit. */

import {
  PROVIDER_BASE,
  type ProviderRoute,
  providerPattern,
} from '@quittance/contract/provider/route';
import { needsIdempotencyKey } from '@quittance/contract/provider/route-errors';
import { PROVIDER_ROUTES, type ProviderRouteName } from '@quittance/contract/provider/routes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addMs } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { admitRequest } from '../../limits/count-request.ts';
import { UNKNOWN_SESSION } from '../../limits/route-limits.ts';
import type { ProviderTx } from '../../provider/actor.ts';
import { authenticateKey, type Caller } from '../../provider/keys.ts';
import { performCall } from '../../provider/perform-call.ts';
import { holdsUnstorable, refuseUnsafeInput, refuseUnsafeQuery } from '../refuse-unsafe-input.ts';
import type { ProviderCall } from './call.ts';
import { PROVIDER_HANDLERS } from './handlers.ts';
import { openApiDocument } from './openapi.ts';
import { answerProblems } from './problem.ts';

type AnyHandler = (
  tx: ProviderTx,
  deps: Deps,
  call: ProviderCall<ProviderRouteName>,
) => Promise<unknown>;

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

function requiredKeyOf(request: FastifyRequest, route: ProviderRoute): string | null {
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

function schemaOf({ params, query, body, answer, status = 200 }: ProviderRoute) {
  return {
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: { [status]: answer },
  };
}

function registerRoute(
  api: FastifyInstance,
  deps: Deps,
  row: { name: ProviderRouteName; route: ProviderRoute; handler: AnyHandler },
): void {
  const { name, route, handler } = row;
  const { status = 200 } = route;
  api.route({
    method: route.method,
    url: providerPattern(route.path),
    schema: schemaOf(route),
    preValidation: async (request, reply) => {
      const caller = await authenticate(deps, request);
      limit(deps, caller, reply);
      if (!caller.scopes.includes(route.scope)) throw new AppError('SCOPE_MISSING');
      request.caller = caller;
      refuseInput(request);
    },
    handler: async (request, reply) => {
      const { caller, params, query, body } = request;
      if (!caller) throw new AppError('UNAUTHORIZED');
      // because the row's schemas have just parsed the parts that the handler is typed with
      const call = { params, query, body, caller } as ProviderCall<ProviderRouteName>;
      const answer = await performCall(deps, {
        actor: caller,
        isRead: route.method === 'GET',
        key: requiredKeyOf(request, route),
        content: [name, params, body],
        status,
        work: (tx) => handler(tx, deps, call),
      });
      return reply.status(status).send(answer);
    },
  });
}

export async function registerProviderApi(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(
    async (api) => {
      answerProblems(api);
      api.decorateRequest('caller', null);
      api.addHook('onRequest', async (request, reply) => {
        reply.header('request-id', request.id);
        reply.header('cache-control', 'no-store');
      });
      // because keys() widens the union to string
      for (const name of Object.keys(PROVIDER_ROUTES) as ProviderRouteName[]) {
        const handler = PROVIDER_HANDLERS[name] as AnyHandler; // because each handler gets the call of its own row
        registerRoute(api, deps, { name, route: PROVIDER_ROUTES[name], handler });
      }
      const document = openApiDocument(deps.publicUrl);
      api.get('/openapi.json', async () => document);
    },
    { prefix: PROVIDER_BASE },
  );
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the provider API. Set before the input is parsed. */
    caller: Caller | null;
  }
}
