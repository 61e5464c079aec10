/** Registers every row of the contract's route table: parse, authenticate, call the handler, respond. */
import type { ErrorCode } from '@quittance/contract/errors';
import { type Route, toPattern } from '@quittance/contract/http/portal-route';
import { LANGUAGE_COOKIE } from '@quittance/contract/language';
import { ROUTES, type RouteName } from '@quittance/contract/portal-routes';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Principal, principalName } from '../../kernel/principal.ts';
import { readCookie } from '../../platform/http/cookie-names.ts';
import { toCookies } from '../../platform/http/cookies.ts';
import { readPaymentKey } from '../../platform/http/idempotency.ts';
import { limitRoute } from '../../platform/http/limit-hook.ts';
import type { Call, HandledRouteName, Handlers } from '../../platform/http/portal-call.ts';
import { holdsUnstorable } from '../../platform/http/refuse-unsafe-input.ts';
import { type Exchange, registerRoute } from '../../platform/http/register-route.ts';
import { isSameOrigin } from '../../platform/http/same-origin.ts';
import { authenticate } from '../authenticate.ts';
import { isChange, refuseInDemo } from '../demo-mode.ts';

export type AnyHandler = (deps: Deps, call: Call<RouteName>) => Promise<unknown>;

const USER_AGENT_MAX = 512;

export function toCall(deps: Deps, route: Route, { request, reply }: Exchange) {
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    principal: request.principal,
    key: route.movesMoney ? readPaymentKey(request, deps.clock) : null,
    clientIp: request.ip,
    evidence: {
      ipAddress: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
    },
    browser: {
      remembered: readCookie(request.headers.cookie, LANGUAGE_COOKIE),
      acceptLanguage: request.headers['accept-language'],
    },
    cookies: toCookies({ request, reply }, deps.publicUrl),
    isSameOrigin: isSameOrigin(request.headers, deps.publicUrl),
    setHeader: (name: string, value: string) => void reply.header(name, value),
  };
}

const INVOICE_ROUTES: ReadonlySet<RouteName> = new Set(['invoice', 'invoiceTransactions']);

function notFoundCode(name: RouteName, { who }: Route): ErrorCode {
  if (INVOICE_ROUTES.has(name)) return 'ACCOUNT_NOT_FOUND';
  return who === 'payer' ? 'REQUEST_NOT_FOUND' : 'NOT_FOUND';
}

function register(
  app: FastifyInstance,
  deps: Deps,
  { name, handler }: { name: RouteName; handler: AnyHandler },
): void {
  const route: Route = ROUTES[name];
  const { who, movesMoney = false } = route;
  const limits = limitRoute(deps, route.limits);
  const notFound = notFoundCode(name, route);
  registerRoute(app, {
    url: toPattern(route.path),
    route,
    config: { who, movesMoney, notFound, limits: route.limits },
    limits,
    isCompressed: who === 'link' || who === 'customer' || who === 'payer',
    admit: async ({ request }) => {
      if (holdsUnstorable(request.params)) throw new AppError(notFound);
      request.principal = await limits.admit(request, {
        authenticate: () => authenticate(deps, who, request),
        name: (caller) => caller && principalName(caller),
      });
    },
    check: ({ principal }) => {
      if (isChange(name, route)) refuseInDemo(principal);
    },
    // The cast is safe because the row's schemas have already parsed the parts that the handler is typed with.
    handle: async (exchange) => handler(deps, toCall(deps, route, exchange) as Call<RouteName>),
  });
}

export function registerRoutes(app: FastifyInstance, deps: Deps, handlers: Handlers): void {
  app.decorateRequest('principal', null);
  // Safe because keys() widens the union to string.
  for (const name of Object.keys(handlers) as HandledRouteName[]) {
    const handler = handlers[name] as AnyHandler; // because each handler gets the call of its own row
    register(app, deps, { name, handler });
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    who?: Route['who'];
    movesMoney?: boolean;
  }
}
