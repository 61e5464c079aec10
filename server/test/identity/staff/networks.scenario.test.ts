/** Staff sessions and API keys that are limited to address ranges (R47, R73). */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { requireNetwork } from '../../../src/platform/http/networks.ts';
import type { TestCompany } from '../../world/company.ts';
import { provedOwner, signedInStaff } from '../../world/desk-browser.ts';
import { callWith } from '../../world/provider-client.ts';
import { useWorld } from '../../world/world.ts';

const world = useWorld();
/** The tests call from the loopback address. */
const OWN = ['127.0.0.0/8', '::1'];
const ELSEWHERE = ['203.0.113.0/24', '2001:db8::/32'];

let harbor: TestCompany;
let owner: Awaited<ReturnType<typeof provedOwner>>;

beforeEach(async () => {
  harbor = await world.company();
  owner = await provedOwner(world, harbor);
});

const setNetworks = (staffNetworks: readonly string[]) =>
  owner.provider('PATCH', '/company', { body: { staffNetworks } });

/** As an operator does with the command line. */
const forceNetworks = (staffNetworks: readonly string[]) =>
  world.deps.database.pool.query('update companies set staff_networks = $2 where company_id = $1', [
    harbor.companyId,
    staffNetworks,
  ]);

type KeyBody = { networks?: readonly string[] };

const createKey = (body: KeyBody = {}) =>
  owner.provider('POST', '/keys', {
    body: { name: 'ERP', scopes: ['read', 'write', 'money'], ...body },
    key: randomUUID(),
  });

describe('Address ranges (R47, R73)', () => {
  it.each([
    ['203.0.113.7', true],
    ['::ffff:203.0.113.7', true],
    ['203.0.114.7', false],
    ['2001:db8:1::5', true],
    ['2001:db9::5', false],
    ['198.51.100.4', true],
    ['198.51.100.5', false],
    ['not an address', false],
  ])('%s is inside: %s', (address, isInside) => {
    const call = () => requireNetwork([...ELSEWHERE, '198.51.100.4'], address);
    if (isInside) expect(call).not.toThrow();
    else expect(call).toThrow('ADDRESS_NOT_ALLOWED');
  });

  it('staff work only from the ranges of their company, and sign in only from them', async () => {
    expect((await setNetworks(OWN)).body.staffNetworks).toEqual(OWN);
    expect((await owner.desk('getSession')).status).toBe(200);
    await forceNetworks(ELSEWHERE);
    for (const refused of [
      await owner.desk('getSession'),
      await owner.desk('listTeamSessions'),
      await owner.provider('GET', '/company'),
    ]) {
      expect([refused.status, refused.code]).toEqual([403, 'ADDRESS_NOT_ALLOWED']);
    }
    const clerk = await signedInStaff(world, harbor, { role: 'clerk' });
    expect([...clerk.jar.keys()].filter((name) => /session/.test(name))).toEqual([]);
    await forceNetworks([]);
    expect((await owner.desk('getSession')).status).toBe(200);
  });

  it('an owner cannot lock themselves out', async () => {
    const { status, code } = await setNetworks(ELSEWHERE);
    expect([status, code]).toEqual([422, 'NETWORKS_LOCK_OUT']);
    for (const wrong of ['203.0.113.0/33', '2001:db8::/129', 'loopback', 'example.com', '']) {
      expect((await setNetworks([...OWN, wrong])).code, wrong).toBe('INVALID_REQUEST');
    }
    expect((await setNetworks([...OWN, ...ELSEWHERE])).status).toBe(200);
  });

  it('a key works only from its ranges, and so does the key that replaces it', async () => {
    const plain = await createKey();
    expect(plain.body.networks).toEqual([]);
    const elsewhere = await createKey({ networks: ELSEWHERE });
    const refused = await callWith(world.url, elsewhere.body.key)('GET', '/company');
    expect([refused.status, refused.body.code]).toEqual([403, 'ADDRESS_NOT_ALLOWED']);
    const near = await createKey({ networks: OWN });
    const call = callWith(world.url, near.body.key);
    expect((await call('GET', '/company')).status).toBe(200);
    const path = `/keys/${elsewhere.body.id}/rotate`;
    const rotated = await owner.provider('POST', path, { body: {}, key: randomUUID() });
    expect(rotated.body.networks).toEqual(ELSEWHERE);
    const { rows } = await world.deps.database.pool.query(
      'select last_used_at from api_keys where id = $1',
      [elsewhere.body.id],
    );
    expect(rows).toEqual([{ last_used_at: null }]);
  });

  it('a limited key creates only keys with its own ranges', async () => {
    const near = await createKey({ networks: OWN });
    const call = callWith(world.url, near.body.key);
    const create = (networks: readonly string[]) =>
      call('POST', '/keys', {
        body: { name: 'Other', scopes: ['read'], networks },
        key: randomUUID(),
      });
    expect((await create([])).body.code).toBe('ADDRESS_NOT_ALLOWED');
    expect((await create(['0.0.0.0/0'])).body.code).toBe('ADDRESS_NOT_ALLOWED');
    expect((await create(['127.0.0.0/8'])).status).toBe(201);
    const wide = await createKey();
    const path = `/keys/${wide.body.id}/rotate`;
    expect((await call('POST', path, { body: {}, key: randomUUID() })).body.code).toBe(
      'ADDRESS_NOT_ALLOWED',
    );
  });
});
