/**
 * Opens a span around each request, from its first hook until the response is sent or the connection closes. The
 * span is named by the route's pattern, never by the URL, which can contain a link token.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type OpenSpan, runInSpan } from '../../kernel/trace-context.ts';
import type { RequestStart } from './tracing.ts';

const SERVER_ERROR = 500;

/** Work continues after the client disconnects, so the span also waits for the response. */
function endWith(
  span: OpenSpan,
  { reply, isAnswered }: { reply: FastifyReply; isAnswered: boolean },
) {
  const { raw, statusCode } = reply;
  if (!raw.closed || !isAnswered || !span.isOpen()) return;
  span.setAttributes({ 'http.response.status_code': statusCode });
  if (!raw.writableFinished) span.fail('aborted');
  else if (statusCode >= SERVER_ERROR) span.fail(String(statusCode));
  span.end();
}

export function traceRequests(
  app: FastifyInstance,
  begin: (request: RequestStart) => OpenSpan,
): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  const answered = new WeakSet<FastifyRequest>();
  app.addHook('onRequest', (request, reply, done) => {
    const span = begin({ method: request.method, route: request.routeOptions.url });
    spans.set(request, span);
    reply.raw.once('close', () => {
      endWith(span, { reply, isAnswered: answered.has(request) });
    });
    runInSpan(span, done);
  });
  app.addHook('onSend', async (request, reply) => {
    answered.add(request);
    const span = spans.get(request);
    if (span) endWith(span, { reply, isAnswered: true });
  });
  // onResponse is triggered by the socket, outside the request's async context.
  app.addHook('onResponse', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) runInSpan(span, done);
    else done();
  });
}
