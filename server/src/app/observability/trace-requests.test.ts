import { EventEmitter, once } from 'node:events';
import { request } from 'node:http';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { currentSpan, type OpenSpan } from '../../kernel/trace-context.ts';
import { traceRequests } from './trace-requests.ts';

function writtenSpan() {
  const steps: string[] = [];
  const events = new EventEmitter();
  let isOpen = true;
  const span: OpenSpan = {
    traceId: 'one',
    isOpen: () => isOpen,
    child: () => span,
    setAttributes: (attributes) => void steps.push(...Object.values(attributes).map(String)),
    fail: (errorType) => void steps.push(errorType),
    end() {
      isOpen = false;
      steps.push('end');
      events.emit('ended');
    },
  };
  return { span, steps, ended: once(events, 'ended') };
}

async function open(handler: (gone: Promise<unknown>) => Promise<unknown>) {
  const { span, steps, ended } = writtenSpan();
  const app = Fastify();
  traceRequests(app, ({ method, route }) => {
    steps.push(`${method} ${route}`);
    return span;
  });
  app.get('/invoices/:id', (_request, reply) => handler(once(reply.raw, 'close')));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, url: `${url}/invoices/secret`, steps, ended };
}

describe('The span of a request', () => {
  it('a request span has the route pattern and the status', async () => {
    const { app, url, steps, ended } = await open(async () => ({}));
    await fetch(url);
    await ended;
    expect(steps).toEqual(['GET /invoices/:id', '200', 'end']);
    await app.close();
  });

  it('a request span fails when the handler throws', async () => {
    const { app, url, steps, ended } = await open(async () => {
      throw new Error('a secret');
    });
    await fetch(url);
    await ended;
    expect(steps).toEqual(['GET /invoices/:id', '500', '500', 'end']);
    await app.close();
  });

  it('a request span stays open after the client disconnects until the handler ends', async () => {
    let traceIdAfter: string | undefined;
    const events = new EventEmitter();
    const begun = once(events, 'begun');
    const { app, url, steps, ended } = await open(async (gone) => {
      events.emit('begun');
      await gone;
      traceIdAfter = currentSpan()?.traceId;
      return {};
    });
    const call = request(url, { agent: false }).on('error', () => undefined);
    call.end();
    await begun;
    call.destroy();
    await ended;
    expect(traceIdAfter).toBe('one');
    expect(steps).toEqual(['GET /invoices/:id', '200', 'aborted', 'end']);
    await app.close();
  });
});
