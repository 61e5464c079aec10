import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { registerDrain } from './drain.ts';

async function ask(url: string, agent: Agent): Promise<IncomingMessage> {
  const [answer] = await once(get(url, { agent }), 'response');
  answer.resume();
  await once(answer, 'end');
  return answer;
}

describe('A process that is replaced (ADR 0078)', () => {
  it('a replaced process serves its existing connections, asks clients to close them, and accepts no new ones', async () => {
    const app = Fastify();
    app.get('/', async () => 'here');
    const drain = registerDrain(app);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const [known, stranger] = [new Agent({ keepAlive: true }), new Agent()];
    try {
      expect((await ask(url, known)).headers.connection).toBe('keep-alive');

      const drained = drain();
      await expect(ask(url, stranger)).rejects.toThrow('ECONNREFUSED');
      const last = await ask(url, known);

      expect([last.statusCode, last.headers.connection]).toEqual([200, 'close']);
      await drained;
      await app.close();
    } finally {
      known.destroy();
      stranger.destroy();
    }
  });
});
