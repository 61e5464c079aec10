// Puts the sandbox together: one clock, one journal, the processors, the mailbox, the control plane
// and the page for people. It listens nowhere by itself; main.ts and tests decide where.
import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { contentSecurityPolicy, serveBrowserFiles } from './browser-files.ts';
import { createClock } from './clock.ts';
import { registerControlPlane } from './control.ts';
import { createFaults } from './faults.ts';
import { createFiserv } from './fiserv/server.ts';
import { openJournal } from './journal.ts';
import { createMailbox } from './mailbox/mailbox.ts';
import { createMailServer } from './mailbox/smtp.ts';
import { createPayEngine } from './payengine/server.ts';
import { registerPlaces } from './places/places.ts';
import type { ProcessorName, SandboxProcessor } from './processor.ts';
import { createStripe } from './stripe/server.ts';
import { createWebhooks } from './webhooks.ts';

const BODY_LIMIT_BYTES = 65_536;
const Offset = z.object({ offsetMs: z.number() });

export type SandboxOptions = {
  /** Where the books are kept; without it they live as long as the program. */
  dataDir?: string | undefined;
  webhookDelayMs?: number | undefined;
};

export type Sandbox = {
  app: FastifyInstance;
  /** Starts to listen and gives the address, such as http://127.0.0.1:4010. */
  listen(where: { host: string; port: number }): Promise<string>;
  /** The same for the mailbox, such as smtp://127.0.0.1:4025. */
  listenForMail(where: { host: string; port: number }): Promise<string>;
  /** The companies it plays; each lives under its own name. */
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
  const journal = openJournal(options.dataDir);
  const [stored] = journal.restored('clock');
  const clock = createClock(stored === undefined ? {} : Offset.parse(stored));
  const faults = createFaults();
  const webhooks = createWebhooks({ clock, journal, delayMs: options.webhookDelayMs ?? 400 });
  const company = { clock, journal, webhooks, faults };
  const processors: SandboxProcessor[] = [
    createPayEngine(company),
    createFiserv(company),
    createStripe(company),
  ];

  // Sockets are cut on close: a portal that keeps its connections open must not keep us alive.
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: true,
    // Our own mistakes only, and not on stdout, which belongs to the line that says "listening".
    logger: { level: 'error', stream: process.stderr },
  });
  const mailbox = createMailbox();
  const mailServer = createMailServer(mailbox, clock);
  serveBrowserFiles(app, HOME_FILES);
  app.register(
    async (scope) =>
      registerControlPlane(scope, { clock, journal, faults, webhooks, mailbox, processors }),
    { prefix: '/_sandbox' },
  );
  app.register(async (scope) => registerPlaces(scope), { prefix: '/places' });
  for (const processor of processors) {
    app.register(async (scope) => processor.registerDoors(scope), { prefix: `/${processor.name}` });
  }
  app.addHook('onClose', async () => clock.stop());
  webhooks.resume();

  return {
    app,
    processors: processors.map(({ name }) => name),
    listen: (where) => app.listen(where),
    listenForMail: mailServer.listen,
    async close() {
      await mailServer.close();
      await app.close();
    },
  };
}
