/** Builds the HTTP server, readable from top to bottom. It listens in main.ts and in the tests. */
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { MeasuringSettings } from '../config.ts';
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
  /** Where the built web app lies; null serves the API alone. */
  webFolder: string | null;
  /** Who measures the product's own pages; nobody unless configured (R29). */
  measuring?: MeasuringSettings | null;
  /** Begins a trace for each request; none unless configured. */
  trace?: Tracing['request'];
  isHttps: boolean;
  trustedProxies: string[];
};

const LIMITS = {
  bodyLimit: 64 * 1024,
  requestTimeout: 15_000,
  routerOptions: { maxParamLength: 200 },
} as const;

/** Routes are logged by their pattern: the address itself can hold a link's secret. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, url: route } = request.routeOptions;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method, route, status: reply.statusCode, ms }, 'answered');
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
  // First of all hooks: a line is logged before its trace ends.
  if (options.trace) traceRequests(app, options.trace);
  logRequests(app);
  setErrorHandlers(app);
  await setSecurityHeaders(app, options.isHttps);
  registerLoadShedding(app);
  await app.register(cookie);
  registerRoutes(app, deps, HANDLERS);
  registerReadiness(app, options.readiness);
  await registerWebhooks(app, deps);
  const { webFolder: folder, measuring = null } = options;
  if (folder) await registerDocuments(app, deps, { folder, measuring });
  return app;
}
