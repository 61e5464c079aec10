/**
 * Where spans begin and end: at the seams the house already has, put around them from outside by the
 * composition root. No span tells a body, a header, an address, a person, an invoice or an amount; an
 * attempt is told by its id. Without configuration every seam stays as it is.
 */
import type { Logger } from 'pino';
import type { TracingSettings } from '../config.ts';
import type { HttpClient } from '../processors/http.ts';
import type { Processors } from '../processors/registry.ts';
import type { Database } from '../storage/database.ts';
import { currentSpan, duringSpan, type OpenSpan } from '../trace-context.ts';
import { outcomeOf } from './metrics.ts';

/** The route by its pattern; there is none where nothing is found. */
export type BegunRequest = { method: string; route: string | undefined };

export type Tracing = {
  database(database: Database): Database;
  http(http: HttpClient, processorOf: (url: string) => string): HttpClient;
  processors(processors: Processors): Processors;
  job(name: string, work: () => Promise<void>): Promise<void>;
  /** Begins a request's trace; null when there are no traces. */
  request: ((request: BegunRequest) => OpenSpan) | null;
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

/** Only within a request or a job: by itself a transaction explains nothing. */
function tracedDatabase(database: Database): Database {
  const traced = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const span = currentSpan()?.child({ name: 'transaction', kind: 'client' });
    return span ? duringSpan(span, work) : work();
  };
  return {
    pool: database.pool,
    inCompany: (scope, work) => traced(() => database.inCompany(scope, work)),
    asSystem: (work) => traced(() => database.asSystem(work)),
    close: () => database.close(),
  };
}

/** By processor and never by address: addresses hold references, and nothing of ours is sent along. */
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
      return duringSpan(span, async () => {
        try {
          const answer = await http.call(call);
          span.tell({ 'http.response.status_code': answer.status });
          return answer;
        } catch (error) {
          span.tell({ 'quittance.outcome': outcomeOf(error) });
          throw error;
        }
      });
    },
  };
}

/** The operations of the port whose first argument carries our attempt's id as its reference. */
const ABOUT_ATTEMPTS = new Set(['charge', 'lookup', 'finishAction']);

function attemptOf(operation: string, [order]: readonly unknown[]) {
  if (!ABOUT_ATTEMPTS.has(operation)) return {};
  if (typeof order !== 'object' || order === null || !('reference' in order)) return {};
  return { 'quittance.attempt': String(order.reference) };
}

function kindOf(outcome: unknown): string {
  const isTold = typeof outcome === 'object' && outcome !== null && 'kind' in outcome;
  return isTold ? String(outcome.kind) : 'done';
}

/** The same port with a span around each of its calls, all of which are asynchronous. */
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
            ...attemptOf(operation, given),
          },
        });
        if (!span) return call();
        return duringSpan(span, async () => {
          const outcome: unknown = await call();
          span.tell({ 'quittance.outcome': kindOf(outcome) });
          return outcome;
        });
      };
    },
  });
}

function tracedProcessors(processors: Processors): Processors {
  return {
    supports: (name) => processors.supports(name),
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

/** Whoever calls us may send a trace of their own; it is not theirs to name ours, so none is read. */
export async function openTracing(settings: TracingSettings | null, log: Logger): Promise<Tracing> {
  if (!settings) return NO_TRACING;
  const { openSpans } = await import('./otlp.ts');
  const spans = openSpans(settings, log);
  return {
    database: tracedDatabase,
    http: tracedHttp,
    processors: tracedProcessors,
    job: (name, work) => {
      const attributes = { 'quittance.job': name };
      return duringSpan(spans.root({ name: `job ${name}`, kind: 'internal', attributes }), work);
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
