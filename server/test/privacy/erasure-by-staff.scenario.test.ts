/** Permissions and requirements for erasing a person (R95). */
import { beforeAll, describe, expect, it } from 'vitest';
import { toCommandLine } from '../world/command-line.ts';
import type { TestCompany } from '../world/company.ts';
import { provedOwner, proveNow, signedInStaff } from '../world/desk-browser.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { useWorld } from '../world/world.ts';

const ERASURE = { reason: 'Asked for by letter', customerRef: 'E-1' };

let company: TestCompany;
let call: Provider;
let path: string;

const world = useWorld();

beforeAll(async () => {
  company = await world.company();
  call = await createProvider(world, company);
  const ada = { customerRef: 'E-1', firstName: 'Ada', lastName: 'Pine' };
  path = `/customers/${(await call('POST', '/customers', { body: ada })).body.id}`;
});

const isErased = async () => (await call('GET', path)).body.erasedAt !== null;

describe('Erasing a person (R95)', () => {
  it('an erasure is refused to keys, viewers and clerks, and to owners without the second factor', async () => {
    const asKey = await call('POST', `${path}/erase`, { body: ERASURE });
    expect([asKey.status, asKey.body.code]).toEqual([403, 'ROLE_NOT_ALLOWED']);
    for (const role of ['viewer', 'clerk'] as const) {
      const member = await signedInStaff(world, company, { role });
      await proveNow(world, member.memberId);
      const refused = await member.provider('POST', `${path}/erase`, { body: ERASURE });
      expect(refused.code).toBe('ROLE_NOT_ALLOWED');
    }
    const owner = await signedInStaff(world, company, { role: 'owner' });
    const unproved = await owner.provider('POST', `${path}/erase`, { body: ERASURE });
    expect(unproved.code).toBe('SECOND_FACTOR_REQUIRED');
    expect(await isErased()).toBe(false);
  });

  it('an erasure requires a reason and the customer number, in the API and on the command line', async () => {
    const owner = await provedOwner(world, company);
    for (const body of [
      { reason: ERASURE.reason },
      { customerRef: ERASURE.customerRef },
      { ...ERASURE, customerRef: 'E-2' },
    ]) {
      const refused = await owner.provider('POST', `${path}/erase`, { body });
      expect(refused.code).toBe('INVALID_REQUEST');
    }
    const words = ['customer', 'erase', company.domain, 'E-1', '--reason', 'Asked for'];
    const quittance = toCommandLine(world);
    expect((await quittance(words)).err).toContain('--confirm');
    expect((await quittance([...words, '--confirm', 'E-2'])).err).not.toBe('');
    expect(await isErased()).toBe(false);
    const body = { ...ERASURE, customerRef: ' e-1' };
    expect((await owner.provider('POST', `${path}/erase`, { body })).status).toBe(200);
    expect(await isErased()).toBe(true);
  });
});
