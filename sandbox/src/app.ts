// Assembles the sandbox: the default world with its journal and web page, the other worlds, and the email server.
// main.ts and the tests choose the address and start listening.

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { contentSecurityPolicy, serveBrowserFiles } from './browser-files.ts';
import { createClock } from './clock.ts';
import { openJournal } from './journal.ts';
import { createMailbox } from './mailbox/mailbox.ts';
import { createMailServer } from './mailbox/smtp.ts';
import { ownUrl } from './own-origin.ts';
import { parseInput, Refusal } from './refusal.ts';
import { createWorld, type World } from './world.ts';

const Name = z.string().regex(/^[\w-]{1,64}$/, 'has letters, digits, _ and - only');
const NamedWorld = z.object({ name: Name });
const WorldInput = z.strictObject({
  name: Name.optional(),
  now: z.iso.datetime().optional(),
  /** Every event is delivered twice, and all of them in random order. */
  isShuffled: z.boolean().optional(),
  /** Every response of a processor takes this long. */
  latencyMs: z.int().min(0).max(60_000).optional(),
});

const WORLD_URL = /^\/worlds\/([\w-]+)(\/.*)$/;

type Worlds = ReturnType<typeof createWorlds>;

// Worlds other than the default one, each under /worlds/<name>, so that tests that need their own clock can share a
// process. They exist only in memory and end with DELETE or with the process.
function createWorlds(options: { webhookDelayMs: number }) {
  const worlds = new Map<string, World>();

  async function open(input: z.infer<typeof WorldInput>) {
    const { name = randomUUID(), now, isShuffled = false, latencyMs = 0 } = input;
    if (worlds.has(name)) throw new Refusal(409, 'Another world has this name');
    const world = createWorld({
      ...options,
      isShuffled,
      latencyMs,
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

function registerWorlds(
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

const Offset = z.object({ offsetMs: z.number() });

/**
 * By default, Node closes a connection after five idle seconds. A client that sends a request at that moment loses
 * it and cannot determine whether it arrived. With 0, the client decides how long a connection stays open.
 */
const NEVER_HANGS_UP = { keepAliveTimeout: 0 } as const;

export type SandboxOptions = {
  dataDir?: string | undefined;
  webhookDelayMs?: number | undefined;
};

export type Sandbox = {
  app: FastifyInstance;
  listen(where: { host: string; port: number }): Promise<string>;
  listenForMail(where: { host: string; port: number }): Promise<string>;
  processors: readonly string[];
  close(): Promise<void>;
};

const HOME_FILES = [
  {
    path: '/',
    file: 'home/home.html',
    headers: { 'content-security-policy': contentSecurityPolicy("'none'") },
  },
  { path: '/home.css', file: 'home/home.css' },
  { path: '/home.js', file: 'home/home.js' },
] as const;

export function buildSandbox(options: SandboxOptions = {}): Sandbox {
  const webhookDelayMs = options.webhookDelayMs ?? 400;
  const journal = openJournal(options.dataDir);
  const [stored] = journal.restored('clock');
  const clock = createClock(stored === undefined ? {} : Offset.parse(stored));
  const mailbox = createMailbox();
  const worlds = createWorlds({ webhookDelayMs });
  const mailServer = createMailServer({ mailbox, clock, worldOf: worlds.find });
  const { app, processors } = createWorld({
    clock,
    journal,
    mailbox,
    webhookDelayMs,
    serverFactory: (handle) =>
      createServer(NEVER_HANGS_UP, (request, response) => {
        if (!worlds.route(request, response)) handle(request, response);
      }),
    registerMoreControls: (scope) => registerWorlds(scope, worlds, mailServer.urlFor),
  });
  serveBrowserFiles(app, HOME_FILES);

  return {
    app,
    processors,
    listen: (where) => app.listen(where),
    listenForMail: mailServer.listen,
    async close() {
      await mailServer.close();
      await worlds.closeAll();
      await app.close();
    },
  };
}
