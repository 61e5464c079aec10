// The worlds beside the default one, each below /worlds/<name>: tests that need a clock of their
// own share one process. They live in memory only and end with DELETE or with the process.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createClock } from './clock.ts';
import { openJournal } from './journal.ts';
import { createMailbox } from './mailbox/mailbox.ts';
import { ownUrl } from './own-origin.ts';
import { parseInput, Refusal } from './refusal.ts';
import { createWorld, type World } from './world.ts';

const Name = z.string().regex(/^[\w-]{1,64}$/, 'has letters, digits, _ and - only');
const NamedWorld = z.object({ name: Name });
const WorldInput = z.strictObject({
  name: Name.optional(),
  /** The world's time when it starts, in the past or in the future. */
  now: z.iso.datetime().optional(),
});

const WORLD_URL = /^\/worlds\/([\w-]+)(\/.*)$/;

export type Worlds = ReturnType<typeof createWorlds>;

export function createWorlds(options: { webhookDelayMs: number }) {
  const worlds = new Map<string, World>();

  async function open({ name = randomUUID(), now }: z.infer<typeof WorldInput>) {
    if (worlds.has(name)) throw new Refusal(409, 'Another world has this name');
    const world = createWorld({
      ...options,
      clock: createClock(now === undefined ? {} : { at: new Date(now) }),
      journal: openJournal(undefined),
      mailbox: createMailbox(),
    });
    worlds.set(name, world);
    await world.app.ready();
    return { name, now: new Date(world.clock.now()).toISOString() };
  }

  async function close(name: string): Promise<void> {
    const world = worlds.get(name);
    if (world === undefined) throw new Refusal(404, 'World not found');
    worlds.delete(name);
    await world.app.close();
  }

  return {
    open,
    close,
    names: () => [...worlds.keys()],
    find: (name: string): World | undefined => worlds.get(name),
    /** Hands a request below /worlds/<name> to that world; false leaves it to the default world. */
    route(request: IncomingMessage, response: ServerResponse): boolean {
      const [, name = '', url = ''] = WORLD_URL.exec(request.url ?? '') ?? [];
      const world = worlds.get(name);
      if (world === undefined) return false;
      world.app.routing(Object.assign(request, { originalUrl: request.url, url }), response);
      return true;
    },
    async closeAll(): Promise<void> {
      await Promise.all([...worlds.keys()].map(close));
    },
  };
}

/** POST, GET and DELETE /_sandbox/worlds, in the default world only. */
export function registerWorlds(
  app: FastifyInstance,
  worlds: Worlds,
  smtpUrl: (worldName: string) => string | null,
): void {
  app.get('/worlds', async () => ({ worlds: worlds.names() }));
  app.post('/worlds', async (request) => {
    const { name, now } = await worlds.open(parseInput(WorldInput, request.body));
    return { name, now, url: `${ownUrl(request)}/worlds/${name}`, smtp: smtpUrl(name) };
  });
  app.delete('/worlds/:name', async (request) => {
    await worlds.close(parseInput(NamedWorld, request.params).name);
    return { worlds: worlds.names() };
  });
}
