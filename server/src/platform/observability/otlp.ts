/**
 * OpenTelemetry spans, exported in batches by OTLP over HTTP. This is the only file that imports the SDK, and it is
 * loaded only if tracing is configured. It registers nothing globally and patches no library. Spans that cannot be
 * exported are dropped.
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
import { waitAtMost } from '../../kernel/clock.ts';
import type { TracingSettings } from '../../kernel/config.ts';
import type { OpenSpan, SpanStart } from '../../kernel/trace-context.ts';

const EXPORT_TIMEOUT_MS = 5000;
/** Time allowed for the last export at shutdown. Spans not sent by then are dropped. */
const STOP_MS_MAX = 3000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const satisfies Record<SpanStart['kind'], SpanKind>;

export type Spans = { root(start: SpanStart): OpenSpan; stop(): Promise<void> };

function withExportLogging(exporter: SpanExporter, log: Logger): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined;
        if (hasFailed && !isFailing) {
          log.warn({ event: 'tracing.export_failed' }, 'traces cannot be exported');
        }
        if (!hasFailed && isFailing) {
          log.info({ event: 'tracing.export_recovered' }, 'traces are exported again');
        }
        isFailing = hasFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

function createTracerProvider({ endpoint, serviceName, share }: TracingSettings, log: Logger) {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  return new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: withExportLogging(exporter, log) })],
  });
}

export function openSpans(settings: TracingSettings, log: Logger): Spans {
  const provider = createTracerProvider(settings, log);
  const tracer = provider.getTracer('quittance');
  const open = ({ name, kind, attributes = {} }: SpanStart, parent: Context): OpenSpan => {
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent);
    let isOpen = true;
    return {
      traceId: span.spanContext().traceId,
      isOpen: () => isOpen,
      child: (start) => open(start, trace.setSpan(ROOT_CONTEXT, span)),
      setAttributes: (added) => void span.setAttributes(added),
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
      await waitAtMost(STOP_MS_MAX, sent);
    },
  };
}
