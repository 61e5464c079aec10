/** The portal deletes with the last method, and with an erasure, everything that it created at a processor (R54). */

import type { ProviderCustomer } from '@quittance/contract/customers/provider-schemas';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import { describe, expect, it } from 'vitest';
import { forgetRemoved } from '../../src/methods/forget-methods.ts';
import { forgetCustomers } from '../../src/methods/processor-customers.ts';
import { sealContext } from '../../src/platform/sealing/seal.ts';
import type { TestCompany } from '../world/company.ts';
import { provedOwner } from '../world/desk-browser.ts';
import { TEST_PROCESSORS, type TestProcessor } from '../world/merchant.ts';
import { createProvider } from '../world/provider-client.ts';
import { addOwnMethod, signIn } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

const world = useWorld();

async function newPayer(processor: TestProcessor) {
  const company = await world.company({ processor });
  const caller = await signIn(world, company);
  expect(await addOwnMethod(world, { caller, company })).toMatchObject({ success: true });
  return { company, caller };
}

async function stripeCustomers({ merchant }: TestCompany): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${merchant.privateKey}` };
  const answer = await fetch(`${world.sandbox.baseUrls.stripe}/v1/customers`, { headers });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: unknown[] }).data; // because the sandbox checks its own answers
}

/** The status of the token at PayEngine, which forgets deleted ones. */
async function deleteCardAtPayengine({ merchant }: TestCompany, token: string): Promise<number> {
  const headers = { authorization: `Basic ${merchant.privateKey}` };
  const url = `${world.sandbox.baseUrls.payengine}/api/cards/${token}`;
  return (await fetch(url, { method: 'DELETE', headers })).status;
}

async function readToken({ companyId }: TestCompany) {
  const { rows } = await world.deps.database.pool.query(
    'select id, token_sealed as sealed from payment_methods where company_id = $1',
    [companyId],
  );
  const [{ id: methodId, sealed }] = rows;
  return world.deps.sealer.open(sealed, sealContext.methodToken({ companyId, methodId }));
}

async function erase(company: TestCompany): Promise<Partial<ProviderCustomer>> {
  const { customerId } = company;
  const call = await createProvider(world, company);
  const { customerRef } = (await call('GET', `/customers/${customerId}`)).body;
  const owner = await provedOwner(world, company);
  const body = { reason: 'Asked for', customerRef };
  const erased = await owner.provider('POST', `/customers/${customerId}/erase`, { body });
  expect(erased.status).toBe(200);
  return erased.body;
}

async function sweep(): Promise<void> {
  await forgetRemoved(world.deps);
  await forgetCustomers(world.deps);
}

async function left(company: TestCompany): Promise<unknown> {
  const call = await createProvider(world, company);
  return (await call('GET', `/customers/${company.customerId}`)).body.leftAtProcessors;
}

describe('What the portal created at a processor (R54)', () => {
  it('an erasure deletes it at all three processors, and at one that fails for an hour afterward', async () => {
    const payers = await Promise.all(TEST_PROCESSORS.map(newPayer));
    const [stripe, payengine, fiserv] = payers.map(({ company }) => company);
    if (!stripe || !payengine || !fiserv) throw new Error('three processors');
    expect(await stripeCustomers(stripe)).toHaveLength(1);
    const token = await readToken(payengine);
    for (const operation of ['customer', 'method']) {
      const fault = { operation, fault: 'http_500_before', times: 1000 };
      await world.sandbox.fault({ merchant: stripe.merchant, ...fault });
    }
    for (const company of [stripe, payengine, fiserv]) {
      const { processor } = company.merchant;
      const pending = [{ processor, state: 'PENDING' }];
      expect((await erase(company)).leftAtProcessors).toEqual(pending);
    }
    for (let minutes = 0; minutes < 60; minutes += 10) {
      await sweep();
      await world.later(10 * MINUTE_MS);
    }
    expect(await left(payengine)).toEqual([]);
    expect(await deleteCardAtPayengine(payengine, token)).toBe(404);
    expect(await left(fiserv)).toEqual([{ processor: 'fiserv', state: 'KEPT' }]);
    expect(await left(stripe)).toEqual([{ processor: 'stripe', state: 'PENDING' }]);
    await world.sandbox.clearFaults();
    expect(await stripeCustomers(stripe)).toHaveLength(1);
    await world.later(HOUR_MS);
    await sweep();
    expect(await stripeCustomers(stripe)).toEqual([]);
    expect(await left(stripe)).toEqual([]);
    const { rows } = await world.deps.database.pool.query(
      'select from payment_methods where company_id = $1 and processor_customer is not null',
      [stripe.companyId],
    );
    expect(rows).toEqual([]);
  });

  it('the last removed method takes the customer along, a day after it was created', async () => {
    const { company, caller } = await newPayer('stripe');
    await addOwnMethod(world, { caller, company }, { card: '5555555555554444' });
    const remove = async (index: number) => {
      const { rows } = await world.deps.database.pool.query(
        `select id from payment_methods where company_id = $1 order by created_at, last4`,
        [company.companyId],
      );
      const path = `debtor/payment-method/${rows[index].id}`;
      const again = await signIn(world, company);
      expect(await again.call({ method: 'DELETE', path })).toMatchObject({ success: true });
      await sweep();
    };
    await remove(0);
    await world.later(2 * DAY_MS);
    await sweep();
    expect(await stripeCustomers(company)).toHaveLength(1);
    await remove(1);
    expect(await stripeCustomers(company)).toEqual([]);
    const again = { caller: await signIn(world, company), company };
    expect(await addOwnMethod(world, again)).toMatchObject({ success: true });
    await remove(2);
    // Stripe would still repeat the response that names this customer.
    expect(await stripeCustomers(company)).toHaveLength(1);
    await world.later(26 * HOUR_MS);
    await sweep();
    expect(await stripeCustomers(company)).toEqual([]);
  });

  it('a setup that is declined leaves no customer behind', async () => {
    const company = await world.company({ processor: 'stripe' });
    const caller = await signIn(world, company);
    const declined = { card: '4000000000000002' };
    expect(await addOwnMethod(world, { caller, company }, declined)).toMatchObject({
      success: false,
    });
    expect(await stripeCustomers(company)).toHaveLength(1);
    await world.later(26 * HOUR_MS);
    await sweep();
    expect(await stripeCustomers(company)).toEqual([]);
  });
});
