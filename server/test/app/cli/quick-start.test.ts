/**
 * Runs every command of docs/quick-start.md in a shell, from an empty database to a payable link and a verified
 * webhook. Only part of a full test run; quick-start-client.scenario.test.ts covers the same steps through the API
 * in every run.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@quittance/dev/free-port';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { isFullRun } from '../../../../domain/test/full-run.ts';
import { type Portal, startPortal } from '../../../src/app/composition.ts';
import { readConfig } from '../../../src/kernel/config.ts';
import { emptyDatabase, type FreshDatabase } from '../../database.ts';
import { SETTINGS } from '../../world/command-line.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const PROGRAM = join(ROOT, 'server/dist/bundle/quittance.js');
const PORT_OF_GUIDE = /4020/g;
const run = promisify(execFile);
const shownSchema = z.object({ account: z.object({ status: z.string() }) });

let empty: FreshDatabase;
let folder: string;

beforeAll(async () => {
  empty = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'quittance-quick-start-'));
});
afterAll(async () => {
  await empty.drop();
  await rm(folder, { recursive: true });
});

async function blocksOfGuide(language: string, port: number): Promise<string[]> {
  const guide = await readFile(join(ROOT, 'docs/quick-start.md'), 'utf8');
  const blocks = guide.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'));
  return [...blocks].map(([, block = '']) => block.trim().replace(PORT_OF_GUIDE, String(port)));
}

/** Replaces npx, which would build first, with the program that it would run. */
async function writeNpx(): Promise<void> {
  const path = join(folder, 'npx');
  await writeFile(path, `#!/bin/sh\nshift\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
  await chmod(path, 0o755);
}

type Settings = Record<string, string | undefined>;

function startReceiver(env: Settings) {
  const child: ChildProcess = spawn(process.execPath, ['receiver.mjs'], { cwd: folder, env });
  const { stdout } = child;
  if (!stdout) throw new Error('The receiver has no output');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return {
    async saying(wanted: RegExp): Promise<string> {
      for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error(`The receiver ended without saying ${wanted}`);
        if (wanted.test(value)) return value;
      }
    },
    async stop(): Promise<void> {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

it.runIf(isFullRun)(
  'the quick start ends with payable links and a verified webhook',
  { timeout: 120_000 },
  async () => {
    await writeNpx();
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const [port, receiverPort] = [await freePort(), await freePort()];
    const [script = ''] = await blocksOfGuide('js', receiverPort);
    await writeFile(join(folder, 'receiver.mjs'), script);
    const url = `http://127.0.0.1:${port}`;
    const settings = {
      ...SETTINGS,
      PUBLIC_URL: url,
      PORT: String(port),
      DATABASE_URL: empty.url,
      DATA_DIR: folder,
      WEBHOOKS_TO_PRIVATE_ADDRESSES: 'yes',
    };
    const env = { ...process.env, ...settings, PATH: `${folder}:${process.env['PATH']}` };
    const said: string[] = [];
    let receiver: ReturnType<typeof startReceiver> | null = null;
    let portal: Portal | null = null;
    try {
      const commands = (await blocksOfGuide('sh', receiverPort)).flatMap((block) =>
        block.split('\n'),
      );
      for (const command of commands) {
        if (command === 'node receiver.mjs') {
          receiver = startReceiver(env);
          await receiver.saying(/^waiting for events/);
        } else if (command === 'npm start') {
          // Stands in for the development server of the guide.
          portal = await startPortal(readConfig(settings), pino({ level: 'silent' }));
        } else {
          const { stdout } = await run('sh', ['-c', command], { cwd: folder, env });
          said.push(stdout);
        }
      }
      expect(await receiver?.saying(/^verified invoice\.paid/)).toContain('INV-1');
      const forged = await fetch(`http://127.0.0.1:${receiverPort}`, {
        method: 'POST',
        body: '{}',
      });
      expect(forged.status).toBe(400);

      const links = said.join('\n').match(/http:\S+\/pay\/[a-z2-7]{32}/g) ?? [];
      expect(links).toHaveLength(2);
      const states = await Promise.all(
        links.map(async (link) => {
          const token = link.split('/').at(-1);
          const answer = await fetch(`${url}/api/portal/public/account/harbor/${token}`);
          return shownSchema.parse(await answer.json()).account.status;
        }),
      );
      expect(states).toEqual(['COLLECTED', 'DUE']);
      expect(said.join('\n')).toMatch(/added 1, changed 0[\s\S]*invoice\.paid[\s\S]*qk_/);
    } finally {
      await portal?.stop();
      await receiver?.stop();
    }
  },
);
