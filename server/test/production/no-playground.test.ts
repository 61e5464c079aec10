/**
 * The playground is part of the development program (R79, ADR 0103). Production does not load it, does not listen
 * for it, and has a clock that cannot be moved.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@quittance/dev/free-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { type ServeProcess, startServe } from './serve-process.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/app/quittance.js', import.meta.url));
const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g;

let fresh: FreshDatabase;
let folder: string;
let portal: ServeProcess;
let playgroundPort: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'quittance-production-'));
  playgroundPort = await freePort();
  portal = startServe({
    words: ['--processes', '1', '--allow-http'],
    folder,
    environment: {
      DATABASE_URL: fresh.url,
      DATA_DIR: folder,
      PORT: String(await freePort()),
      PUBLIC_URL: 'http://127.0.0.1',
      SECRET_KEY: randomBytes(32).toString('base64'),
      // `npm start` sets this for the development program. SANDBOX_URL is refused.
      PLAYGROUND_PORT: String(playgroundPort),
    },
  });
  await portal.ready();
});
afterAll(async () => {
  await portal.stop();
  await fresh.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Lists every file of ours that a program can load, including lazily and in its child processes. */
function toFiles(program: string): string[] {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path) || !existsSync(path)) return;
    found.add(path);
    const require = createRequire(path);
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
      if (name.startsWith('.')) visit(join(path, '..', name));
      else if (name.startsWith('@quittance/')) visit(require.resolve(name));
    }
  };
  visit(program);
  return [...found];
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

describe('Production mode (R79)', () => {
  it('production mode serves no playground, even when its variable is set', async () => {
    expect(await canConnect(playgroundPort)).toBe(false);
  });

  it.each(['/playground', '/live', '/settings', '/_sandbox/clock', '/tokens.css'])(
    'production mode has no page at %s',
    async (path) => {
      const answer = await fetch(`${portal.url}${path}`);
      expect(await answer.text()).not.toContain('Failure playground');
      expect(answer.headers.get('content-type')).not.toBe('text/event-stream');
    },
  );

  it('production mode cannot load development files or a movable clock', () => {
    const files = toFiles(PROGRAM);
    expect(files.length).toBeGreaterThan(300);
    expect(files.filter((path) => /\/(dev|sandbox)\//.test(path))).toEqual([]);
    expect(files.filter((path) => readFileSync(path, 'utf8').includes('setMovedMs'))).toEqual([]);
  });
});
