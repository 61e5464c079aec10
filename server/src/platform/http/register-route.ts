/**
 * Registers a route of the portal, the provider API or the staff console. A request is rate-limited, authenticated
 * and authorized before its input is parsed by the route's schemas. The response is serialized by its schema.
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
import { encode } from './compression.ts';
import type { RouteLimits } from './limit-hook.ts';
import { refuseUnsafeInput } from './refuse-unsafe-input.ts';

export type Exchange = { request: FastifyRequest; reply: FastifyReply };

type WireRoute = {
  method: HTTPMethods;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Set if the body is a file instead of JSON. */
  bodyType?: string;
  answer: z.ZodType;
  /** Set if the response is a file instead of JSON. */
  answerType?: string;
  status?: number;
};

type Registration = {
  url: string;
  route: WireRoute;
  config: FastifyContextConfig;
  /**
   * Counts, authenticates and authorizes the request. For a file upload, this runs before the first byte is read.
   */
  admit(exchange: Exchange): Promise<void>;
  /** Only for the portal and the console, whose request bodies are small. */
  limits?: RouteLimits;
  /** Only where no cookie authenticates the caller, so that another site cannot cause responses with secrets. */
  isCompressed?: boolean;
  /** Runs after validation and may still refuse the request. */
  check?(request: FastifyRequest): void;
  handle(exchange: Exchange): Promise<unknown>;
};

/** Fastify validates a missing body as null. */
const acceptMissing = (body: z.ZodType) =>
  body.safeParse(undefined).success ? body.nullable() : body;

function toSchema({ params, query, body, answer, answerType, status = 200 }: WireRoute) {
  return {
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body: acceptMissing(body) } : {}),
    ...(answerType ? {} : { response: { [status]: answer } }),
  };
}

async function compressText({ request, reply }: Exchange, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string') return payload;
  const { bytes, encoding } = await encode(payload, request.headers['accept-encoding']);
  if (encoding === null) return payload;
  reply.headers({ 'content-encoding': encoding, vary: 'accept-encoding' });
  return bytes;
}

export function registerRoute(app: FastifyInstance, registration: Registration): void {
  const { url, route, config, limits, isCompressed = false } = registration;
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
    ...(limits
      ? {
          onSend: async (request, reply, payload) => {
            await limits.countResponse(request, reply);
            return isCompressed ? compressText({ request, reply }, payload) : payload;
          },
        }
      : {}),
    handler: async (request, reply) => {
      reply.status(route.status ?? 200);
      const answer = await registration.handle({ request, reply });
      return typeof answer === 'function' ? answer({ request, reply }) : answer;
    },
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    notFound?: ErrorCode;
  }
}
