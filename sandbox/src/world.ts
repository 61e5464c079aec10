// One isolated world: its own clock, records, faults and webhooks, and the HTTP routes of the processors and the
// control plane. The process has a default world at "/" and may have others under /worlds/<name>. Worlds share only
// the listening ports.
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { commonFiles, serveBrowserFiles } from './browser-files.ts';
import type { Clock } from './clock.ts';
import { registerControlPlane } from './control.ts';
import { createFaults } from './faults.ts';
import type { Journal } from './journal.ts';
import type { Mailbox } from './mailbox/mailbox.ts';
import { registerPlaces } from './places/places.ts';
import { createProcessors } from './processors.ts';
import { createWebhooks } from './webhooks.ts';

const BODY_LIMIT_BYTES = 65_536;

export type WorldOptions = {
  clock: Clock;
  journal: Journal;
  mailbox: Mailbox;
  webhookDelayMs: number;
  isShuffled?: boolean;
  latencyMs?: number;
  serverFactory?: FastifyServerOptions['serverFactory'];
  registerMoreControls?: (app: FastifyInstance) => void;
};

export type World = {
  app: FastifyInstance;
  clock: Clock;
  mailbox: Mailbox;
  processors: readonly string[];
};

export function createWorld(options: WorldOptions): World {
  const { clock, journal, mailbox, webhookDelayMs: delayMs } = options;
  const faults = createFaults();
  const { isShuffled = false, latencyMs = 0 } = options;
  const webhooks = createWebhooks({ clock, journal, faults, delayMs, isShuffled });
  const shared = { clock, journal, webhooks, faults };
  const processors = createProcessors(shared);

  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    // A client that keeps its connections open must not keep the process alive.
    forceCloseConnections: true,
    // Logs only internal errors, and to stderr, because the "listening" line must be the only output on stdout.
    logger: { level: 'error', stream: process.stderr },
    ...(options.serverFactory === undefined ? {} : { serverFactory: options.serverFactory }),
  });
  app.register(
    async (scope) => {
      registerControlPlane(scope, { clock, journal, faults, webhooks, mailbox, processors });
      options.registerMoreControls?.(scope);
    },
    { prefix: '/_sandbox' },
  );
  serveBrowserFiles(app, commonFiles('/common'));
  app.register(async (scope) => registerPlaces(scope), { prefix: '/places' });
  for (const processor of processors) {
    app.register(
      async (scope) => {
        if (latencyMs > 0) scope.addHook('onRequest', () => sleep(latencyMs));
        processor.registerEndpoints(scope);
      },
      { prefix: `/${processor.name}` },
    );
  }
  app.addHook('onClose', async () => clock.stop());
  webhooks.resume();
  return { app, clock, mailbox, processors: processors.map(({ name }) => name) };
}
