/** The memory of an idle server, and the time until `npm start` is ready on existing data. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@quittance/dev/free-port';
import type { Bench } from '../bench.ts';
import { measured, type Row } from '../measure/row.ts';
import type { RowGroup } from '../measure/row-group.ts';
import { median } from '../measure/statistics.ts';
import { ROOT } from '../system/child-program.ts';
import { sleep, startPortal } from '../system/portal.ts';
import { findRssMb } from '../system/process-memory.ts';

const IDLE_MS = 10_000;

const IDLE: Row = {
  name: 'memory/idle',
  label: 'memory of a server that was just started and has no work',
  bounds: [{ kind: 'value', max: 130 }],
};

export const IDLE_MEMORY_ROWS: RowGroup = {
  rows: [IDLE],
  async measure(bench) {
    bench.progress('idle memory of a new server process');
    const portal = await startPortal({ ...bench.portalSettings, name: 'idle' });
    try {
      await sleep(IDLE_MS);
      const rssMb = await findRssMb(portal.pid);
      return [{ row: IDLE, measurement: measured('MB', rssMb ?? 0, { rssMb }) }];
    } finally {
      await portal.stop();
    }
  },
};

const START: Row = {
  name: 'start/warm',
  label: '`npm start` on existing data',
  bounds: [{ kind: 'value', max: 2.5 }],
};

async function secondsToStart({ folder }: Bench): Promise<number> {
  const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
  const playgroundPort = await freePort();
  const beganMs = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    // A separate process group is needed because a signal to npm alone may not reach its child.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'start'),
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      PLAYGROUND_PORT: String(playgroundPort),
    },
  });
  const exited = once(child, 'exit');
  const ready = new Promise<number>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('ready in')) resolve((performance.now() - beganMs) / 1000);
    });
  });
  const ended = exited.then(() => {
    throw new Error('npm start ended before it was ready');
  });
  try {
    return await Promise.race([ready, ended]);
  } finally {
    ended.catch(() => undefined);
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await exited;
  }
}

export const START_ROWS: RowGroup = {
  rows: [START],
  async measure(bench) {
    bench.progress('npm start, on an empty data folder');
    const firstSeconds = await secondsToStart(bench);
    const seconds: number[] = [];
    for (let round = 0; round < bench.options.rounds; round += 1) {
      bench.progress(`npm start, round ${round + 1} of ${bench.options.rounds}`);
      seconds.push(await secondsToStart(bench));
    }
    const notes = [`${firstSeconds.toFixed(1)} s on an empty data folder`];
    return [{ row: START, measurement: measured('s', median(seconds) ?? 0, { notes }) }];
  },
};
