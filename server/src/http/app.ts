/** Builds the HTTP server. The caller starts listening: composition.ts, or a test. */
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { AnalyticsSettings } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { Tracing } from '../operations/tracing.ts';
import { registerDocuments } from './documents/documents.ts';
import { setSecurityHeaders } from './documents/security-headers.ts';
import { setErrorHandlers } from './error-handler.ts';
import { HANDLERS } from './handlers.ts';
import { registerLoadShedding } from './load-shedding.ts';
import { type Readiness, registerReadiness } from './readiness.ts';
import { registerRoutes } from './register.ts';
import { traceRequests } from './trace-requests.ts';
import { registerWebhooks } from './webhooks.ts';

export type AppOptions = {
  readiness: () => Promise<Readiness>;
  /** Folder of the built web app; null serves only the API. */
  webFolder: string | null;
  /** Analytics on the public pages (R29); off unless configured. */
  analytics?: AnalyticsSettings | null;
  /** Starts a trace per request; off unless configured. */
  trace?: Tracing['request'];
  isHttps: boolean;
  trustedProxies: string[];
};

const LIMITS = {
  bodyLimit: 64 * 1024,
  requestTimeout: 15_000,
  routerOptions: { maxParamLength: 200 },
} as const;

/** Routes are logged by their pattern: the URL itself can contain a link token. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, url: route } = request.routeOptions;
    const ms = Math.round(reply.elapsedTime);
    request.log.info(
      { event: 'http.request_completed', method, route, status: reply.statusCode, ms },
      'request completed',
    );
  });
}

export async function buildApp(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = deps.log;
  const app = Fastify({
    ...LIMITS,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    genReqId: () => deps.entropy.uuid(),
    forceCloseConnections: 'idle',
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // The first hooks, so that the request is logged before its trace ends.
  if (options.trace) traceRequests(app, options.trace);
  logRequests(app);
  setErrorHandlers(app);
  await setSecurityHeaders(app, options.isHttps);
  registerLoadShedding(app);
  await app.register(cookie);
  registerRoutes(app, deps, HANDLERS);
  registerReadiness(app, options.readiness);
  await registerWebhooks(app, deps);
  const { webFolder: folder, analytics = null } = options;
  if (folder) await registerDocuments(app, deps, { folder, analytics });
  return app;
}
