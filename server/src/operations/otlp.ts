/**
 * Spans as OpenTelemetry has them, sent in batches by OTLP over HTTP. The only file that imports its
 * SDK, and itself imported only when traces are configured. Nothing is registered globally, no library
 * is patched, and what cannot be sent is dropped.
 */
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { wait } from '../clock.ts';
import type { TracingSettings } from '../config.ts';
import type { OpenSpan, SpanStart } from '../trace-context.ts';

const EXPORT_TIMEOUT_MS = 5000;
/** What is left at the end is sent within this time or not at all: a stop waits for payments only. */
const STOP_MS_MAX = 3000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const satisfies Record<SpanStart['kind'], SpanKind>;

export type Spans = { root(start: SpanStart): OpenSpan; stop(): Promise<void> };

/** Says once when a collector stops taking spans, and once when it takes them again. */
function withNews(exporter: SpanExporter, log: Logger): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined;
        if (hasFailed && !isFailing) log.warn('traces cannot be exported');
        if (!hasFailed && isFailing) log.info('traces are exported again');
        isFailing = hasFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

function providerOf({ endpoint, serviceName, share }: TracingSettings, log: Logger) {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  return new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: withNews(exporter, log) })],
  });
}

export function openSpans(settings: TracingSettings, log: Logger): Spans {
  const provider = providerOf(settings, log);
  const tracer = provider.getTracer('quittance');
  const open = ({ name, kind, attributes = {} }: SpanStart, parent: Context): OpenSpan => {
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent);
    let isOpen = true;
    return {
      traceId: span.spanContext().traceId,
      isOpen: () => isOpen,
      child: (start) => open(start, trace.setSpan(ROOT_CONTEXT, span)),
      tell: (told) => void span.setAttributes(told),
      fail(errorType) {
        span.setAttribute('error.type', errorType);
        span.setStatus({ code: SpanStatusCode.ERROR });
      },
      end() {
        isOpen = false;
        span.end();
      },
    };
  };
  return {
    root: (start) => open(start, ROOT_CONTEXT),
    async stop() {
      const sent = provider.shutdown().catch(() => undefined);
      await Promise.race([sent, wait(STOP_MS_MAX)]);
    },
  };
}
