/** Turning auto-pay on and off, and changing its method (R14). Other files test its charges. */

import { randomUUID } from 'node:crypto';
import { cents } from '@quittance/contract/money';
import { mandateText } from '@quittance/domain/checkout/mandates';
import { WORDS } from '@quittance/domain/texts/words';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestCompany } from '../world/company.ts';
import { BANK_ACCOUNTS, type Caller, signIn } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

let company: TestCompany;
let customer: Caller;
let card: string;
const world = useWorld();
beforeEach(async () => {
  company = await world.company();
  customer = await signIn(world, company);
  card = (await world.method(company)).methodId;
});

async function rows(sql: string, ...values: unknown[]) {
  return (await world.deps.database.pool.query(sql, values)).rows;
}

const toggle = (pmID: string | null, more: object = {}) =>
  customer.call({ method: 'PUT', path: 'debtor/auto-pay/active', body: { pmID, ...more } });
const choose = (pmID: string) =>
  customer.call({ method: 'PUT', path: 'debtor/auto-pay/payment-method', body: { pmID } });
const setting = async () => {
  const sql = `select is_auto_pay_active as active, auto_pay_method_id as method,
    auto_pay_mandate_id as mandate, auto_pay_since_on::text as since from customers where id = $1`;
  return (await rows(sql, company.customerId))[0];
};
const mandates = () =>
  rows(
    `select id, method_id, revoked_at is null as is_live from mandates
     where company_id = $1 and purpose = 'AUTO_PAY' order by created_at, revoked_at nulls last`,
    company.companyId,
  );

async function plannedCharge(): Promise<string> {
  const { invoiceId } = await world.invoice(company);
  const id = randomUUID();
  const { mandate, method } = await setting();
  await rows(
    `insert into auto_pay_charges
       (company_id, customer_id, invoice_id, mandate_id, created_at, id, method_id, charge_on, state)
     values ($1, $2, $3, $4, $5, $6, $7, '2026-11-25', 'LIVE')`,
    company.companyId,
    company.customerId,
    invoiceId,
    mandate,
    world.deps.clock.now(),
    id,
    method,
  );
  return id;
}

const charge = async (id: string) =>
  (await rows('select state, method_id, mandate_id from auto_pay_charges where id = $1', id))[0];

describe('Auto-pay (R14)', () => {
  it('auto-pay starts today under a mandate, and enabling it again changes nothing', async () => {
    expect(await toggle(card)).toMatchObject({ isAutoPayActive: true, autoPayPMID: card });
    const [mandate] = await mandates();
    expect(mandate).toMatchObject({ method_id: card, is_live: true });
    const on = { active: true, method: card, mandate: mandate.id, since: '2026-11-15' };
    expect(await setting()).toEqual(on);
    expect(await toggle(card)).toMatchObject({ isAutoPayActive: true });
    expect(await setting()).toEqual(on);
    expect(await mandates()).toHaveLength(1);
  });

  it('disabling auto-pay revokes the mandate, drops planned charges and remembers the method', async () => {
    await toggle(card);
    const planned = await plannedCharge();
    expect(await toggle(null)).toMatchObject({ isAutoPayActive: false, autoPayPMID: card });
    expect(await mandates()).toMatchObject([{ is_live: false }]);
    expect(await setting()).toEqual({ active: false, method: card, mandate: null, since: null });
    expect(await charge(planned)).toMatchObject({ state: 'CANCELED' });
    expect(await toggle(null)).toMatchObject({ isAutoPayActive: false });
    const mails = `select payload->'data'->>'autoPay' as "autoPay" from outbox
      where company_id = $1 and payload->>'template' = 'auto-pay-changed' order by id`;
    expect(await rows(mails, company.companyId)).toEqual([{ autoPay: 'on' }, { autoPay: 'off' }]);
  });

  it('auto-pay changes to another method together with its planned charges', async () => {
    await toggle(card);
    const planned = await plannedCharge();
    const other = (await world.method(company)).methodId;
    expect(await choose(other)).toMatchObject({ autoPayPMID: other });
    const live = (await mandates()).filter((mandate) => mandate.is_live);
    expect(live).toMatchObject([{ method_id: other }]);
    expect(await setting()).toMatchObject({ active: true, method: other, mandate: live[0].id });
    expect(await charge(planned)).toEqual({
      state: 'LIVE',
      method_id: other,
      mandate_id: live[0].id,
    });
  });

  it('a method chosen while auto-pay is off is only remembered', async () => {
    expect(await choose(card)).toMatchObject({ autoPayPMID: card });
    expect(await setting()).toEqual({ active: false, method: card, mandate: null, since: null });
    expect(await mandates()).toEqual([]);
  });

  it('auto-pay uses a bank account under the displayed authorization text (R27)', async () => {
    const bank = await world.method(company, { kind: 'ach', number: BANK_ACCOUNTS.pays });
    const refused = await toggle(bank.methodId);
    const achMandateText = mandateText(
      {
        purpose: 'AUTO_PAY',
        kind: 'ach',
        company,
        fee: { feePercentage: 80, feeFixed: cents(0) },
        methodLast4: '6789',
      },
      WORDS.en,
    );
    expect(refused).toMatchObject({ code: 409, details: { mandateText: achMandateText } });
    expect(await toggle(bank.methodId, { achMandateText })).toMatchObject({
      isAutoPayActive: true,
    });
  });

  it('auto-pay takes only an active method of the same customer', async () => {
    const theirs = await world.method(await world.company());
    expect(await toggle(theirs.methodId)).toMatchObject({ code: 404 });
    await rows("update payment_methods set state = 'disabled' where id = $1", card);
    expect(await toggle(card)).toMatchObject({ code: 409, message: 'METHOD_NOT_USABLE' });
    expect(await setting()).toMatchObject({ active: false });
  });

  it('auto-pay ends when its method is removed', async () => {
    await toggle(card);
    const planned = await plannedCharge();
    const path = `debtor/payment-method/${card}`;
    expect(await customer.call({ method: 'GET', path: `${path}/dependants` })).toMatchObject({
      invoices: [],
      isAutoPay: true,
    });
    expect(await customer.call({ method: 'DELETE', path })).toMatchObject({
      debtor: { isAutoPayActive: false, autoPayPMID: null },
    });
    expect(await mandates()).toMatchObject([{ is_live: false }]);
    expect(await charge(planned)).toMatchObject({ state: 'CANCELED' });
  });
});
