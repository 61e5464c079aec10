/** A path of the server itself cannot be used as a company's domain. */
import { companyDomainSchema } from '@quittance/contract/ids';
import { RESERVED_DOMAINS } from '@quittance/contract/pages';
import { expect, it } from 'vitest';
import { buildApp } from '../../src/app/app.ts';
import { useWorld } from '../world/world.ts';

const world = useWorld();

it('the first segment of every route is reserved', async () => {
  const app = await buildApp(world.deps, {
    readiness: async () => ({ database: true, migrations: true, worker: true }),
    webFolder: null,
    isHttps: false,
    trustedProxies: [],
  });
  const routes = app.printRoutes({ commonPrefix: false });
  const segments = [...routes.matchAll(/^[├└]── \/?([^/ ]+)/gm)].map(([, segment = '']) => segment);
  const domains = segments.filter((segment) => companyDomainSchema.safeParse(segment).success);
  expect(domains).toContain('api');
  expect(domains).toContain('developers');
  expect(domains.filter((domain) => !RESERVED_DOMAINS.includes(domain))).toEqual([]);
  await app.close();
});

it.each(['desk', 'developers', 'play', 'sandbox', 'api', 'assets'])(
  'a company cannot be named %s',
  (domain) => expect(RESERVED_DOMAINS).toContain(domain),
);
