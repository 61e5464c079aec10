/**
 * Starts over: stops the portal, replaces its database, forgets what the sandbox has recorded, and seeds again, by the
 * machine's time. The links are the same as before (seeded-entropy.ts). On the embedded database only.
 */
import pg from 'pg';
import type { MovableClock } from '../portal/movable-clock.ts';
import type { PortalProcesses } from '../portal/portal-processes.ts';
import type { SandboxControl } from './sandbox-control.ts';

export type ResetDeps = {
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

export async function reset({ portal, sandbox, clock, store }: ResetDeps): Promise<void> {
  const place = portal.place();
  if (!place) return;
  await portal.stop();
  await replaceDatabase(place.databaseUrl);
  await sandbox.reset();
  clock.setMovedMs(0);
  store(0);
  await portal.start(place, 0);
}
