/** The staff console's own calls: every row of its table, behind the member's session and role (R47, R73 to R75). */

import { DESK_ROUTES, type DeskRouteName } from '@quittance/contract/desk-routes';
import { DESK_BASE, type DeskRoute, deskPattern } from '@quittance/contract/http/desk-route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireSecondFactor, type StaffCaller } from '../../identity/staff-session.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { bodyBytesMax } from '../../platform/http/body-limit.ts';
import { answerProblems } from '../../platform/http/problem.ts';
import { refuseUnsafeInput } from '../../platform/http/refuse-unsafe-input.ts';
import { isSameOrigin } from '../../platform/http/same-origin.ts';
import { admitRequest, countResponse } from '../../platform/limits/count-request.ts';
import { DESK_LIMITS } from '../../platform/limits/desk-limits.ts';
import { type CountedRequest, UNKNOWN_SESSION } from '../../platform/limits/route-limits.ts';
import { staffOf } from './authenticate-staff.ts';
import type { DeskCall } from './desk-call.ts';
import { deskCookiesOf } from './desk-cookies.ts';
import { DESK_HANDLERS } from './handlers.ts';

type AnyHandler = (deps: Deps, call: DeskCall<DeskRouteName>) => Promise<unknown>;
type Row = { name: DeskRouteName; route: DeskRoute; handler: AnyHandler };

const USER_AGENT_MAX = 512;

/** Getting in and out is how a demo is looked at (R51). */
const ALLOWED_IN_DEMO: ReadonlySet<DeskRouteName> = new Set(['endSession', 'removeSession']);

function countedOf(request: FastifyRequest, caller: string | null): CountedRequest {
  // because fields are only read by name, and a missing one is undefined
  const body = (request.body ?? {}) as Record<string, unknown>;
  return { clientIp: request.ip, authorization: '', caller, params: {}, query: {}, body };
}

async function requireStaff(deps: Deps, request: FastifyRequest): Promise<StaffCaller> {
  const caller = await staffOf(deps, request);
  if (caller) return caller;
  await admitRequest(deps, [UNKNOWN_SESSION], countedOf(request, null));
  throw new AppError('UNAUTHORIZED');
}

function requireRole(deps: Deps, caller: StaffCaller, { name, route }: Row): void {
  const isChange = route.method !== 'GET' && !ALLOWED_IN_DEMO.has(name);
  if (isChange && caller.isDemo) throw new AppError('DEMO_MODE');
  if (route.who === 'owner' && !caller.scopes.includes('manage')) {
    throw new AppError('ROLE_NOT_ALLOWED');
  }
  if (route.needsSecondFactor) requireSecondFactor(deps, caller);
}

/** Before a sign-in. It sets cookies, so that a page of another site must not call it. */
async function admitAnyone(deps: Deps, request: FastifyRequest, { name }: Row): Promise<void> {
  if (!isSameOrigin(request.headers, deps.publicUrl)) throw new AppError('UNAUTHORIZED');
  const rules = DESK_LIMITS[name].filter(({ isByBody }) => !isByBody);
  await admitRequest(deps, rules, countedOf(request, null));
}

async function admitStaff(deps: Deps, request: FastifyRequest, row: Row): Promise<void> {
  const caller = await requireStaff(deps, request);
  await admitRequest(deps, DESK_LIMITS[row.name], countedOf(request, caller.name));
  requireRole(deps, caller, row);
  request.staff = caller;
}

function callOf({ publicUrl }: Deps, request: FastifyRequest, reply: FastifyReply) {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX);
  return {
    params: request.params,
    body: request.body,
    caller: request.staff,
    visitor: { address: request.ip, userAgent },
    cookies: deskCookiesOf(request, reply, publicUrl),
    setHeader: (name: string, value: string) => void reply.header(name, value),
  };
}

function schemaOf({ params, body, answer, status = 200 }: DeskRoute) {
  return {
    ...(params ? { params } : {}),
    ...(body ? { body } : {}),
    response: { [status]: answer },
  };
}

function registerRoute(api: FastifyInstance, deps: Deps, row: Row): void {
  const { name, route, handler } = row;
  const { status = 200 } = route;
  const isOpen = route.who === 'anyone';
  const counted = DESK_LIMITS[name].filter(({ isByCaller }) => !isByCaller);
  const byBody = counted.filter(({ isByBody }) => isByBody);
  api.route({
    method: route.method,
    url: deskPattern(route.path),
    schema: schemaOf(route),
    bodyLimit: bodyBytesMax(route.body),
    preValidation: async (request) => {
      if (isOpen) await admitAnyone(deps, request, row);
      else await admitStaff(deps, request, row);
      refuseUnsafeInput(request, 'NOT_FOUND');
    },
    preHandler: (request) => admitRequest(deps, byBody, countedOf(request, null)),
    onSend: (request, reply) =>
      countResponse(deps, {
        ...{ rules: counted, request: countedOf(request, null) },
        status: reply.statusCode,
      }),
    handler: async (request, reply) => {
      const call = callOf(deps, request, reply);
      // because the row's schemas have just parsed the parts that the handler is typed with
      const answer = await handler(deps, call as DeskCall<DeskRouteName>);
      return reply.status(status).send(answer);
    },
  });
}

export async function registerDeskApi(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(
    async (api) => {
      answerProblems(api);
      api.decorateRequest('staff', null);
      api.addHook('onRequest', async (request, reply) => {
        reply.header('request-id', request.id);
        reply.header('cache-control', 'no-store');
      });
      // because keys() widens the union to string
      for (const name of Object.keys(DESK_ROUTES) as DeskRouteName[]) {
        const handler = DESK_HANDLERS[name] as AnyHandler; // because each handler gets the call of its own row
        registerRoute(api, deps, { name, route: DESK_ROUTES[name], handler });
      }
    },
    { prefix: DESK_BASE },
  );
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the staff console. Set before the input is parsed. */
    staff: StaffCaller | null;
  }
}
