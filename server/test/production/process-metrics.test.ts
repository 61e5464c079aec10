/** Two processes behind one port: whichever is scraped, the page adds up both, and counters never fall. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@quittance/dev/free-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { readMetrics } from '../world/read-metrics.ts';
import { type ServeProcess, startServe } from './serve-process.ts';

const TOKEN = randomBytes(16).toString('hex');
const SCRAPES = 100;
const REQUESTS = 'quittance_http_request_seconds_count';
/** Those of the default metrics of Node come last. */
const ALLOWED = `alarm company job kind le limit method outcome processor role route state status
  major minor patch quantile space type version`.split(/\s+/);

let fresh: FreshDatabase;
let folder: string;
let port: number;
let portal: ServeProcess;

beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'quittance-metrics-'));
  port = await freePort();
  portal = startServe({
    words: ['--processes', '2', '--pool', '8', '--allow-http'],
    folder,
    environment: {
      DATABASE_URL: fresh.url,
      DATA_DIR: folder,
      PORT: String(port),
      PUBLIC_URL: 'http://127.0.0.1',
      SECRET_KEY: randomBytes(32).toString('base64'),
      METRICS_TOKEN: TOKEN,
      LOG_LEVEL: 'info',
    },
  });
  await portal.ready();
});
afterAll(async () => {
  await portal.stop();
  await fresh.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Each request takes a connection of its own, so that the processes get them in turn. */
function get(path: string): Promise<Response> {
  const headers = { authorization: `Bearer ${TOKEN}`, connection: 'close' };
  return fetch(`${portal.url}${path}`, { headers });
}

async function scrape() {
  const families = readMetrics(await (await get('/metrics')).text());
  const counts = new Map<string, number>();
  for (const { type, samples } of families) {
    if (type !== 'counter' && type !== 'histogram') continue;
    for (const { name, labels, value } of samples) {
      counts.set(`${name} ${JSON.stringify(labels)}`, value);
    }
  }
  return { families, counts };
}

const isFallen = (before: Map<string, number>, after: Map<string, number>) =>
  [...before]
    .filter(([series, value]) => (after.get(series) ?? 0) < value)
    .map(([series]) => series);

function countRequests(counts: Map<string, number>): number {
  const series = `${REQUESTS} {"method":"GET","route":"/api/ready","status":"2xx"}`;
  return counts.get(series) ?? 0;
}

describe('Metrics of two processes', () => {
  it(`every counter is monotonic over ${SCRAPES} scrapes, even when a process is killed`, {
    timeout: 120_000,
  }, async () => {
    const first = await scrape();
    let before = first.counts;
    const fallen = new Set<string>();
    for (let count = 0; count < SCRAPES; count += 1) {
      if (count === SCRAPES / 2) {
        const [victim = 0] = portal.processes();
        process.kill(victim, 'SIGKILL');
        await expect.poll(() => portal.count('process.restarted'), { timeout: 20_000 }).toBe(1);
        await portal.ready();
      }
      expect((await get('/api/ready')).status).toBe(200);
      const { counts } = await scrape();
      for (const series of isFallen(before, counts)) fallen.add(series);
      before = counts;
    }
    expect([...fallen]).toEqual([]);
    expect(countRequests(before) - countRequests(first.counts)).toBeGreaterThanOrEqual(SCRAPES);
  });

  it('the page has only allowed labels', async () => {
    const { families } = await scrape();
    const labels = families.flatMap(({ samples }) => samples.flatMap((s) => Object.keys(s.labels)));
    expect([...new Set(labels)].filter((label) => !ALLOWED.includes(label))).toEqual([]);
  });

  it('each log line has the level by name, and the role, process and host', async () => {
    const text = await readFile(join(folder, `serve-${port}.log`), 'utf8');
    // The link that creates the first company is printed, not logged.
    const lines = text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line).toMatchObject({ host: hostname(), pid: expect.any(Number) });
      expect(['info', 'warn', 'error', 'fatal']).toContain(line.level);
      expect(['supervisor', 'all']).toContain(line.role);
    }
  });
});
