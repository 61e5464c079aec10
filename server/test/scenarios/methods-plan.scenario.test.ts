/** The method of a plan (R16, product §4): removing it, changing it, and charging it again on its day. */

import { randomUUID } from 'node:crypto';
import { isoDate } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { buildInstallments } from '@quittance/domain/checkout/plan';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { type Caller, signIn } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

let company: TestCompany;
let customer: Caller;
let invoice: TestInvoice;
let methodId: string;
const world = useWorld();

async function rows(sql: string, ...values: unknown[]) {
  return (await world.deps.database.pool.query(sql, values)).rows;
}

beforeEach(async () => {
  company = await world.company();
  customer = await signIn(world, company);
  invoice = await world.invoice(company);
  methodId = (await world.method(company)).methodId;
  const amountCents = cents(10_000);
  const feeCents = cents(330);
  const anchor = world.deps.clock.today('America/New_York');
  const parts = buildInstallments({ amountCents, feeCents, count: 2, anchor });
  const body = {
    processor: 'payengine',
    quote: { amount: amountCents, fee: feeCents },
    installments: parts.map(({ dueOn: date, costCents: cost }) => ({ date, cost })),
    isAutoChargeAgreed: true,
    paymentInfo: { paymentType: 'card', pmID: methodId },
  };
  const path = `request/${invoice.requestId}/plan/submit`;
  const started = await customer.call({ method: 'POST', path, body, key: randomUUID() });
  expect(started).toMatchObject({ status: 'SUCCESS' });
});

const readPlan = async () =>
  (
    await rows(
      'select state, method_id, mandate_id from plans where invoice_id = $1',
      invoice.invoiceId,
    )
  )[0];

const change = (pmID: string) =>
  customer.call({
    method: 'PUT',
    path: `account-payment-method/${invoice.invoiceId}`,
    body: { processor: 'payengine', pmID, quote: { amount: 5000, fee: 165 } },
  });

describe('The method of a plan (R16)', () => {
  it('a method shows the next charge of its plan before removal', async () => {
    const path = `debtor/payment-method/${methodId}/dependants`;
    expect(await customer.call({ method: 'GET', path })).toMatchObject({
      invoices: [
        {
          accountRef: invoice.accountRef,
          option: 'PAYMENT_PLAN',
          nextDate: isoDate('2026-12-15'),
          nextCost: 5165,
        },
      ],
    });
  });

  it('removing the method suspends the plan, and attaching another method resumes it', async () => {
    const path = `debtor/payment-method/${methodId}`;
    expect(await customer.call({ method: 'DELETE', path })).toMatchObject({ success: true });
    const suspended = await readPlan();
    expect(suspended).toMatchObject({ state: 'SUSPENDED' });

    await world.later(31 * DAY_MS);
    expect(await world.sandbox.records(company.merchant)).toHaveLength(1);

    customer = await signIn(world, company);
    const other = await world.method(company);
    expect(await change(other.methodId)).toMatchObject({ success: true });
    const plan = await readPlan();
    expect(plan).toMatchObject({ state: 'LIVE', method_id: other.methodId });
    expect(plan.mandate_id).not.toBe(suspended.mandate_id);

    await world.runJobs();
    const attempts = `select initiator, state, method_id from attempts where invoice_id = $1
      order by created_at`;
    expect(await rows(attempts, invoice.invoiceId)).toMatchObject([
      { initiator: 'CIT', state: 'SUCCEEDED', method_id: methodId },
      { initiator: 'MIT', state: 'SUCCEEDED', method_id: other.methodId },
    ]);
  });
});
