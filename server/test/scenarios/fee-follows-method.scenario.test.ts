/**
 * The fee follows the method (R36): switching to another kind of method changes the remaining amount, but only with
 * the payer's consent.
 */

import { DAY_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { mandateText } from '@quittance/domain/checkout/mandates';
import { WORDS } from '@quittance/domain/texts/words';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { addSchedule, autoPayOn, mailsTo } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { planStatement, startPlan } from '../world/planning.ts';
import { BANK_ACCOUNTS, type Caller, readInvoice, signIn } from '../world/signed-in.ts';
import { START, useWorld, type World } from '../world/world.ts';

const clock = fixedClock(START);
let harbor: TestCompany;
let customer: Caller;
let invoice: TestInvoice;
type Method = Awaited<ReturnType<World['method']>>;
let card: Method;
let bank: Method;

const world = useWorld({ clock });

beforeEach(async () => {
  harbor = await world.company();
  customer = await signIn(world, harbor);
  card = await world.method(harbor);
  bank = await world.method(harbor, { kind: 'ach', number: BANK_ACCOUNTS.pays });
  invoice = await world.invoice(harbor, { dueInDays: 20 });
});

const days = async (count: number) => {
  await world.later(count * DAY_MS);
  customer = await signIn(world, harbor);
};

const change = ({ methodId: pmID }: Method, seen: object) =>
  customer.call({
    method: 'PUT',
    path: `account-payment-method/${invoice.invoiceId}`,
    body: { processor: 'payengine', pmID, ...seen },
  });

async function authorization(): Promise<string> {
  const { rows } = await world.deps.database.pool.query<{ text: string }>(
    `select m.text from mandates m join schedules s on s.company_id = m.company_id and s.mandate_id = m.id
     where s.invoice_id = $1 and m.revoked_at is null`,
    [invoice.invoiceId],
  );
  return rows[0]?.text ?? '';
}

describe('A scheduled payment that changes from a bank account to a card', () => {
  beforeEach(async () => {
    await addSchedule(world.deps, { company: harbor, invoice, methodId: bank.methodId }, 5);
  });

  it('a change to a card applies the card fee, and the authorization and the email state it', async () => {
    const done = await change(card, { quote: { amount: 10_000, fee: 330 } });
    expect(done).toMatchObject({ success: true });
    const { schedule } = await readInvoice(world, invoice);
    expect(schedule).toMatchObject({ amount: 10_000, fee: 330, kind: 'card' });
    expect(await authorization()).toContain('$103.30 ($100.00 plus a processing fee of $3.30)');
    expect(await mailsTo(world.deps, harbor)).toContain('fee-changed $103.30');
    await days(5);
    expect(await world.statement(invoice)).toContain('payment SUCCEEDED $100.00 + $3.30');
  });

  it.each([
    ['shows the old fee', { quote: { amount: 10_000, fee: 80 } }],
    ['shows another amount', { quote: { amount: 9_999, fee: 330 } }],
  ])('a scheduled payment is unchanged when the page %s', async (_, seen) => {
    expect(await change(card, seen)).toMatchObject({
      code: 409,
      message: 'AMOUNT_CHANGED',
      details: { before: { amount: 10_000, fee: 80 }, after: { amount: 10_000, fee: 330 } },
    });
    const { schedule } = await readInvoice(world, invoice);
    expect(schedule).toMatchObject({ fee: 80, kind: 'ach', method: { id: bank.methodId } });
    expect(await change(card, {})).toMatchObject({ code: 400 });
    await days(5);
    expect(await world.statement(invoice)).toContain('$100.00 + $0.80');
    await world.sandbox.settle();
    await days(1);
  });
});

describe('A plan that changes from a card to a bank account and back', () => {
  beforeEach(async () => {
    const { methodId: pmID, last4 } = card;
    await startPlan(world, { caller: customer, company: harbor, invoice }, { pmID, last4 });
    clock.travelTo(new Date(Date.parse(clock.now()) + 1000).toISOString());
  });

  const left = async () =>
    (await planStatement(world, invoice))
      .split('\n')
      .slice(1)
      .map((line) => line.split(' ').slice(3).join(' '));

  const textFor = async (costs: readonly number[]) => {
    const { installments } = await readInvoice(world, invoice);
    const payments = installments
      .slice(1)
      .map(({ date: dueOn }, index) => ({ dueOn, costCents: cents(costs[index] ?? 0) }));
    const terms = { purpose: 'CHANGE_PM', amountCents: cents(6667), feeCents: cents(53) } as const;
    const of = { kind: 'ach', company: harbor, methodLast4: bank.last4 } as const;
    return mandateText({ ...terms, payments, ...of }, WORDS.en);
  };

  it('a method change applies the new fee to the remaining installments of a plan only', async () => {
    expect(await left()).toEqual(['$33.33 + $1.11', '$33.33 + $1.10', '$33.34 + $1.09']);
    const quote = { amount: 6667, fee: 53 };
    const achMandateText = await textFor([3360, 3360]);
    expect(await change(bank, { quote, achMandateText })).toMatchObject({ success: true });
    expect(await left()).toEqual(['$33.33 + $1.11', '$33.33 + $0.27', '$33.34 + $0.26']);
    expect((await readInvoice(world, invoice)).plan).toMatchObject({ fee: 164, kind: 'ach' });
    expect(await change(card, { quote: { amount: 6667, fee: 230 } })).toMatchObject({
      success: true,
    });
    expect(await left()).toEqual(['$33.33 + $1.11', '$33.33 + $1.16', '$33.34 + $1.14']);
    await days(31);
    expect(await world.statement(invoice)).toContain('payment SUCCEEDED $33.33 + $1.16');
  });

  it('a plan keeps its fee after a change to a method of the same kind', async () => {
    const other = await world.method(harbor);
    const done = await change(other, { quote: { amount: 6667, fee: 219 } });
    expect(done).toMatchObject({ success: true });
    expect(await left()).toEqual(['$33.33 + $1.11', '$33.33 + $1.10', '$33.34 + $1.09']);
    expect(await mailsTo(world.deps, harbor)).toEqual([]);
  });

  it('a plan cannot change the kind of method while an installment is being charged', async () => {
    await world.sandbox.fault({ operation: 'charge', fault: 'lose_answer' });
    const path = `request/${invoice.requestId}/plan/pay`;
    const body = { isFull: false, quote: { amount: 3333, fee: 110 }, installments: [2] };
    const key = crypto.randomUUID();
    expect(await customer.call({ method: 'POST', path, key, body })).toMatchObject({
      status: 'PENDING',
    });
    const quote = { amount: 3334, fee: 27 };
    expect(await change(bank, { quote })).toMatchObject({ message: 'ACCOUNT_IS_PROCESSING' });
    await world.later(DAY_MS);
  });
});

describe('A debit that was returned', () => {
  it('a returned debit is charged to a card as a new payment with the card fee', async () => {
    const poor = await world.method(harbor, { kind: 'ach', number: BANK_ACCOUNTS.noFunds });
    await addSchedule(world.deps, { company: harbor, invoice, methodId: poor.methodId }, 2);
    await days(2);
    await world.sandbox.settle();
    await days(1);
    expect((await readInvoice(world, invoice)).schedule).toMatchObject({ fee: 80 });
    const done = await change(card, { quote: { amount: 10_000, fee: 330 } });
    expect(done).toMatchObject({ success: true });
    await days(6);
    expect(await world.statement(invoice)).toContain('payment SUCCEEDED $100.00 + $3.30');
  });
});

describe('Auto-pay that changes from a bank account to a card', () => {
  const use = ({ methodId: pmID }: Method, more: object) =>
    customer.call({
      method: 'PUT',
      path: 'debtor/auto-pay/payment-method',
      body: { pmID, ...more },
    });

  it('auto-pay changes its method only with consent to the new fee and announces the new amount first', async () => {
    await autoPayOn(world.deps, { company: harbor, kind: 'ach', method: bank });
    await days(10);
    expect(await mailsTo(world.deps, harbor)).toContain('upcoming-charge $100.80 on day 20');
    await days(2);
    expect(await use(card, {})).toMatchObject({
      code: 409,
      message: 'AMOUNT_CHANGED',
      details: {
        feeTerms: {
          before: { feePercentage: 80, feeFixed: 0 },
          after: { feePercentage: 300, feeFixed: 30 },
        },
      },
    });
    const seen = { feeTerms: { feePercentage: 300, feeFixed: 30 } };
    expect(await use(card, seen)).toMatchObject({ success: true });
    await days(8);
    expect(await mailsTo(world.deps, harbor)).toContain('upcoming-charge $103.30 on day 23');
    await days(3);
    expect(await world.statement(invoice)).toContain('payment SUCCEEDED $100.00 + $3.30');
  });
});
