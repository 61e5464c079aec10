/** A company reads and changes its own settings through the provider API. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readCompanyBrand } from '../../src/companies/find-company.ts';
import type { TestCompany } from '../world/company.ts';
import { provedOwner } from '../world/desk-browser.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { useWorld } from '../world/world.ts';

let harbor: TestCompany;
let call: Provider;
let other: Provider;

const world = useWorld();

beforeAll(async () => {
  harbor = await world.company();
  call = await createProvider(world, harbor);
  other = await createProvider(world, await world.company());
});

describe('Test mode', () => {
  it('test keys of the processor are shown as test mode, even if the settings were never saved', async () => {
    const { domain } = await world.company({ processor: 'stripe' });
    const { processors } = world.deps;
    const asBrand = (override: string | null) =>
      readCompanyBrand(
        { ...world.deps, processors: { ...processors, overrideOf: () => override } },
        domain,
      );
    expect(await asBrand(null)).toMatchObject({ isTestMode: true });
    expect(await asBrand('http://127.0.0.1:4010')).not.toHaveProperty('isTestMode');
  });
});

describe('The company of a key', () => {
  it('a company is shown without secrets, and an update changes only the named fields', async () => {
    const { body: before } = await call('GET', '/company');
    expect(JSON.stringify(before)).not.toMatch(/sk_test|whsec|sealed/i);
    const change = { name: 'Harbor Smiles', preference: { maxInstallments: 4 } };
    const changed = await call('PATCH', '/company', { body: change });
    expect(changed.status).toBe(200);
    const { maxInstallments: _, ...terms } = before.preference;
    expect(changed.body).toEqual({
      ...before,
      name: 'Harbor Smiles',
      preference: { ...terms, maxInstallments: 4 },
    });
    expect((await call('GET', '/company')).body).toEqual(changed.body);
    const { body: stranger } = await other('GET', '/company');
    expect(stranger.name).not.toBe('Harbor Smiles');
  });

  it('more than 3% on cards needs the confirmation of an owner, and stays allowed once it is set (R110)', async () => {
    const high = { feeSettings: { card: 350 } };
    const confirmed = { ...high, isSurchargeExcluded: true };
    const owner = await provedOwner(world, harbor);
    const refused = { status: 422, body: { code: 'SURCHARGE_TOO_HIGH' } };
    expect(await call('PATCH', '/company', { body: confirmed })).toMatchObject(refused);
    expect(await owner.provider('PATCH', '/company', { body: high })).toMatchObject(refused);
    const set = await owner.provider('PATCH', '/company', { body: confirmed });
    expect(set.body.feeSettings.card).toBe(350);
    expect(set.body).not.toHaveProperty('isSurchargeExcluded');
    const lower = { feeSettings: { card: 340, cardFixed: 10 } };
    expect((await call('PATCH', '/company', { body: lower })).status).toBe(200);
  });

  it.each([
    [{ domain: 'elsewhere' }],
    [{ processor: 'stripe' }],
    [{ isDemo: false }],
    [{ feeSettings: { card: 401, ach: 0, cardFixed: 0, achFixed: 0 } }],
    [{ preference: { maxInstallments: 7 } }],
    [{ timeZone: 'Nowhere' }],
  ])('a company update refuses %j', async (body) => {
    const answer = await call('PATCH', '/company', { body });
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_REQUEST']);
  });
});
