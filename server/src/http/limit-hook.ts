/** Applies the rate limits to a route: counts the request once its input is valid, then its response. */
import type { RouteName } from '@quittance/contract/routes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { admitRequest, countResponse } from '../limits/count-request.ts';
import { type CountedRequest, ROUTE_LIMITS } from '../limits/route-limits.ts';

function record(value: unknown): Record<string, unknown> {
  // because fields are only read by name, and a missing one is undefined
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function countedRequestOf(request: FastifyRequest): CountedRequest {
  return {
    clientIp: request.ip,
    authorization: request.headers.authorization ?? '',
    params: record(request.params),
    query: record(request.query),
    body: record(request.body),
  };
}

/** The response is counted before it is sent, so that the client's next request sees the count. */
export function limitHooks(deps: Deps, name: RouteName) {
  const rules = ROUTE_LIMITS[name];
  if (rules.length === 0) return {};
  return {
    preHandler: (request: FastifyRequest) => admitRequest(deps, rules, countedRequestOf(request)),
    async onSend(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const counted = countedRequestOf(request);
      await countResponse(deps, { rules, request: counted, status: reply.statusCode });
    },
  };
}
