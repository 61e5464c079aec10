/**
 * Types every command of docs/production.md into a fresh Debian 12, Debian 13 and Ubuntu 24.04, each booted with its own
 * systemd, ending with a payment over TLS. Only part of a full run, and only where such a system can be booted. The
 * package is the one of `npm run package`; the host name is one for which Caddy makes its own certificate, and the
 * processor is the sandbox.
 */
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { HARBOR } from '../world/merchant.ts';
import { type Sandbox, startSandbox } from '../world/sandbox-process.ts';
import {
  bootSystem,
  canBootSystems,
  HOST_FROM_INSIDE,
  SYSTEMS,
  type SystemName,
} from './clean-system.ts';
import { makePackage } from './make-package.ts';
import { payByCard } from './payer.ts';

const GUIDE = fileURLToPath(new URL('../../../docs/production.md', import.meta.url));
const HOST = 'pay.localhost';
const CA = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';

/** Typed besides the commands, as the text of the guide says: the base URL of the processor. */
async function readCommands(processorUrl: string): Promise<string[]> {
  const guide = await readFile(GUIDE, 'utf8');
  const blocks = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)];
  const commands = blocks.flatMap(([, block = '']) => block.trim().split('\n'));
  const more = `echo "PAYENGINE_URL=${processorUrl}" >> /etc/quittance/quittance.env`;
  return commands
    .flatMap((command) => (command.startsWith('chown ') ? [more, command] : [command]))
    .map((command) => command.replaceAll('pay.example.com', HOST));
}

const fromInside = (url: string) => url.replace('127.0.0.1', HOST_FROM_INSIDE);

describe.runIf(isFullRun && canBootSystems)('docs/production.md', () => {
  let folder: string;
  let tarball: string;
  let sandbox: Sandbox;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quittance-guide-'));
    tarball = await makePackage(folder);
    sandbox = await startSandbox();
  }, 900_000);
  afterAll(async () => {
    await sandbox?.stop();
    await rm(folder, { recursive: true });
  });
  const systems = Object.keys(SYSTEMS) as SystemName[]; // because keys() forgets the union

  it.each(systems)(
    'the guide ends with a paid invoice behind TLS on %s',
    { timeout: 1_800_000 },
    async (name) => {
      const system = await bootSystem(name);
      try {
        for (const path of [tarball, `${tarball}.sha256`]) {
          await system.copyIn(path, join('srv', basename(path)));
        }
        await appendFile(join(system.root, 'etc/hosts'), `127.0.0.1 localhost ${HOST}\n`);
        const commands = await readCommands(fromInside(sandbox.baseUrls.payengine));
        await writeFile(
          join(system.root, 'srv/guide.sh'),
          `set -eux\ncd /srv\n${commands.join('\n')}\n`,
        );
        const beganMs = performance.now();
        const typing = system.inside(['bash', '/srv/guide.sh'], {
          HOME: '/srv',
          DEBIAN_FRONTEND: 'noninteractive',
          SMTP_URL: fromInside(sandbox.smtpUrl),
          PROCESSOR_KEY: HARBOR.privateKey,
          MERCHANT_ID: HARBOR.merchantId,
          PUBLIC_KEY: HARBOR.publicKey,
          NODE_EXTRA_CA_CERTS: CA,
        });
        const { stdout } = await typing.catch(async (error: Error & { stdout: string }) => {
          const journal = await system.inside(['journalctl', '--no-pager', '--lines=60']);
          throw new Error([error.message, error.stdout, journal.stdout].join('\n'));
        });
        const seconds = Math.round((performance.now() - beganMs) / 1000);
        expect(stdout).toMatch(/^0 failures, /m);

        const token = /https:\S+\/pay\/([a-z2-7]{32})/.exec(stdout)?.[1] ?? '';
        const site = {
          url: `https://127.0.0.1:${await system.forward(443)}`,
          ca: await readFile(join(system.root, CA), 'utf8'),
          host: HOST,
        };
        const states = await payByCard({ site, sandbox, token }, { amount: 12_000, fee: 0 });
        expect(states).toEqual(['SUCCESS', 'COLLECTED']);
        process.stdout.write(
          `guide: ${JSON.stringify({ name, commands: commands.length, seconds })}\n`,
        );
      } finally {
        await system.stop();
      }
    },
  );
});
