/** Registers every row of the contract's route table: parse, authenticate, call the handler, answer. */
import type { ErrorCode } from '@quittance/contract/errors';
import { patternOf, type Route } from '@quittance/contract/http/portal-route';
import { LANGUAGE_COOKIE } from '@quittance/contract/language';
import { ROUTES, type RouteName } from '@quittance/contract/portal-routes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Principal } from '../../kernel/principal.ts';
import { bodyBytesMax } from '../../platform/http/body-limit.ts';
import { readCookie } from '../../platform/http/cookie-names.ts';
import { cookiesOf } from '../../platform/http/cookies.ts';
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts';
import { limitsOf } from '../../platform/http/limit-hook.ts';
import { notFoundCode } from '../../platform/http/not-found-code.ts';
import { holdsUnstorable, refuseUnsafeInput } from '../../platform/http/refuse-unsafe-input.ts';
import { isSameOrigin } from '../../platform/http/same-origin.ts';
import { authenticate } from '../authenticate.ts';
import { isChange, refuseInDemo } from '../demo-mode.ts';
import type { Call, HandledRouteName, Handlers } from './call.ts';

export type AnyHandler = (deps: Deps, call: Call<RouteName>) => Promise<unknown>;

const USER_AGENT_MAX = 512;

export type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** The parts of a request that handlers get; the parsed input of its own route. */
export function callOf(deps: Deps, route: Route, { request, reply }: Exchange) {
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    principal: request.principal,
    key: route.movesMoney ? idempotencyKeyOf(request, deps.clock) : null,
    clientIp: request.ip,
    evidence: {
      ipAddress: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
    },
    browser: {
      remembered: readCookie(request.headers.cookie, LANGUAGE_COOKIE),
      acceptLanguage: request.headers['accept-language'],
    },
    cookies: cookiesOf({ request, reply }, deps.publicUrl),
    isSameOrigin: isSameOrigin(request.headers, deps.publicUrl),
    setHeader: (name: string, value: string) => void reply.header(name, value),
  };
}

function schemaOf(route: Route) {
  return {
    ...(route.params ? { params: route.params } : {}),
    ...(route.query ? { querystring: route.query } : {}),
    ...(route.body ? { body: route.body } : {}),
    response: { 200: route.answer },
  };
}

function registerRoute(
  app: FastifyInstance,
  deps: Deps,
  row: { name: RouteName; route: Route; handler: AnyHandler },
) {
  const { name, route, handler } = row;
  const limits = limitsOf(deps, name);
  const notFound = notFoundCode(name, route);
  app.route({
    method: route.method,
    url: patternOf(route.path),
    schema: schemaOf(route),
    bodyLimit: bodyBytesMax(route.body),
    config: { who: route.who, movesMoney: route.movesMoney === true, notFound },
    // A request is counted and its caller is known before its input is looked at.
    preValidation: async (request) => {
      if (holdsUnstorable(request.params)) throw new AppError(notFound);
      const who = () => authenticate(deps, route.who, request);
      request.principal = await limits.admit(request, who);
      refuseUnsafeInput(request, notFound);
    },
    preHandler: async (request) => {
      await limits.admitBody(request);
      if (isChange(name, route)) refuseInDemo(request.principal);
    },
    onSend: (request, reply) => limits.countResponse(request, reply),
    handler: async (request, reply) => {
      const call = callOf(deps, route, { request, reply });
      // because the row's schemas have just parsed the parts that the handler is typed with
      return handler(deps, call as Call<RouteName>);
    },
  });
}

export function registerRoutes(app: FastifyInstance, deps: Deps, handlers: Handlers): void {
  app.decorateRequest('principal', null);
  // because keys() widens the union to string
  for (const name of Object.keys(handlers) as HandledRouteName[]) {
    const handler = handlers[name] as AnyHandler; // because each handler gets the call of its own row
    registerRoute(app, deps, { name, route: ROUTES[name], handler });
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handler runs. */
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    who?: Route['who'];
    movesMoney?: boolean;
    /** The answer about an unknown id. */
    notFound?: ErrorCode;
  }
}
