/** Builds the HTTP server. The caller (composition.ts or a test) starts listening. */
import cookie from '@fastify/cookie';
import { toPattern } from '@quittance/contract/http/portal-route';
import { ROUTES } from '@quittance/contract/portal-routes';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { AnalyticsSettings } from '../kernel/config.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { receiveWebhook } from '../payments/reconciliation/receive-webhook.ts';
import { answerSerializer } from '../platform/http/answer-serializer.ts';
import { BODY_BYTES_MAX } from '../platform/http/body-limit.ts';
import { answerWrongUrl, setErrorHandlers } from '../platform/http/error-handler.ts';
import { limitAnyone, requireLimits } from '../platform/http/limit-hook.ts';
import { endConnectionsWhenClosing } from '../platform/http/load/closing-connections.ts';
import { type ConnectionLimits, limitConnections } from '../platform/http/load/connections.ts';
import {
  LOAD_LIMITS,
  type LoadLimits,
  type LoadShedding,
  registerLoadShedding,
} from '../platform/http/load/load-shedding.ts';
import { holdsUnstorable } from '../platform/http/refuse-unsafe-input.ts';
import { type IsTrustedProxy, trustedProxies } from '../platform/limits/client-ip.ts';
import { registerCalendarFeed } from '../statements/calendar-feed.ts';
import { registerDeskApi } from './desk/register.ts';
import { registerDevelopers } from './developers/register.ts';
import { registerDocuments } from './documents/documents.ts';
import { setSecurityHeaders } from './documents/security-headers.ts';
import type { CompletedRequest } from './observability/metrics.ts';
import { traceRequests } from './observability/trace-requests.ts';
import type { Tracing } from './observability/tracing.ts';
import { HANDLERS } from './portal/handlers.ts';
import { registerRoutes } from './portal/register.ts';
import { registerProviderApi } from './provider/register.ts';
import { type Readiness, registerReadiness } from './readiness.ts';
import { registerUnsubscribe } from './unsubscribe/register.ts';

function textHeaders(headers: Readonly<Record<string, string | string[] | undefined>>) {
  const single = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(single);
}

/** The signature covers the raw bytes, so the body is not parsed here. */
async function registerWebhooks(app: FastifyInstance, deps: Deps): Promise<void> {
  const { path, params, answer, limits } = ROUTES.webhook;
  const limited = limitAnyone(deps, limits);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
    scope.post(
      toPattern(path),
      {
        ...limited,
        config: { who: 'processor', limits },
        schema: { params, response: { 200: answer } },
      },
      async (request) => {
        if (holdsUnstorable(request.params)) throw new AppError('NOT_FOUND');
        const { processor, company } = params.parse(request.params);
        const rawBody = typeof request.body === 'string' ? request.body : '';
        const headers = textHeaders(request.headers);
        await receiveWebhook(deps, { processor, company, rawBody, headers });
        return { success: true };
      },
    );
  });
}

export type AppOptions = {
  readiness: () => Promise<Readiness>;
  webFolder: string | null;
  /** Analytics on the public pages (R29); off unless configured. */
  analytics?: AnalyticsSettings | null;
  /** Script that makes the calls of the API reference. Only where the processors are the sandbox. */
  tryIt?: string | null;
  trace?: Tracing['request'];
  onCompleted?: (request: CompletedRequest) => void;
  isHttps: boolean;
  trustedProxies: string[];
  /** The maximum number of open connections per client IP. Default: CONNECTIONS_PER_ADDRESS. */
  connectionsPerAddress?: number;
  checksAnswers?: boolean;
  load?: Partial<LoadLimits>;
};

const CONNECTIONS_MAX = 10_000;
/** A browser opens at most six connections, plus one for its socket. */
const CONNECTIONS_PER_ADDRESS = 200;
/** R23: a request must be complete within this time, however slowly it is sent. */
const RECEIVE_MS_MAX = 15_000;
const DEADLINE_CHECK_MS = 1000;
/** Closes a connection without traffic in either direction. Longer than any processor call. */
const SILENT_MS_MAX = 60_000;

const LIMITS = {
  bodyLimit: BODY_BYTES_MAX,
  requestTimeout: RECEIVE_MS_MAX,
  connectionTimeout: SILENT_MS_MAX,
  http: { headersTimeout: RECEIVE_MS_MAX, connectionsCheckingInterval: DEADLINE_CHECK_MS },
  routerOptions: { maxParamLength: 200 },
} as const;

/** Logs the route pattern, because the URL itself can contain a link token. */
function logRequests(app: FastifyInstance, onCompleted: AppOptions['onCompleted']): void {
  app.addHook('onResponse', async (request, reply) => {
    const { url: route } = request.routeOptions;
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    onCompleted?.({ method, route, status, ms: elapsedTime });
    const ms = Math.round(elapsedTime);
    request.log.info(
      { event: 'http.request_completed', method, route, status, ms },
      'request completed',
    );
  });
}

function limitLoad(app: FastifyInstance, options: AppOptions, isTrusted: IsTrustedProxy): void {
  const { connectionsPerAddress: perAddressMax = CONNECTIONS_PER_ADDRESS } = options;
  const limits = { perAddressMax, totalMax: CONNECTIONS_MAX } satisfies ConnectionLimits;
  const connections = limitConnections(app.server, limits, isTrusted);
  const load = { ...LOAD_LIMITS, perClientMax: perAddressMax, ...options.load };
  app.decorate('load', registerLoadShedding(app, load, connections));
}

export async function buildApp(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = deps.log;
  const isTrusted = trustedProxies(options.trustedProxies);
  const app = Fastify({
    ...LIMITS,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isTrusted,
    genReqId: () => deps.entropy.uuid(),
    forceCloseConnections: 'idle',
    frameworkErrors: answerWrongUrl,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(options.checksAnswers ? serializerCompiler : answerSerializer);
  endConnectionsWhenClosing(app);
  // Must be the first hook, so that a refusal costs next to nothing.
  limitLoad(app, options, isTrusted);
  requireLimits(app);
  // Registered before logging, so that the request is logged before its trace ends.
  if (options.trace) traceRequests(app, options.trace);
  logRequests(app, options.onCompleted);
  setErrorHandlers(app);
  await setSecurityHeaders(app, options.isHttps);
  await app.register(cookie);
  registerRoutes(app, deps, HANDLERS);
  await registerProviderApi(app, deps);
  await registerDeskApi(app, deps);
  registerReadiness(app, options.readiness);
  registerCalendarFeed(app, deps);
  await registerUnsubscribe(app, deps);
  await registerWebhooks(app, deps);
  const { webFolder: folder, analytics = null, tryIt = null } = options;
  await registerDevelopers(app, deps, { webFolder: folder, script: tryIt });
  if (folder) await registerDocuments(app, deps, { folder, analytics });
  return app;
}

export function buildWatchedApp(deps: Deps, readiness: AppOptions['readiness']): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = deps.log;
  const logController = new LogController({ disableRequestLogging: true });
  const app = Fastify({ ...LIMITS, loggerInstance, logController, forceCloseConnections: 'idle' });
  app.setSerializerCompiler(answerSerializer);
  setErrorHandlers(app);
  registerReadiness(app, readiness);
  return app;
}

declare module 'fastify' {
  interface FastifyInstance {
    load: LoadShedding;
  }
}
