/**
 * Applies the rate limits to a route. Limits by client IP are checked before the input is read, so that a limited
 * client gets no information and causes no work. Limits by caller follow after authentication, and limits by
 * content once the input is valid. The response is counted before it is sent, so that the client's next request
 * sees the count.
 */
import type { LimitRule } from '@quittance/contract/http/portal-route';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { admitRequest, countResponse } from '../limits/count-request.ts';
import { type CountedRequest, RULES, UNKNOWN_SESSION } from '../limits/rules.ts';

function record(value: unknown): Record<string, unknown> {
  // Safe because fields are only read by name, and a missing one is undefined.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function toCounted(request: FastifyRequest, caller: string | null): CountedRequest {
  return {
    clientIp: request.ip,
    authorization: request.headers.authorization ?? '',
    caller,
    params: record(request.params),
    query: record(request.query),
    body: record(request.body),
  };
}

export type Authentication<Caller> = {
  authenticate(): Promise<Caller>;
  name(caller: Caller): string | null;
};

const ANYONE: Authentication<null> = { authenticate: async () => null, name: () => null };

export function limitRoute(deps: Deps, limits: readonly LimitRule[]) {
  const rules = limits.map((name) => RULES[name]);
  const byCaller = rules.filter(({ isByCaller }) => isByCaller);
  const byBody = rules.filter(({ isByBody }) => isByBody);
  const others = rules.filter(({ isByCaller, isByBody }) => !isByCaller && !isByBody);
  const countStatus = (request: FastifyRequest, status: number): Promise<void> =>
    countResponse(deps, {
      rules: [...others, ...byBody],
      request: toCounted(request, null),
      status,
    });
  return {
    /** Authenticates after the limits by client IP and before those by caller. */
    async admit<Caller>(
      request: FastifyRequest,
      { authenticate, name }: Authentication<Caller>,
    ): Promise<Caller> {
      const anonymous = toCounted(request, null);
      await admitRequest(deps, others, anonymous);
      const caller = await authenticate().catch(async (error: unknown) => {
        const isUnknown = error instanceof AppError && error.code === 'UNAUTHORIZED';
        if (isUnknown) await admitRequest(deps, [UNKNOWN_SESSION], anonymous);
        throw error;
      });
      await admitRequest(deps, byCaller, toCounted(request, name(caller)));
      return caller;
    },
    admitBody: (request: FastifyRequest): Promise<void> =>
      admitRequest(deps, byBody, toCounted(request, null)),
    countStatus,
    countResponse: (request: FastifyRequest, { statusCode }: FastifyReply): Promise<void> =>
      countStatus(request, statusCode),
  };
}

export type RouteLimits = ReturnType<typeof limitRoute>;

/** Options of a route that is open to anyone and is not registered by register-route.ts. */
export function limitAnyone(deps: Deps, limits: readonly LimitRule[]) {
  const { admit, countResponse } = limitRoute(deps, limits);
  return {
    config: { limits },
    preValidation: (request: FastifyRequest) => admit(request, ANYONE),
    onSend: countResponse,
  };
}

/** The type of a route's `config` demands its limits. This finds a route without `config`. */
export function requireLimits(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onReady', async () => {
    const unlimited = routes.filter(({ config }) => !config?.limits);
    if (unlimited.length === 0) return;
    throw new Error(`Routes declare no limits: ${unlimited.map(({ url }) => url).join(', ')}`);
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Empty where the calls of a caller are counted (provider/admit.ts), or only admission limits a client. */
    limits: readonly LimitRule[];
  }
}
