/**
 * A customer's own methods (product §7.4, R16): adding, changing, and removing them while arrangements depend on
 * them.
 */

import { randomUUID } from 'node:crypto';
import { isoDate } from '@quittance/contract/dates';
import { cents } from '@quittance/contract/money';
import { mandateText } from '@quittance/domain/checkout/mandates';
import { WORDS } from '@quittance/domain/texts/words';
import { beforeEach, describe, expect, it } from 'vitest';
import { oneOf } from '../../../domain/test/full-run.ts';
import { forgetRemoved } from '../../src/methods/forget-methods.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { TEST_PROCESSORS } from '../world/merchant.ts';
import {
  type Answer,
  addOwnMethod,
  BANK_ACCOUNTS,
  CARDS,
  type Caller,
  type EnteredMethod,
  readInvoice,
  schedule,
  signIn,
} from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

const DATE = isoDate('2026-11-25');

let company: TestCompany;
let customer: Caller;
const world = useWorld();

async function begin(processor: TestCompany['merchant']['processor']): Promise<void> {
  company = await world.company({ processor });
  customer = await signIn(world, company);
}

async function rows(sql: string, ...values: unknown[]) {
  return (await world.deps.database.pool.query(sql, values)).rows;
}

const add = (typed?: EnteredMethod) => addOwnMethod(world, { caller: customer, company }, typed);
const remove = (methodId: string) =>
  customer.call({ method: 'DELETE', path: `debtor/payment-method/${methodId}` });
const dependants = (methodId: string) =>
  customer.call({ method: 'GET', path: `debtor/payment-method/${methodId}/dependants` });
const ownMethods = () =>
  rows(
    `select m.id, m.state, m.last4, m.is_saved, d.purpose from payment_methods m
     left join mandates d on d.company_id = m.company_id and d.method_id = m.id and d.purpose = 'ADD_PM'
     where m.company_id = $1 order by m.created_at, m.last4`,
    company.companyId,
  );

async function isForgotten(methodId: string): Promise<boolean> {
  const sql = 'select forgotten_at, token_sealed from payment_methods where id = $1';
  const [row] = await rows(sql, methodId);
  expect(row.token_sealed === null).toBe(row.forgotten_at !== null);
  return row.forgotten_at !== null;
}

describe.each(oneOf(TEST_PROCESSORS, 2))('A method added at %s (product §7.4)', (processor) => {
  beforeEach(() => begin(processor));

  it('an added method belongs to the customer and keeps its consent', async () => {
    const answer = await add();
    const list = {
      stripe: 'paymentMethod',
      payengine: 'pePaymentMethods',
      fiserv: 'fiPaymentMethods',
    };
    expect(answer).toMatchObject({
      success: true,
      isThreeDSActionRequired: false,
      debtor: { [list[processor]]: [{ last4: '4242' }] },
    });
    expect(await add({ bank: BANK_ACCOUNTS.pays })).toMatchObject({ success: true });
    expect(await ownMethods()).toMatchObject([
      { last4: '4242', state: 'active', is_saved: true, purpose: 'ADD_PM' },
      { last4: '6789', state: 'active', is_saved: true, purpose: 'ADD_PM' },
    ]);
    expect(await world.sandbox.records(company.merchant)).toEqual([]);
  });

  it('a removed method is deleted at the processor', async () => {
    await add();
    const [method] = await ownMethods();
    expect(await remove(method.id)).toMatchObject({ success: true });
    expect(await remove(method.id)).toMatchObject({ code: 404 });
    expect(await isForgotten(method.id)).toBe(false);
    await forgetRemoved(world.deps);
    expect(await isForgotten(method.id)).toBe(true);
  });
});

describe('Adding a method', () => {
  it('adding a method waits for 3-D Secure and ends with the result of the bank', async () => {
    await begin('stripe');
    for (const outcome of ['complete', 'fail'] as const) {
      const asked = await add({ card: CARDS.challenges });
      expect(asked).toMatchObject({ success: true, isThreeDSActionRequired: true });
      await fetch(`${world.sandbox.url}/stripe/3ds/challenge/result`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_secret: asked.threeDSData, outcome }),
      });
      await world.later(4000);
      const path = `method-setup/${asked['setupId']}`;
      expect(await customer.call({ method: 'GET', path })).toMatchObject({
        paymentProcessingStatus: outcome === 'complete' ? 'success' : 'error',
      });
    }
    expect(await ownMethods()).toMatchObject([{ last4: '3220', state: 'active' }]);
  });

  it("adding a declined card shows the issuer's reason", async () => {
    await begin('stripe');
    const answer = await add({ card: CARDS.declined });
    expect(answer).toMatchObject({ code: 402, message: 'METHOD_NOT_SAVED' });
    expect(answer.responseMessage).toMatch(/\S/);
    expect(await ownMethods()).toEqual([]);
  });

  it('a customer can add at most five methods a day, including declined methods', async () => {
    await begin('payengine');
    for (let count = 0; count < 5; count += 1) expect((await add()).success).toBe(true);
    expect(await add()).toMatchObject({ code: 429, message: 'TOO_MANY_REQUESTS' });
    const tokens = 'select id from payment_methods where company_id = $1';
    expect(await rows(tokens, company.companyId)).toHaveLength(5);
  });

  it('a double click adds one method', async () => {
    await begin('payengine');
    const token = await world.sandbox.cardToken(company.merchant, CARDS.pays);
    const claimedMethod = { brand: 'visa', last4: '4242' };
    const paymentInfo = { paymentType: 'card', token, claimedMethod };
    const body = { processor: 'payengine', paymentInfo };
    const press = () => customer.call({ method: 'POST', path: 'debtor/payment-method', body });
    const answers = await Promise.all([press(), press()]);
    expect(answers.map((answer) => answer.success)).toEqual([true, true]);
    expect(await ownMethods()).toHaveLength(1);
  });
});

describe('Removing a method (R16)', () => {
  let invoice: TestInvoice;
  let methodId: string;
  beforeEach(async () => {
    await begin('payengine');
    await add();
    const [method] = await ownMethods();
    methodId = method.id;
    invoice = await world.invoice(company);
    const about = { caller: customer, company, invoice };
    expect(await schedule(world, about, { date: DATE, pmID: methodId })).toMatchObject({
      status: 'SUCCESS',
    });
  });

  const readState = async () => {
    const sql = 'select state, method_id, mandate_id from schedules where invoice_id = $1';
    return (await rows(sql, invoice.invoiceId))[0];
  };
  const change = (pmID: string, more: object = {}): Promise<Answer> =>
    customer.call({
      method: 'PUT',
      path: `account-payment-method/${invoice.invoiceId}`,
      body: { processor: 'payengine', pmID, quote: { amount: 10_000, fee: 330 }, ...more },
    });

  it('a method lists its dependent arrangements before removal', async () => {
    expect(await dependants(methodId)).toMatchObject({
      invoices: [
        {
          id: invoice.invoiceId,
          accountRef: invoice.accountRef,
          option: 'PAYMENT_EXTENSION',
          nextDate: DATE,
          nextCost: 10_330,
        },
      ],
      isAutoPay: false,
    });
    const stranger = await signIn(world, await world.company());
    const path = `debtor/payment-method/${methodId}/dependants`;
    expect(await stranger.call({ method: 'GET', path })).toMatchObject({ code: 404 });
  });

  it('removing a method suspends its arrangements, notifies the customer and revokes its mandates', async () => {
    expect(await remove(methodId)).toMatchObject({ debtor: { pePaymentMethods: [] } });
    expect(await readState()).toMatchObject({ state: 'SUSPENDED' });
    const live =
      'select count(*)::int as live from mandates where method_id = $1 and revoked_at is null';
    expect(await rows(live, methodId)).toEqual([{ live: 0 }]);
    const mails = `select payload->'data' as data from outbox
      where company_id = $1 and payload->>'template' = 'method-removed'`;
    expect(await rows(mails, company.companyId)).toMatchObject([
      { data: { method: 'Visa **** 4242', invoiceRef: invoice.accountRef } },
    ]);
  });

  it('a suspended payment continues when the customer attaches another method', async () => {
    await remove(methodId);
    const other = await world.method(company);
    const before = await readState();
    expect(await change(other.methodId)).toMatchObject({ success: true });
    const after = await readState();
    expect(after).toMatchObject({ state: 'LIVE', method_id: other.methodId });
    expect(after.mandate_id).not.toBe(before.mandate_id);
    const mandate = 'select purpose, cap_cents::int as cap, method_id from mandates where id = $1';
    expect(await rows(mandate, after.mandate_id)).toEqual([
      { purpose: 'CHANGE_PM', cap: 10_330, method_id: other.methodId },
    ]);
    const [{ id: attached }] = await rows(
      'select attached_method_id as id from invoices where id = $1',
      invoice.invoiceId,
    );
    expect(attached).toBe(other.methodId);
    expect((await readInvoice(world, invoice)).paymentScheduledAt).toBe(DATE);
  });

  it('a replacement must be an active method, and a bank account requires its authorization text', async () => {
    const bank = await world.method(company, { kind: 'ach', number: BANK_ACCOUNTS.pays });
    const quote = { amount: 10_000, fee: 80 };
    expect(await change(bank.methodId, { quote })).toMatchObject({
      code: 409,
      message: 'MANDATE_CHANGED',
    });
    const achMandateText = mandateText(
      {
        purpose: 'CHANGE_PM',
        amountCents: cents(10_000),
        feeCents: cents(80),
        payments: [{ dueOn: DATE, costCents: cents(10_080) }],
        kind: 'ach',
        company,
        methodLast4: '6789',
      },
      WORDS.en,
    );
    const agreed = { quote, achMandateText };
    expect(await change(bank.methodId, agreed)).toMatchObject({ success: true });
    await remove(methodId);
    expect(await readState()).toMatchObject({ state: 'LIVE', method_id: bank.methodId });
    expect(await change(methodId)).toMatchObject({ code: 404 });
  });

  it('a concurrently scheduled payment does not stay active on a removed method', async () => {
    const invoices = await Promise.all([1, 2, 3].map(() => world.invoice(company)));
    await Promise.all([
      ...invoices.map((other) =>
        schedule(
          world,
          { caller: customer, company, invoice: other },
          { date: DATE, pmID: methodId },
        ),
      ),
      remove(methodId),
    ]);
    const live = `select count(*)::int as live from schedules s join payment_methods m
      on m.company_id = s.company_id and m.id = s.method_id where m.state = 'removed' and s.state = 'LIVE' and s.company_id = $1`;
    expect(await rows(live, company.companyId)).toEqual([{ live: 0 }]);
  });

  it('a removed method stays at the processor until its last charge is final', async () => {
    const { processor } = company.merchant;
    const body = {
      processor,
      quote: { amount: 10_000, fee: 330 },
      paymentInfo: { paymentType: 'card', pmID: methodId },
    };
    const path = `request/${invoice.requestId}/full/submit`;
    await world.sandbox.fault({ operation: 'charge', fault: 'lose_answer' });
    const paid = await customer.call({ method: 'POST', path, key: randomUUID(), body });
    expect(paid).toMatchObject({ status: 'PENDING' });
    expect(await remove(methodId)).toMatchObject({ success: true });
    await forgetRemoved(world.deps);
    expect(await isForgotten(methodId)).toBe(false);
    await world.later(60_000);
    expect((await readInvoice(world, invoice)).status).toBe('COLLECTED');
    expect(await readState()).toMatchObject({ state: 'DONE' });
    await forgetRemoved(world.deps);
    expect(await isForgotten(methodId)).toBe(true);
  });
});
