/**
 * Runs every command of docs/production.md in a shell, ending with a payment over TLS. Only part of a full run.
 * Postgres is a separate server, with a role that is not a superuser. The processors' base URLs point to the
 * sandbox. Tools that exist only on an administrator's machine (packages, accounts, systemd) are replaced by small
 * programs at the front of PATH.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@quittance/dev/postgres/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { HARBOR } from '../world/merchant.ts';
import { freePort } from '../world/portal-process.ts';
import { type Sandbox, startSandbox } from '../world/sandbox-process.ts';
import { payByCard } from './payer.ts';
import { bareEnvironment } from './serve-process.ts';
import { startTlsProxy, type TlsProxy } from './tls-proxy.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SHIMS = fileURLToPath(new URL('shims', import.meta.url));
const run = promisify(execFile);

let folder: string;
let postgres: EmbeddedPostgres;
let sandbox: Sandbox;
let proxy: TlsProxy | null = null;

async function commandsOfGuide(): Promise<string[]> {
  const guide = await readFile(join(ROOT, 'docs/production.md'), 'utf8');
  const blocks = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)];
  return blocks.flatMap(([, block = '']) => block.trim().split('\n'));
}

type Ports = { portal: number; worker: number; tls: number };

/** Rewrites the commands to use a folder, free ports, and a role that is not the superuser of the test. */
function moved(commands: readonly string[], { portal, tls }: Ports): string {
  const { port: postgresPort } = new URL(postgres.url);
  return commands
    .join('\n')
    .replaceAll('create role quittance', 'create role guide')
    .replaceAll('database quittance owner quittance', 'database guide owner guide')
    .replaceAll('postgres://quittance:', 'postgres://guide:')
    .replaceAll('127.0.0.1:5432/quittance', '127.0.0.1:5432/guide')
    .replaceAll(/\/(opt|etc)\/(quittance|caddy|systemd)/g, `${folder}/$1/$2`)
    .replaceAll('/usr/share/', `${folder}/usr/share/`)
    .replaceAll('127.0.0.1:5432', `127.0.0.1:${postgresPort}`)
    .replaceAll('https://pay.example.com', `https://localhost:${tls}`)
    .replaceAll('/pay.example.com/', `/localhost:${tls}/`)
    .replace(
      /(^chmod 0640 .*$)/m,
      `echo "PORT=${portal}" >> ${folder}/etc/quittance/quittance.env\n$1`,
    );
}

async function writeShims(): Promise<string> {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  const nothing = '#!/bin/sh\nexit 0\n';
  const shims: Record<string, string> = {
    'apt-get': nothing,
    useradd: nothing,
    chown: nothing,
    sudo: '#!/bin/sh\nshift 2\nexec "$@"\n',
    psql: `#!/bin/sh\nexec "${process.execPath}" "${SHIMS}/psql.mjs" "$@"\n`,
    systemctl: `#!/bin/sh\nexec "${process.execPath}" "${SHIMS}/systemctl.mjs" "$@"\n`,
  };
  for (const [name, text] of Object.entries(shims)) {
    await writeFile(join(bin, name), text);
    await chmod(join(bin, name), 0o755);
  }
  const pgdg = join(folder, 'usr/share/postgresql-common/pgdg');
  await mkdir(pgdg, { recursive: true });
  await writeFile(join(pgdg, 'apt.postgresql.org.sh'), nothing, { mode: 0o755 });
  for (const path of ['etc/systemd/system', 'etc/caddy', 'opt/quittance/releases']) {
    await mkdir(join(folder, path), { recursive: true });
  }
  return bin;
}

async function stopUnits(): Promise<void> {
  const list = await readFile(join(folder, 'pids'), 'utf8').catch(() => '');
  for (const pid of list.split('\n').filter(Boolean).map(Number)) process.kill(pid, 'SIGTERM');
}

describe.runIf(isFullRun)('docs/production.md', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quittance-guide-'));
    postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
    sandbox = await startSandbox();
  });
  afterAll(async () => {
    await stopUnits();
    await proxy?.stop();
    await sandbox?.stop();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('the production guide ends with a paid invoice behind TLS', {
    timeout: 1_200_000,
  }, async () => {
    const bin = await writeShims();
    const ports = { portal: await freePort(), worker: await freePort(), tls: await freePort() };
    const commands = await commandsOfGuide();
    // Has the same effect as "systemctl reload caddy" on a running Caddy.
    proxy = await startTlsProxy({ folder, port: ports.tls, portal: ports.portal });
    const script = join(folder, 'guide.sh');
    await writeFile(script, `set -eux\n${moved(commands, ports)}\n`);
    const { PATH, ...environment } = bareEnvironment();
    const child = spawn('bash', [script], {
      cwd: folder,
      env: {
        ...environment,
        PATH: `${bin}:${PATH}`,
        QUITTANCE_SOURCE: `file://${ROOT}`,
        SMTP_URL: sandbox.smtpUrl,
        PROCESSOR_KEY: HARBOR.privateKey,
        MERCHANT_ID: HARBOR.merchantId,
        PUBLIC_KEY: HARBOR.publicKey,
        // The base URL is a documented setting. The others configure the systemd and psql replacements.
        PAYENGINE_URL: sandbox.baseUrls.payengine,
        NODE_EXTRA_CA_CERTS: proxy.caPath,
        GUIDE_FOLDER: folder,
        GUIDE_POSTGRES: postgres.url,
        GUIDE_WORKER_PORT: String(ports.worker),
        GUIDE_PORTAL_PORT: String(ports.portal),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      said.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      said.err += chunk;
    });
    const beganMs = performance.now();
    const [code] = await once(child, 'exit');
    expect(code, `${said.err.slice(-3000)}\n${said.out.slice(-3000)}`).toBe(0);

    const token = /https:\S+\/pay\/([a-z2-7]{32})/.exec(said.out)?.[1] ?? '';
    const site = {
      url: `https://localhost:${ports.tls}`,
      ca: await readFile(proxy.caPath, 'utf8'),
    };
    const states = await payByCard({ site, sandbox, token }, { amount: 12_000, fee: 0 });
    expect(states).toEqual(['SUCCESS', 'COLLECTED']);
    expect(said.out).toMatch(/^0 failures, /m);
    const seconds = Math.round((performance.now() - beganMs) / 1000);
    const { stdout } = await run('du', ['-sm', join(folder, 'opt/quittance/releases/1')]);
    const figures = { steps: commands.length, seconds, megabytes: parseInt(stdout, 10) };
    process.stdout.write(`guide: ${JSON.stringify({ ...figures, proxy: proxy.kind })}\n`);
  });
});
