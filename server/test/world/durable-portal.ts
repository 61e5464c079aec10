/**
 * The built portal as a process, and its own Postgres, which is not a child process of the portal. Either can be
 * killed without warning while the other continues. A relay between them keeps one address for the database,
 * wherever it is restarted.
 */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@quittance/dev/free-port';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@quittance/dev/postgres/embedded';
import { openDatabase } from '../../src/platform/database/database.ts';
import { keysFromText } from '../../src/platform/sealing/key-source.ts';
import { createSealer } from '../../src/platform/sealing/seal.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/app/main.js', import.meta.url));
const READY_MS_MAX = 120_000;
const LOG_CHARACTERS_MAX = 4000;

function relayTo(target: () => number): Server {
  return createServer((client) => {
    const upstream = connect(target(), '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  });
}

async function openPostgres(dataDir: string) {
  let postgres: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir });
  const relay = relayTo(() => Number(new URL(postgres.url).port)).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const address = relay.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = new URL(postgres.url);
  url.port = String(address.port);
  return {
    url: url.href,
    /**
     * Kills the main Postgres process with `kill -9` and restarts Postgres on its data. The other Postgres
     * processes detect the kill.
     */
    async killAndRestart(): Promise<void> {
      const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
      process.kill(Number(file.split('\n')[0]), 'SIGKILL');
      await postgres.stop();
      postgres = await startEmbeddedPostgres({ dataDir });
    },
    async stop(): Promise<void> {
      relay.close();
      await postgres.stop();
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(5000) })).ok;
  } catch {
    return false;
  }
}

/** Also used after the database has restarted while the portal kept running. */
export async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + READY_MS_MAX;
  while (!(await isReady(url))) {
    if (Date.now() > deadline) throw new Error('the portal did not become ready');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

type ServerSettings = { dataDir: string; environment: NodeJS.ProcessEnv };

async function startServer({ dataDir, environment }: ServerSettings) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...environment, PORT: String(port), PUBLIC_URL: url };
  const logPath = join(dataDir, `portal-${port}.log`);
  const log = openSync(logPath, 'a');
  /** If the server does not come back, its last output is the most useful information. */
  const ready = () =>
    untilReady(url).catch(async (error: Error) => {
      const said = (await readFile(logPath, 'utf8')).slice(-LOG_CHARACTERS_MAX);
      throw new Error(`${error.message}; it said:\n${said}`);
    });
  const start = async () => {
    const stdio: StdioOptions = ['ignore', log, log];
    const child = spawn(process.execPath, [PROGRAM], { env, stdio });
    await ready();
    return child;
  };
  let child = await start();
  return {
    url,
    ready,
    async killAndRestart(): Promise<void> {
      await end(child, 'SIGKILL');
      child = await start();
    },
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    pause: () => end(child, 'SIGTERM'),
    async resume(): Promise<void> {
      child = await start();
    },
    async stop(): Promise<void> {
      await end(child, 'SIGTERM');
      closeSync(log);
    },
  };
}

export type PortalSettings = {
  servers?: number;
  environment?: NodeJS.ProcessEnv;
  /** Further variables of the second server only. */
  secondEnvironment?: NodeJS.ProcessEnv;
  disk?: string;
};

export async function openDurablePortal(
  sandboxUrl: string,
  {
    servers: count = 1,
    environment: more = {},
    secondEnvironment = {},
    disk = tmpdir(),
  }: PortalSettings = {},
) {
  const dataDir = await mkdtemp(join(disk, 'quittance-durable-'));
  const postgres = await openPostgres(dataDir);
  const secretKey = randomBytes(32).toString('base64');
  const environment = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    SECRET_KEY: secretKey,
    SANDBOX_URL: sandboxUrl,
    LIMITS_FACTOR: '1000',
    SEED_DEMO: 'off',
    LOG_LEVEL: 'error',
    ...more,
  };
  const first = await startServer({ dataDir, environment });
  const servers = [first];
  const second = { ...environment, ...secondEnvironment };
  while (servers.length < count) {
    servers.push(await startServer({ dataDir, environment: second }));
  }
  const database = openDatabase({
    url: postgres.url,
    connectionsMax: 10,
    onIdleError: () => undefined,
  });
  return {
    url: first.url,
    urls: servers.map(({ url }) => url),
    database,
    sealer: createSealer(...keysFromText(secretKey)),
    async killAndRestart(index = 0): Promise<void> {
      await servers[index % servers.length]?.killAndRestart();
    },
    /** Stops the process in place: its clock continues, but it does nothing. */
    stall: (index: number) => servers[index]?.signal('SIGSTOP'),
    goOn: (index: number) => servers[index]?.signal('SIGCONT'),
    async whileStopped(work: () => Promise<unknown>): Promise<void> {
      await Promise.all(servers.map((server) => server.pause()));
      await work();
      await Promise.all(servers.map((server) => server.resume()));
    },
    async killPostgres(): Promise<void> {
      await postgres.killAndRestart();
      for (const { ready } of servers) await ready();
    },
    async stop(): Promise<void> {
      for (const server of servers) await server.stop();
      await database.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type DurablePortal = Awaited<ReturnType<typeof openDurablePortal>>;
