/** Puts the limits around a route: counted when its input is valid, and again by its answer. */
import type { RouteName } from '@quittance/contract/routes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { admitCall, countAnswer } from '../limits/count-request.ts';
import { type Ask, ROUTE_LIMITS } from '../limits/route-limits.ts';

function record(value: unknown): Record<string, unknown> {
  // because it is only read by name, and whatever is not there is undefined
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function askOf(request: FastifyRequest): Ask {
  return {
    address: request.ip,
    authorization: request.headers.authorization ?? '',
    params: record(request.params),
    query: record(request.query),
    body: record(request.body),
  };
}

/** The answer is counted before it leaves, so that the next call already knows. */
export function limitHooks(deps: Deps, name: RouteName) {
  const rules = ROUTE_LIMITS[name];
  if (rules.length === 0) return {};
  return {
    preHandler: (request: FastifyRequest) => admitCall(deps, rules, askOf(request)),
    async onSend(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      await countAnswer(deps, { rules, ask: askOf(request), status: reply.statusCode });
    },
  };
}
