// Assembles the sandbox: the default world with its journal and the page for people, the other
// worlds, and the mail server. It does not listen by itself; main.ts and tests decide where.
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { contentSecurityPolicy, serveBrowserFiles } from './browser-files.ts';
import { createClock } from './clock.ts';
import { openJournal } from './journal.ts';
import { createMailbox } from './mailbox/mailbox.ts';
import { createMailServer } from './mailbox/smtp.ts';
import type { ProcessorName } from './processor.ts';
import { createWorld } from './world.ts';
import { createWorlds, registerWorlds } from './worlds.ts';

const Offset = z.object({ offsetMs: z.number() });

/**
 * By default Node closes a connection after five idle seconds. A client that sends a request at that moment loses it
 * and cannot know whether it arrived. Here the client decides how long it keeps a connection.
 */
const NEVER_HANGS_UP = { keepAliveTimeout: 0 } as const;

export type SandboxOptions = {
  /** Folder of the journal; without it all data lives in memory. */
  dataDir?: string | undefined;
  webhookDelayMs?: number | undefined;
};

export type Sandbox = {
  app: FastifyInstance;
  /** Starts to listen and gives the address, such as http://127.0.0.1:4010. */
  listen(where: { host: string; port: number }): Promise<string>;
  /** The same for the mailbox, such as smtp://127.0.0.1:4025. */
  listenForMail(where: { host: string; port: number }): Promise<string>;
  /** The processors it simulates; each is mounted under its name. */
  processors: readonly ProcessorName[];
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
