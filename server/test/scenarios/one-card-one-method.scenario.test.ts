/** Saving a card or bank account twice results in one method with the newer token (R46). */

import { isoDate } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { describe, expect, it } from 'vitest';
import { oneOf } from '../../../domain/test/full-run.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { forgetRemoved } from '../../src/methods/forget-methods.ts';
import type { TestCompany } from '../world/company.ts';
import { TEST_PROCESSORS } from '../world/merchant.ts';
import {
  addOwnMethod,
  BANK_ACCOUNTS,
  CARDS,
  type Caller,
  type EnteredMethod,
  readInvoice,
  schedule,
  signIn,
  signInByLink,
} from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const OTHER_CARD = '5555555555554444';

const clock = fixedClock(START);
const inDays = (count: number) =>
  isoDate(new Date(Date.parse(clock.now()) + count * DAY_MS).toISOString().slice(0, 10));
let company: TestCompany;
let customer: Caller;
const world = useWorld({ clock });

async function begin(processor: TestCompany['merchant']['processor']): Promise<void> {
  company = await world.company({ processor });
  customer = await signIn(world, company);
}

async function rows(sql: string, ...values: unknown[]) {
  return (await world.deps.database.pool.query(sql, values)).rows;
}

const add = (typed?: EnteredMethod) => addOwnMethod(world, { caller: customer, company }, typed);
const methods = (state: 'active' | 'removed') =>
  rows(
    `select id, last4, is_saved, replaced_by, forgotten_at is not null as is_forgotten
     from payment_methods where company_id = $1 and state = $2 order by created_at, last4`,
    company.companyId,
    state,
  );

describe.each(oneOf(TEST_PROCESSORS, 0))('Methods saved twice at %s (R46)', (processor) => {
  it('a card and an account that are saved twice are each listed once', async () => {
    await begin(processor);
    for (const typed of [{}, {}, { bank: BANK_ACCOUNTS.pays }, { bank: BANK_ACCOUNTS.pays }]) {
      expect(await add(typed)).toMatchObject({ success: true });
    }
    expect(await add({ card: OTHER_CARD })).toMatchObject({ success: true });
    const listed = (await methods('active')).map(({ last4 }) => last4);
    expect(listed.toSorted()).toEqual(['4242', '4444', '6789']);
  });

  it('a scheduled payment is charged with the newer token, and the older token is deleted', async () => {
    await begin(processor);
    await add();
    const [{ id: pmID }] = await methods('active');
    const invoice = await world.invoice(company, { dueInDays: 40 });
    const about = { caller: customer, company, invoice };
    expect(await schedule(world, about, { date: inDays(5), pmID })).toMatchObject({
      status: 'SUCCESS',
    });
    await add();
    await forgetRemoved(world.deps);
    expect(await methods('active')).toMatchObject([{ id: pmID }]);
    expect(await methods('removed')).toMatchObject([{ replaced_by: pmID, is_forgotten: true }]);
    for (let day = 0; day < 6; day += 1) await world.later(DAY_MS);
    expect((await readInvoice(world, invoice)).status).toBe('COLLECTED');
  });
});

describe('The older token (R46)', () => {
  it('an older token stays at the processor until its last charge is final', async () => {
    await begin('stripe');
    await add();
    const [{ id: pmID }] = await methods('active');
    const invoice = await world.invoice(company, { attachedMethodId: pmID });
    await world.sandbox.fault({
      merchant: company.merchant,
      operation: 'charge',
      fault: 'lose_answer',
    });
    expect(await world.payer(company, invoice).pay({ pmID })).toMatchObject({ status: 'PENDING' });
    await add();
    await forgetRemoved(world.deps);
    expect(await methods('removed')).toMatchObject([{ is_forgotten: false }]);
    await world.later(60_000);
    expect((await readInvoice(world, invoice)).status).toBe('COLLECTED');
    await forgetRemoved(world.deps);
    expect(await methods('removed')).toMatchObject([{ is_forgotten: true }]);
  });

  it('auto-pay stays on with the method that has the newer token', async () => {
    await begin('stripe');
    await add();
    const [{ id: pmID }] = await methods('active');
    await customer.call({ method: 'PUT', path: 'debtor/auto-pay/active', body: { pmID } });
    await add();
    const setting = `select is_auto_pay_active as is_on, auto_pay_method_id as id from customers
      where company_id = $1`;
    expect(await rows(setting, company.companyId)).toEqual([{ is_on: true, id: pmID }]);
  });

  it('two concurrent saves of the same card leave one method', async () => {
    await begin('stripe');
    const answers = await Promise.all([add(), add(), add()]);
    expect(answers.every(({ success }) => success)).toBe(true);
    expect(await methods('active')).toHaveLength(1);
  });

  it('a link holder cannot replace a saved card with browser-supplied card details', async () => {
    await begin('payengine');
    await add();
    const invoice = await world.invoice(company);
    const about = { caller: signInByLink(world, invoice), company, invoice };
    expect(await schedule(world, about, { date: inDays(5), card: CARDS.pays })).toMatchObject({
      status: 'SUCCESS',
    });
    expect(await methods('active')).toMatchObject([{ is_saved: true }, { is_saved: false }]);
  });
});
