/**
 * A span around each request, from its first hook until its connection is done with it. Told by the
 * route's pattern, never by its address, which can hold a link's secret.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BegunRequest } from '../operations/tracing.ts';
import { type OpenSpan, runInSpan } from '../trace-context.ts';

const SERVER_ERROR = 500;

function finish(span: OpenSpan, { statusCode, raw }: FastifyReply): void {
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
  app.addHook('onRequest', (request, reply, done) => {
    const span = begin({ method: request.method, route: request.routeOptions.url });
    spans.set(request, span);
    reply.raw.once('close', () => finish(span, reply));
    runInSpan(span, done);
  });
  const goOn = (request: FastifyRequest, done: () => void): void => {
    const span = spans.get(request);
    if (span) runInSpan(span, done);
    else done();
  };
  // Reading a body and writing an answer come back from the socket, which knows of no request.
  app.addHook('preValidation', (request, _reply, done) => goOn(request, done));
  app.addHook('onResponse', (request, _reply, done) => goOn(request, done));
}
