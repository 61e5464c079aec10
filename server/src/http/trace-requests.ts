/**
 * A span around each request, from its first hook until its connection is done with it. Told by the
 * route's pattern, never by its address, which can hold a link's secret.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BegunRequest } from '../operations/tracing.ts';
import { type OpenSpan, runInSpan } from '../trace-context.ts';

const SERVER_ERROR = 500;

/** Whoever goes away does not stop what they began: the span goes on until there is an answer. */
function endWith(
  span: OpenSpan,
  { reply, isAnswered }: { reply: FastifyReply; isAnswered: boolean },
) {
  const { raw, statusCode } = reply;
  if (!raw.closed || !isAnswered || !span.isOpen()) return;
  span.tell({ 'http.response.status_code': statusCode });
  if (!raw.writableFinished) span.fail('aborted');
  else if (statusCode >= SERVER_ERROR) span.fail(String(statusCode));
  span.end();
}

export function traceRequests(
  app: FastifyInstance,
  begin: (request: BegunRequest) => OpenSpan,
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
  app.addHook('onSend', (request, reply, _payload, done) => {
    answered.add(request);
    const span = spans.get(request);
    if (span) endWith(span, { reply, isAnswered: true });
    done();
  });
  // Fastify binds the reading of a body to its request; the end of an answer comes from the socket.
  app.addHook('onResponse', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) runInSpan(span, done);
    else done();
  });
}
