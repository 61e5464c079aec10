/** Wires up the playground (R79): the sandbox's controls, the portal's processes and database, and the page. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '@quittance/contract/playground-view';
import { processorLabel } from '@quittance/contract/processors/registry';
import pg from 'pg';
import type { PlaygroundConfig } from '../config.ts';
import { createMovableClock, type MovableClock } from '../portal/movable-clock.ts';
import type { PortalProcesses } from '../portal/portal-processes.ts';
import { createActions } from './actions.ts';
import { FAULT_BUTTONS, RETURN_CODES } from './fault-buttons.ts';
import { serve } from './http-server.ts';
import { createLive } from './live.ts';
import { readMovedMs, writeClockOffsetMs } from './moved-time.ts';
import { createViewReader } from './read-view.ts';
import { createSandboxControl, type SandboxControl } from './sandbox-control.ts';
import { STORIES } from './stories/story-list.ts';
import { createTimeTravel } from './time-travel.ts';

type ResetDeps = {
  portal: Pick<PortalProcesses, 'stop' | 'start' | 'place'>;
  sandbox: Pick<SandboxControl, 'reset'>;
  clock: MovableClock;
  store(movedMs: number): void;
};

async function replaceDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
    await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/**
 * Starts over: stops the portal, replaces its database, clears the sandbox's records, and seeds again at the
 * machine's time. The links stay the same (seeded-entropy.ts). Requires the embedded database.
 */
async function reset({ portal, sandbox, clock, store }: ResetDeps): Promise<void> {
  const place = portal.place();
  if (!place) return;
  await portal.stop();
  await replaceDatabase(place.databaseUrl);
  await sandbox.reset();
  clock.setMovedMs(0);
  store(0);
  await portal.start(place, 0);
}

export type PlaygroundOptions = PlaygroundConfig & { dataDir: string; canReset: boolean };

type Demo = {
  companies: {
    name: string;
    processor: string;
    isDemo: boolean;
    customers: {
      publicLinks: { invoiceRef: string; status: string; amount: string; url: string }[];
    }[];
  }[];
};

const PAYABLE = ['DUE', 'IN_COLLECTION'];
const LINKS_MAX = 3;

async function readDemo(dataDir: string): Promise<Demo> {
  try {
    // The cast is safe because the seed writes the file in this shape.
    return JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as Demo;
  } catch {
    return { companies: [] };
  }
}

function toCompanies({ companies }: Demo): Settings['companies'] {
  return companies
    .filter(({ isDemo }) => !isDemo)
    .map(({ name, processor, customers }) => ({
      name,
      processor,
      links: customers
        .flatMap(({ publicLinks }) => publicLinks)
        .filter(({ status }) => PAYABLE.includes(status))
        .slice(0, LINKS_MAX)
        .map(({ invoiceRef, amount, url }) => ({ label: `${invoiceRef}, ${amount}`, url })),
    }));
}

async function readSettings(dataDir: string, sandbox: SandboxControl): Promise<Settings> {
  const { processors } = await sandbox.scenarios();
  return {
    sandbox: sandbox.url,
    mailbox: `${sandbox.url}/_sandbox/mailbox`,
    stories: STORIES.map(({ name, title, summary }) => ({ name, title, summary })),
    faults: FAULT_BUTTONS.map(({ injects: _, ...button }) => button),
    returnCodes: [...RETURN_CODES],
    companies: toCompanies(await readDemo(dataDir)),
    testData: processors.map(({ name, title, routingNumber, cards, accounts }) => ({
      processor: processorLabel(name),
      title,
      routingNumber,
      cards: cards.map(({ number, result }) => ({ number, result })),
      accounts: accounts.map(({ number, result }) => ({ number, result })),
    })),
  };
}

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4, application_name: 'playground' });
  // A reset closes the connections; the next query opens new ones.
  pool.on('error', () => undefined);
  return pool;
}

export async function openPlayground(options: PlaygroundOptions, portal: PortalProcesses) {
  const { port, sandboxUrl, publicUrl, dataDir, canReset } = options;
  const pool = openPool(portal.place()?.databaseUrl ?? '');
  const sandbox = createSandboxControl(sandboxUrl);
  const clock = createMovableClock(readMovedMs(dataDir));
  const store = (movedMs: number) => writeClockOffsetMs(dataDir, movedMs);
  const travel = createTimeTravel({ pool, clock, portal, sandbox, store });
  const actions = createActions({
    sandbox,
    portal,
    travel,
    canReset,
    reset: () => reset({ portal, sandbox, clock, store }),
    async tellStory(name, story) {
      const { tellStory } = await import('./stories/tell-story.ts');
      await tellStory(name, { story, portalUrl: publicUrl, pool, sandbox, clock, travel });
    },
  });
  const readView = createViewReader({ pool, sandbox, clock, portal, travel, canReset });
  const live = createLive(() => readView(actions.progress()).then(JSON.stringify, () => null));
  const settings = () => readSettings(dataDir, sandbox);
  const server = await serve({ live, actions, settings }, port);
  return {
    async stop(): Promise<void> {
      await server.close();
      await pool.end();
    },
  };
}
