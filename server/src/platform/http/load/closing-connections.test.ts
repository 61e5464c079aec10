/** A process that shuts down does not wait for connections that are no longer needed. */
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { endConnectionsWhenClosing } from './closing-connections.ts';

it('a closing server ends idle connections immediately and a busy connection after its response', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  endConnectionsWhenClosing(app);
  const signals = new EventEmitter();
  app.get('/', async () => {
    const mayAnswer = once(signals, 'answer');
    signals.emit('asked');
    await mayAnswer;
    return 'answered';
  });
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const silent = connect(Number(url.port), url.hostname);
  await once(silent, 'connect');
  const isAsked = once(signals, 'asked');
  const running = fetch(url);
  await isAsked;
  const ended = once(silent, 'close');
  const closed = app.close();
  await ended;
  signals.emit('answer');
  expect(await (await running).text()).toBe('answered');
  await closed;
});
