/** TLS in front of the portal: Caddy with deploy/Caddyfile if it is installed, otherwise our own proxy. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openReverseProxy } from './reverse-proxy.ts';
import { bareEnvironment } from './serve-process.ts';

const CADDYFILE = fileURLToPath(new URL('../../../deploy/Caddyfile', import.meta.url));
/**
 * Runs on the loopback interface without changing the machine: no redirect from port 80, no control port, no trust
 * store.
 */
const CADDY_OPTIONS = `{
	admin off
	auto_https disable_redirects
	skip_install_trust
	default_bind 127.0.0.1
}
`;
const run = promisify(execFile);

export type TlsProxy = { kind: string; caPath: string; stop(): Promise<void> };
type Place = { folder: string; port: number; portal: number };

async function startCaddy({ folder, port, portal }: Place): Promise<TlsProxy> {
  const config = join(folder, 'Caddyfile');
  await writeFile(config, `${CADDY_OPTIONS}${await readFile(CADDYFILE, 'utf8')}`);
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
    env: {
      ...bareEnvironment(),
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      PUBLIC_HOST: `localhost:${port}`,
      PORTAL: `127.0.0.1:${portal}`,
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const caPath = join(folder, 'caddy/pki/authorities/local/root.crt');
  while (!existsSync(caPath)) {
    if (child.exitCode !== null) throw new Error(`Caddy ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    kind: 'caddy',
    caPath,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function startOwn({ folder, port, portal }: Place): Promise<TlsProxy> {
  const [keyPath, caPath] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    keyPath,
    '-out',
    caPath,
  ]);
  const certificate = {
    key: await readFile(keyPath, 'utf8'),
    cert: await readFile(caPath, 'utf8'),
  };
  const { close } = await openReverseProxy({ port: portal, listenOn: port }, certificate);
  return { kind: 'own', caPath, stop: close };
}

export async function startTlsProxy(place: Place): Promise<TlsProxy> {
  const hasCaddy = await run('caddy', ['version']).then(
    () => true,
    () => false,
  );
  return hasCaddy ? startCaddy(place) : startOwn(place);
}
