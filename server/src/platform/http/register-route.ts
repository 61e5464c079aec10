/**
 * Registers a route of any surface: the portal, the provider API, the staff console. The surface counts, authenticates
 * and authorizes a request before its input is looked at; then the input is parsed by the row's schemas, and the answer
 * is written by its schema.
 */
import type { ErrorCode } from '@quittance/contract/errors';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
} from 'fastify';
import type { z } from 'zod';
import { bodyBytesMax } from './body-limit.ts';
import type { RouteLimits } from './limit-hook.ts';
import { refuseUnsafeInput } from './refuse-unsafe-input.ts';

export type Exchange = { request: FastifyRequest; reply: FastifyReply };

type WireRoute = {
  method: HTTPMethods;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The media type of a body that is a file instead of JSON. */
  bodyType?: string;
  answer: z.ZodType;
  /** The media type of a response that is a file instead of JSON. */
  answerType?: string;
  status?: number;
};

type Registration = {
  url: string;
  route: WireRoute;
  config?: FastifyContextConfig;
  /** Counts, authenticates and authorizes; of a file, before its first byte is read. */
  admit(exchange: Exchange): Promise<void>;
  /** Request limits of the portal and the console, whose bodies are small. */
  limits?: RouteLimits;
  /** Refuses a request whose input is valid. */
  check?(request: FastifyRequest): void;
  handle(exchange: Exchange): Promise<unknown>;
};

function toSchema({ params, query, body, answer, answerType, status = 200 }: WireRoute) {
  return {
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    // A file is sent unchanged.
    ...(answerType ? {} : { response: { [status]: answer } }),
  };
}

export function registerRoute(app: FastifyInstance, registration: Registration): void {
  const { url, route, config = {}, limits } = registration;
  const { notFound = 'NOT_FOUND' } = config;
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    await registration.admit({ request, reply });
    refuseUnsafeInput(request, notFound);
  };
  app.route({
    method: route.method,
    url,
    schema: toSchema(route),
    config,
    ...(limits ? { bodyLimit: bodyBytesMax(route.body) } : {}),
    ...(route.bodyType ? { onRequest: admit } : { preValidation: admit }),
    preHandler: async (request) => {
      await limits?.admitBody(request);
      registration.check?.(request);
    },
    ...(limits ? { onSend: (request, reply) => limits.countResponse(request, reply) } : {}),
    handler: (request, reply) => {
      reply.status(route.status ?? 200);
      return registration.handle({ request, reply });
    },
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    notFound?: ErrorCode;
  }
}
