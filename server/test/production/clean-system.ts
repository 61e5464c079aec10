/**
 * A fresh Debian or Ubuntu that is booted with its own systemd in a folder: debootstrap makes it, systemd-nspawn boots
 * it, slirp4netns connects it, so that its ports are its own and nothing of this machine is changed. From inside, this
 * machine's loopback address is 10.0.2.2. Needs root.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { freePort } from '@quittance/dev/free-port';
import { vi } from 'vitest';

const run = promisify(execFile);
const TOOLS = ['debootstrap', 'systemd-nspawn', 'slirp4netns', 'nsenter', 'unshare'];
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const PACKAGES = 'systemd,systemd-sysv,dbus';
const AUTHORITIES = '/usr/local/share/ca-certificates/network.crt';
const KEYRING = '/usr/share/keyrings/ubuntu-archive-keyring.gpg';

export const HOST_FROM_INSIDE = '10.0.2.2';

export const SYSTEMS = {
  'Debian 12': ['bookworm', 'http://deb.debian.org/debian'],
  'Debian 13': ['trixie', 'http://deb.debian.org/debian'],
  'Ubuntu 24.04': ['noble', 'http://archive.ubuntu.com/ubuntu'],
} as const satisfies Record<string, readonly [suite: string, mirror: string]>;

export type SystemName = keyof typeof SYSTEMS;

const isInstalled = (tool: string) =>
  ['/usr/bin', '/usr/sbin', '/bin', '/sbin'].some((folder) => existsSync(join(folder, tool)));

export const canBootSystems = process.getuid?.() === 0 && TOOLS.every(isInstalled);

/** Made once: the copies of later runs start from it. */
async function findRoot(name: SystemName): Promise<string> {
  const [suite, mirror] = SYSTEMS[name];
  const root = join(tmpdir(), 'quittance-roots', suite);
  if (existsSync(join(root, 'made'))) return root;
  await rm(root, { recursive: true, force: true });
  const isUbuntu = mirror.includes('ubuntu');
  const ubuntu = isUbuntu ? [`--keyring=${KEYRING}`, '--components=main,universe'] : [];
  // The script is the same for all versions of Ubuntu, and this machine may not know the newest.
  const script = isUbuntu ? ['/usr/share/debootstrap/scripts/gutsy'] : [];
  await mkdir(join(root, '..'), { recursive: true });
  const flags = ['--variant=minbase', `--include=${PACKAGES}`, ...ubuntu];
  await run('debootstrap', [...flags, suite, root, mirror, ...script]);
  await appendFile(join(root, 'made'), '');
  return root;
}

/** A host with the older control groups has the newer ones without controllers, which is enough for systemd. */
const BOOT = `mount --make-rprivate /
  test -f /sys/fs/cgroup/cgroup.procs || mount -t cgroup2 none /sys/fs/cgroup
  exec systemd-nspawn --quiet --register=no --keep-unit --directory="$0" --boot --console=read-only`;

async function forward(socket: string, guestPort: number): Promise<number> {
  const port = await freePort();
  const place = { proto: 'tcp', host_addr: '127.0.0.1', host_port: port, guest_port: guestPort };
  const client = connect(socket);
  client.end(JSON.stringify({ execute: 'add_hostfwd', arguments: place }));
  const response = await text(client);
  if (response.includes('error')) throw new Error(response);
  return port;
}

export async function bootSystem(name: SystemName) {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-system-'));
  const root = join(folder, 'root');
  await run('cp', ['--archive', '--reflink=auto', await findRoot(name), root]);
  // In a network with its own certificate authority, the system trusts what this process trusts.
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities) await cp(authorities, join(root, AUTHORITIES));
  const api = join(folder, 'slirp.sock');
  const machine = spawn('unshare', ['--net', '--mount', 'sh', '-c', BOOT, root], {
    stdio: 'ignore',
  });
  const { pid = 0 } = machine;
  const inside = async (words: readonly string[], env: Record<string, string> = {}) => {
    const { stdout: leader } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]);
    const variables = Object.entries({ PATH, ...env }).map(([name, value]) => `${name}=${value}`);
    const enter = ['--target', leader.trim(), '--all', '--', '/usr/bin/env', '-i', ...variables];
    return run('nsenter', [...enter, ...words], { maxBuffer: 2 ** 26 });
  };
  const network = spawn('slirp4netns', ['--configure', '--api-socket', api, String(pid), 'tap0'], {
    stdio: 'ignore',
  });
  await vi.waitFor(() => inside(['systemctl', 'is-active', 'multi-user.target']), {
    timeout: 120_000,
    interval: 500,
  });
  return {
    root,
    inside,
    forward: (port: number) => forward(api, port),
    copyIn: (from: string, to: string) => cp(from, join(root, to)),
    async stop(): Promise<void> {
      for (const child of [network, machine]) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
