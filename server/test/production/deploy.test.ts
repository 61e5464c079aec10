/**
 * Checks the files in `deploy` (docs/production.md). No container engine runs here: the files are only read. In a
 * full run, package.test.ts runs the package that the Dockerfile unpacks.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UPLOAD_BYTES_MAX } from '@quittance/contract/http/files';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { findCommands } from '../../src/app/cli/commands.ts';
import { environmentSchema } from '../../src/kernel/config.ts';
import { toStages, toTexts, toVariables, toWords } from './dockerfile.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const serviceSchema = z.object({
  command: z.array(z.string()).optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  tmpfs: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
  networks: z.array(z.string()),
  environment: z.record(z.string(), z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
});
const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  networks: z.object({
    front: z.object({ ipam: z.object({ config: z.array(z.object({ subnet: z.string() })) }) }),
  }),
});

/** Parses like the program: the first word must be a command, and every option must belong to it. */
async function expectCommand(words: readonly string[]): Promise<void> {
  const [name = ''] = words;
  const [command] = (await findCommands(name)) ?? [];
  expect(command?.name).toBe(name);
  const options = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
  expect(Object.keys(command?.options ?? {})).toEqual(expect.arrayContaining(options));
}

/** dev/src/environment-table.test.ts compares the schema with docs/operations.md. */
function expectDocumented(names: readonly string[]): void {
  const known = [...Object.keys(environmentSchema.shape), 'NODE_ENV'];
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
}

describe('The Dockerfile', () => {
  const [last, ...others] = toStages(read('deploy/Dockerfile'));
  if (!last) throw new Error('a stage is expected');

  it('the image is the package of a release, and nothing is built in it', () => {
    expect(others).toEqual([]);
    expect(toTexts(last, 'ADD').map((text) => text.split(' ')[0])).toEqual(['quittance-*.tgz']);
    expect(toTexts(last, 'COPY')).toEqual([]);
    expect(toTexts(last, 'RUN').filter((text) => text.includes('npm'))).toEqual([]);
  });

  it('the image runs as an unprivileged user, with data in a volume', () => {
    expect(toTexts(last, 'USER')).toEqual(['node']);
    expect(toTexts(last, 'VOLUME')).toEqual([toVariables(last)['DATA_DIR']]);
    expectDocumented(Object.keys(toVariables(last)));
  });

  it('the image is healthy when the portal is ready, and its start command exists', async () => {
    expect(toTexts(last, 'HEALTHCHECK').join()).toContain('/api/ready');
    expect(toWords(last, 'ENTRYPOINT')).toEqual(['node', 'bin/quittance.mjs']);
    await expectCommand(toWords(last, 'CMD'));
  });
});

describe('The compose file', () => {
  const { services, networks } = composeSchema.parse(
    parse(read('deploy/compose.yaml'), { merge: true }),
  );
  const portals = Object.entries(services).filter(([name]) =>
    ['migrate', 'web', 'worker'].includes(name),
  );

  it.each(portals)(
    'the service %s has a read-only root, no privileges and no port',
    async (_name, service) => {
      expect(service).toMatchObject({
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      expect(service.ports).toBeUndefined();
      await expectCommand(service.command ?? []);
      expectDocumented(Object.keys(service.environment ?? {}));
    },
  );

  it('the compose file runs migrations after Postgres is ready and before any server starts', () => {
    expect(services['migrate']?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    for (const name of ['web', 'worker']) {
      expect(services[name]?.depends_on?.['migrate']?.condition).toBe(
        'service_completed_successfully',
      );
    }
  });

  it('the proxy reaches the portal over the only network that the portal trusts', () => {
    const [{ subnet } = { subnet: '' }] = networks.front.ipam.config;
    expect(services['web']?.environment?.['TRUST_PROXY']).toBe(subnet);
    expect(services['caddy']?.networks).toEqual(['front']);
    expect(services['postgres']?.networks).toEqual(['inside']);
  });

  it('the compose file contains no secrets', () => {
    const text = read('deploy/compose.yaml');
    expect(text).toContain(`SECRET_KEY: \${SECRET_KEY:?}`);
    expect(text).not.toMatch(/PASSWORD: (?!\$)/);
  });
});

/** A key may occur several times. */
function toSettings(unit: string): Map<string, string[]> {
  const settings = new Map<string, string[]>();
  for (const [, key = '', value = ''] of unit.matchAll(/^(\w+)=(.*)$/gm)) {
    settings.set(key, [...(settings.get(key) ?? []), value]);
  }
  return settings;
}

describe('The systemd units', () => {
  const units = readdirSync(join(ROOT, 'deploy/systemd')).map(
    (name) => [name, toSettings(read(`deploy/systemd/${name}`))] as const,
  );

  it.each(units)(
    'the unit %s runs an existing command without privileges',
    async (_name, settings) => {
      const [start = ''] = settings.get('ExecStart') ?? [];
      const [env, program, script = '', ...words] = start.split(' ');
      expect([env, program]).toEqual(['/usr/bin/env', 'node']);
      expect(existsSync(join(ROOT, script.replace('/opt/quittance/current/', '')))).toBe(true);
      await expectCommand(words);
      expect(settings.get('User')).toEqual(['quittance']);
      expect(settings.get('NoNewPrivileges')).toEqual(['yes']);
      expect(settings.get('ProtectSystem')).toEqual(['strict']);
      const variables = (settings.get('Environment') ?? []).flatMap((text) => text.split(' '));
      expectDocumented(variables.map((pair) => pair.split('=')[0] ?? ''));
    },
  );

  it('the systemd units reload on SIGHUP and leave time to finish payments', () => {
    const serving = units.filter(([name]) => name !== 'quittance-migrate.service');
    expect(serving).toHaveLength(2);
    for (const [, settings] of serving) {
      expect(settings.get('ExecReload')).toEqual(['/bin/kill -HUP $MAINPID']);
      expect(settings.get('KillMode')).toEqual(['mixed']);
      expect(Number(settings.get('TimeoutStopSec')?.[0])).toBeGreaterThan(30);
    }
  });
});

describe('The proxies', () => {
  const megabytes = UPLOAD_BYTES_MAX / 1024 / 1024;
  const drain = read('server/src/platform/http/load/drain.ts');
  const waitMs = Number(/LEAVE_MS_MAX = ([\d_]+)/.exec(drain)?.[1]?.replaceAll('_', ''));

  it('nginx forwards websockets and client addresses and has the same body limit', () => {
    const nginx = read('deploy/nginx.conf');
    expect(nginx).toContain(`client_max_body_size ${megabytes}m;`);
    expect(nginx).toContain('proxy_set_header Upgrade $http_upgrade;');
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;');
    expect(nginx).toContain('proxy_next_upstream off;');
  });

  it('Caddy has the same body limit', () => {
    expect(read('deploy/Caddyfile')).toContain(`max_size ${megabytes}MiB`);
  });

  it('the proxies close idle connections before a replaced process does', () => {
    for (const [path, pattern] of [
      ['deploy/nginx.conf', /keepalive_timeout (\d+)s;/],
      ['deploy/Caddyfile', /keepalive (\d+)s/],
    ] as const) {
      const seconds = Number(pattern.exec(read(path))?.[1]);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds * 1000).toBeLessThan(waitMs);
    }
  });
});
