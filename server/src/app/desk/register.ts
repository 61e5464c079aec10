/** Registers the staff console's own calls, behind the member's session and role (R47, R73 to R75). */

import { DESK_ROUTES, type DeskRouteName } from '@quittance/contract/desk-routes';
import { DESK_BASE, type DeskRoute } from '@quittance/contract/http/desk-route';
import { routePattern } from '@quittance/contract/http/paths';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireSecondFactor, type StaffCaller } from '../../identity/staff-session.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { answerProblems } from '../../platform/http/error-handler.ts';
import { limitRoute } from '../../platform/http/limit-hook.ts';
import { type Exchange, registerRoute } from '../../platform/http/register-route.ts';
import { isSameOrigin } from '../../platform/http/same-origin.ts';
import { requireStaff } from './authenticate-staff.ts';
import type { DeskCall } from './desk-call.ts';
import { readDeskCookies } from './desk-cookies.ts';
import { DESK_HANDLERS } from './handlers.ts';

type AnyHandler = (deps: Deps, call: DeskCall<DeskRouteName>) => Promise<unknown>;

const USER_AGENT_MAX = 512;

/** A visitor of a demo must be able to enter and leave (R51). */
const ALLOWED_IN_DEMO: ReadonlySet<DeskRouteName> = new Set(['endSession', 'removeSession']);

function requireRole(deps: Deps, caller: StaffCaller, name: DeskRouteName): void {
  const route: DeskRoute = DESK_ROUTES[name];
  const isChange = route.method !== 'GET' && !ALLOWED_IN_DEMO.has(name);
  if (isChange && caller.isDemo) throw new AppError('DEMO_MODE');
  if (route.who === 'owner' && !caller.scopes.includes('manage')) {
    throw new AppError('ROLE_NOT_ALLOWED');
  }
  if (route.needsSecondFactor) requireSecondFactor(deps, caller);
}

function toCall({ publicUrl }: Deps, { request, reply }: Exchange) {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX);
  return {
    params: request.params,
    body: request.body,
    caller: request.staff,
    visitor: { address: request.ip, userAgent },
    cookies: readDeskCookies(request, reply, publicUrl),
    setHeader: (name: string, value: string) => void reply.header(name, value),
  };
}

function register(api: FastifyInstance, deps: Deps, name: DeskRouteName): void {
  const route: DeskRoute = DESK_ROUTES[name];
  const handler = DESK_HANDLERS[name] as AnyHandler; // because each handler gets the call of its own row
  const isOpen = route.who === 'anyone';
  const limits = limitRoute(deps, route.limits);
  const authenticate = (request: FastifyRequest) => async () =>
    isOpen ? null : requireStaff(deps, request);
  registerRoute(api, {
    url: routePattern(route.path),
    route,
    config: { limits: route.limits },
    limits,
    admit: async ({ request }) => {
      // The call sets cookies, so other sites must not be able to make it.
      if (isOpen && !isSameOrigin(request.headers, deps.publicUrl)) {
        throw new AppError('UNAUTHORIZED');
      }
      const caller = await limits.admit(request, {
        authenticate: authenticate(request),
        name: (staff) => staff?.name ?? null,
      });
      if (caller) requireRole(deps, caller, name);
      request.staff = caller;
    },
    // The cast is safe because the route's schemas have already parsed the parts that the handler is typed with.
    handle: (exchange) => handler(deps, toCall(deps, exchange) as DeskCall<DeskRouteName>),
  });
}

export async function registerDeskApi(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(
    async (api) => {
      answerProblems(api);
      api.decorateRequest('staff', null);
      // The cast is safe because keys() only widens the union to string.
      for (const name of Object.keys(DESK_ROUTES) as DeskRouteName[]) register(api, deps, name);
    },
    { prefix: DESK_BASE },
  );
}

declare module 'fastify' {
  interface FastifyRequest {
    staff: StaffCaller | null;
  }
}
