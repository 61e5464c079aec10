/**
 * Wraps the database, the HTTP client, the processors, jobs and requests with spans; the composition root applies
 * the wrappers. No span contains a body, a header, a URL, a person, an invoice or an amount. An attempt is
 * identified by its id. Without configuration, nothing is wrapped.
 */
import type { Logger } from 'pino';
import type { TracingSettings } from '../../kernel/config.ts';
import { currentSpan, type OpenSpan, runSpan } from '../../kernel/trace-context.ts';
import type { Database } from '../../platform/database/database.ts';
import type { HttpClient } from '../../platform/outbound/http-client.ts';
import type { Processors } from '../../processors/registry.ts';
import { toOutcome } from './metrics.ts';

export type RequestStart = { method: string; route: string | undefined };

export type Tracing = {
  database(database: Database): Database;
  http(http: HttpClient, processorOf: (url: string) => string): HttpClient;
  processors(processors: Processors): Processors;
  job(name: string, work: () => Promise<void>): Promise<void>;
  request: ((request: RequestStart) => OpenSpan) | null;
  stop(): Promise<void>;
};

const NO_TRACING: Tracing = {
  database: (database) => database,
  http: (http) => http,
  processors: (processors) => processors,
  job: (_name, work) => work(),
  request: null,
  stop: async () => undefined,
};

/** Adds spans only inside the span of a request or a job. */
function tracedDatabase(database: Database): Database {
  const traced = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const span = currentSpan()?.child({ name: 'transaction', kind: 'client' });
    return span ? runSpan(span, work) : work();
  };
  return {
    ...database,
    inCompany: (scope, work) => traced(() => database.inCompany(scope, work)),
    asSystem: (work) => traced(() => database.asSystem(work)),
    inSession: (scope, work) =>
      database.inSession(scope, ({ inTransaction }) =>
        work({ inTransaction: (part) => traced(() => inTransaction(part)) }),
      ),
    readForCompany: (scope, work) => traced(() => database.readForCompany(scope, work)),
    readAloneInCompany: (scope, read) => traced(() => database.readAloneInCompany(scope, read)),
    readAlone: (read) => traced(() => database.readAlone(read)),
    writeAlone: (write) => traced(() => database.writeAlone(write)),
  };
}

/** Spans are named after the processor, never after the URL, which contains references. No trace headers are sent. */
function tracedHttp(http: HttpClient, processorOf: (url: string) => string): HttpClient {
  return {
    close: () => http.close(),
    async call(call) {
      const processor = processorOf(call.url);
      const span = currentSpan()?.child({
        name: `${call.method} ${processor}`,
        kind: 'client',
        attributes: { 'quittance.processor': processor, 'http.request.method': call.method },
      });
      if (!span) return http.call(call);
      return runSpan(span, async () => {
        try {
          const answer = await http.call(call);
          span.setAttributes({ 'http.response.status_code': answer.status });
          return answer;
        } catch (error) {
          span.setAttributes({ 'quittance.outcome': toOutcome(error) });
          throw error;
        }
      });
    },
  };
}

const ABOUT_ATTEMPTS = new Set(['charge', 'lookup', 'finishAction']);

function toAttempt(operation: string, [order]: readonly unknown[]) {
  if (!ABOUT_ATTEMPTS.has(operation)) return {};
  if (typeof order !== 'object' || order === null || !('reference' in order)) return {};
  return { 'quittance.attempt': String(order.reference) };
}

function toKind(outcome: unknown): string {
  const hasKind = typeof outcome === 'object' && outcome !== null && 'kind' in outcome;
  return hasKind ? String(outcome.kind) : 'done';
}

function tracedPort<Port extends object>(port: Port, processor: string): Port {
  return new Proxy(port, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function') return member;
      const operation = String(key);
      return async (...given: unknown[]): Promise<unknown> => {
        const call = () => Reflect.apply(member, target, given);
        const span = currentSpan()?.child({
          name: `${processor} ${operation}`,
          kind: 'internal',
          attributes: {
            'quittance.processor': processor,
            'quittance.operation': operation,
            ...toAttempt(operation, given),
          },
        });
        if (!span) return call();
        return runSpan(span, async () => {
          const outcome: unknown = await call();
          span.setAttributes({ 'quittance.outcome': toKind(outcome) });
          return outcome;
        });
      };
    },
  });
}

function tracedProcessors(processors: Processors): Processors {
  return {
    ...processors,
    create(name, credentials) {
      const processor = processors.create(name, credentials);
      if (!processor) return null;
      const { charges, methods, fields } = processor;
      return {
        ...processor,
        charges: tracedPort(charges, name),
        methods: tracedPort(methods, name),
        ...(fields ? { fields: tracedPort(fields, name) } : {}),
      };
    },
  };
}

/** Incoming `traceparent` headers are ignored: clients must not choose trace ids. */
export async function openTracing(settings: TracingSettings | null, log: Logger): Promise<Tracing> {
  if (!settings) return NO_TRACING;
  const { openSpans } = await import('../../platform/observability/otlp.ts');
  const spans = openSpans(settings, log);
  return {
    database: tracedDatabase,
    http: tracedHttp,
    processors: tracedProcessors,
    job: (name, work) => {
      const attributes = { 'quittance.job': name };
      return runSpan(spans.root({ name: `job ${name}`, kind: 'internal', attributes }), work);
    },
    request: ({ method, route }) => {
      const name = route === undefined ? method : `${method} ${route}`;
      const known = route === undefined ? {} : { 'http.route': route };
      const attributes = { 'http.request.method': method, ...known };
      return spans.root({ name, kind: 'server', attributes });
    },
    stop: () => spans.stop(),
  };
}
