/**
 * Applies the rate limits to a route. Limits by client IP are checked before the input is read, so that a limited
 * client gets no information and causes no work. Limits by caller follow after authentication, and limits by
 * content once the input is valid. The response is counted before it is sent, so that the client's next request
 * sees the count.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { admitRequest, countResponse } from '../limits/count-request.ts';
import { type CountedRequest, type Rule, UNKNOWN_SESSION } from '../limits/route-limits.ts';

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

export const ANYONE: Authentication<null> = { authenticate: async () => null, name: () => null };

export function limitRoute(deps: Deps, rules: readonly Rule[]) {
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
