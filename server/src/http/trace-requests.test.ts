import { EventEmitter, once } from 'node:events';
import { request } from 'node:http';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { currentSpan, type OpenSpan } from '../trace-context.ts';
import { traceRequests } from './trace-requests.ts';

/** A span that writes down what becomes of it. */
function writtenSpan() {
  const story: string[] = [];
  const news = new EventEmitter();
  let isOpen = true;
  const span: OpenSpan = {
    traceId: 'one',
    isOpen: () => isOpen,
    child: () => span,
    tell: (attributes) => void story.push(...Object.values(attributes).map(String)),
    fail: (errorType) => void story.push(errorType),
    end() {
      isOpen = false;
      story.push('end');
      news.emit('ended');
    },
  };
  return { span, story, ended: once(news, 'ended') };
}

async function open(handler: (gone: Promise<unknown>) => Promise<unknown>) {
  const { span, story, ended } = writtenSpan();
  const app = Fastify();
  traceRequests(app, ({ method, route }) => {
    story.push(`${method} ${route}`);
    return span;
  });
  app.get('/invoices/:id', (_request, reply) => handler(once(reply.raw, 'close')));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, url: `${url}/invoices/secret`, story, ended };
}

describe('The span of a request', () => {
  it('is told by the pattern of its route, and its status', async () => {
    const { app, url, story, ended } = await open(async () => ({}));
    await fetch(url);
    await ended;
    expect(story).toEqual(['GET /invoices/:id', '200', 'end']);
    await app.close();
  });

  it('fails when we do', async () => {
    const { app, url, story, ended } = await open(async () => {
      throw new Error('a secret');
    });
    await fetch(url);
    await ended;
    expect(story).toEqual(['GET /invoices/:id', '500', '500', 'end']);
    await app.close();
  });

  it('goes on with the work when the caller goes away', async () => {
    let traceIdAfter: string | undefined;
    const news = new EventEmitter();
    const begun = once(news, 'begun');
    const { app, url, story, ended } = await open(async (gone) => {
      news.emit('begun');
      await gone;
      traceIdAfter = currentSpan()?.traceId;
      return {};
    });
    const asked = request(url, { agent: false }).on('error', () => undefined);
    asked.end();
    await begun;
    asked.destroy();
    await ended;
    expect(traceIdAfter).toBe('one');
    expect(story).toEqual(['GET /invoices/:id', '200', 'aborted', 'end']);
    await app.close();
  });
});
