/**
 * Payers' questions and disputes (R40): an invoice can have only one open inquiry. A dispute stops every charge
 * without the payer. The company's reply is shown and emailed, and sets the invoice to the status that follows from
 * its facts.
 */
import { DAY_MS } from '@quittance/contract/durations';
import { inquirySchema } from '@quittance/contract/invoices/inquiry-schemas';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fixedClock } from '../../src/kernel/clock.ts';
import { addSchedule, autoPayOn, mailsTo } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { addContact, toMailbox } from '../world/mailbox.ts';
import { planStatement, startPlan } from '../world/planning.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import {
  BANK_ACCOUNTS,
  type Caller,
  readInvoice,
  signIn,
  signInByLink,
} from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const WRONG = 'You billed the crown twice.\nPlease look at tooth 14.';

let harbor: TestCompany;
let provider: Provider;

const world = useWorld({ clock: fixedClock(START) });

beforeEach(async () => {
  harbor = await world.company();
  provider = await createProvider(world, harbor);
});

async function laterDays(...days: readonly number[]): Promise<void> {
  for (const count of days) await world.later(count * DAY_MS);
}

const readStatus = async (invoice: TestInvoice) =>
  (await world.statement(invoice)).split('\n')[0]?.split(' ')[1];
const charges = async () => (await world.sandbox.records(harbor.merchant)).length;

const send = (caller: Caller, { requestId }: TestInvoice, kind: string, text = WRONG) =>
  caller.call({ method: 'POST', path: `request/${requestId}/inquiries`, body: { kind, text } });

async function list(caller: Caller, { requestId }: TestInvoice) {
  const answer = await caller.call({ method: 'GET', path: `request/${requestId}/inquiries` });
  return z.array(inquirySchema).parse(answer['inquiries']);
}

let answers = 0;

async function answerNewest(text = 'We looked at it again.\nBoth teeth were treated.') {
  const [newest] = (await provider('GET', '/inquiries?state=open')).body.data;
  answers += 1;
  return provider('POST', `/inquiries/${newest.id}/answer`, {
    body: { answer: text },
    key: `answer ${answers}`,
  });
}

describe('A question about an invoice (R40)', () => {
  it('a question leaves the invoice unchanged, and its single answer is shown and emailed', async () => {
    await addContact(world, harbor, { value: 'maya@example.com' });
    const mailbox = toMailbox(world);
    const invoice = await world.invoice(harbor);
    const customer = await signIn(world, harbor);
    expect(await send(customer, invoice, 'QUESTION')).toMatchObject({ success: true });
    expect(await readStatus(invoice)).toBe('DUE');
    expect(await send(customer, invoice, 'QUESTION')).toMatchObject({
      code: 409,
      message: 'PREVIOUS_DISPUTE_IS_NOT_ANSWERED',
    });
    expect((await list(customer, invoice)).map(({ text, answer }) => [text, answer])).toEqual([
      [WRONG, null],
    ]);
    expect(await answerNewest()).toMatchObject({
      status: 200,
      body: { text: WRONG, kind: 'QUESTION' },
    });
    const [shown] = await list(customer, invoice);
    expect(shown?.answer).toBe('We looked at it again.\nBoth teeth were treated.');
    const again = await provider('POST', `/inquiries/${shown?.id}/answer`, {
      body: { answer: 'And again' },
      key: 'again',
    });
    expect(again).toMatchObject({ status: 409, body: { code: 'INQUIRY_ALREADY_ANSWERED' } });
    await mailbox.deliver();
    const [mail] = await mailbox.inbox('maya@example.com');
    expect(mail?.text).toContain('Both teeth were treated.');
    expect(mail?.text).toContain('Please look at tooth 14.');
    // After the company's reply, another question is allowed.
    expect(await send(customer, invoice, 'QUESTION')).toMatchObject({ success: true });
  });

  it('a question is plain text of limited length and is refused for a foreign or hidden invoice', async () => {
    const invoice = await world.invoice(harbor);
    const customer = await signIn(world, harbor);
    for (const text of [
      'short',
      'x'.repeat(2001),
      'hidden \u202e text in it',
      'a bell \u0007 rings',
    ])
      expect(await send(customer, invoice, 'QUESTION', text)).toMatchObject({ code: 400 });
    const other = await world.company();
    const foreign = await world.invoice(other);
    for (const caller of [customer, signInByLink(world, invoice)]) {
      expect(await send(caller, foreign, 'QUESTION')).toMatchObject({
        code: 404,
        message: 'REQUEST_NOT_FOUND',
      });
      const path = `request/${foreign.requestId}/inquiries`;
      expect(await caller.call({ method: 'GET', path })).toMatchObject({ code: 404 });
    }
  });

  it('the holder of a link cannot read the questions of a signed-in customer', async () => {
    const invoice = await world.invoice(harbor);
    const holder = signInByLink(world, invoice);
    await send(await signIn(world, harbor), invoice, 'QUESTION');
    expect(await list(holder, invoice)).toMatchObject([{ kind: 'QUESTION', text: null }]);
    await answerNewest();
    expect(await list(holder, invoice)).toMatchObject([{ text: null, answer: null }]);
    await world.later(1000);
    await send(holder, invoice, 'QUESTION', 'Asked through the link');
    expect((await list(holder, invoice)).map(({ text }) => text)).toEqual([
      'Asked through the link',
      null,
    ]);
  });
});

describe('A dispute of an invoice (R40)', () => {
  it('a dispute by link stops payments, and the reply reopens the invoice', async () => {
    const invoice = await world.invoice(harbor, { dueInDays: 2 });
    const holder = signInByLink(world, invoice);
    expect(await send(holder, invoice, 'DISPUTE')).toMatchObject({ success: true });
    expect(await readStatus(invoice)).toBe('DISPUTED');
    expect((await readInvoice(world, invoice)).payable.isPayable).toBe(false);
    expect(await send(holder, invoice, 'DISPUTE')).toMatchObject({
      message: 'PREVIOUS_DISPUTE_IS_NOT_ANSWERED',
    });
    const resolve = await provider('POST', `/invoices/${invoice.invoiceId}/resolve`, {
      body: { reason: 'No answer' },
      key: 'resolve',
    });
    expect(resolve).toMatchObject({ status: 409, body: { code: 'DISPUTE_NOT_ANSWERED' } });
    await laterDays(5);
    await answerNewest();
    expect(await readStatus(invoice)).toBe('IN_COLLECTION');
    expect((await readInvoice(world, invoice)).payable.isPayable).toBe(true);
    const { body } = await provider('GET', '/events?limit=100');
    const types = body.data.map(({ type }: { type: string }) => type);
    expect(types).toEqual(
      expect.arrayContaining([
        'inquiry.dispute_opened',
        'invoice.disputed',
        'inquiry.answered',
        'invoice.resolved',
      ]),
    );
  });

  it('a dispute waits for an open payment and is refused for a paid invoice', async () => {
    const debited = await world.invoice(harbor);
    await world.payer(harbor, debited).pay({ bank: BANK_ACCOUNTS.pays });
    const holder = signInByLink(world, debited);
    expect(await send(holder, debited, 'DISPUTE')).toMatchObject({
      message: 'ACCOUNT_IS_PROCESSING',
    });
    expect(await send(holder, debited, 'QUESTION')).toMatchObject({ success: true });
    const paid = await world.invoice(harbor);
    await world.payer(harbor, paid).pay();
    expect(await send(signInByLink(world, paid), paid, 'DISPUTE')).toMatchObject({
      message: 'ACCOUNT_ALREADY_CLOSED',
    });
  });

  it('a dispute pauses a plan, a scheduled payment and auto-pay until the reply', async () => {
    const method = await world.method(harbor);
    const planned = await world.invoice(harbor, { dueInDays: 90 });
    await startPlan(world, {
      caller: signInByLink(world, planned),
      company: harbor,
      invoice: planned,
    });
    const scheduled = await world.invoice(harbor, { dueInDays: 90 });
    await addSchedule(world.deps, { company: harbor, invoice: scheduled, ...method }, 3);
    const customer = await signIn(world, harbor);
    for (const invoice of [planned, scheduled]) await send(customer, invoice, 'DISPUTE');
    const before = await charges();
    await laterDays(4, 28);
    expect(await charges()).toBe(before);
    expect(await planStatement(world, planned)).toMatch(/^plan LIVE .*\n1 SUCCESS .*\n2 OPEN /);
    await answerNewest();
    await answerNewest();
    expect(await readStatus(planned)).toBe('PAYMENT_PLAN_IN_PROGRESS');
    expect(await readStatus(scheduled)).toBe('PAYMENT_EXTENSION');
    // A charge whose day has passed in the meantime is announced again, three days ahead for a card (R14).
    const announced = (await mailsTo(world.deps, harbor)).filter((line) => /on day 35$/.test(line));
    expect(announced).toHaveLength(2);
    await laterDays(2);
    expect(await charges()).toBe(before);
    await laterDays(1, 1);
    expect(await charges()).toBe(before + 2);
    expect(await readStatus(scheduled)).toBe('COLLECTED');
  });

  it('a dispute prevents auto-pay charges until the reply', async () => {
    const invoice = await world.invoice(harbor, { dueInDays: 5 });
    const method = await world.method(harbor);
    await autoPayOn(world.deps, { company: harbor, kind: 'card', method });
    await laterDays(3);
    await send(await signIn(world, harbor), invoice, 'DISPUTE');
    await laterDays(3, 3);
    expect(await charges()).toBe(0);
    await answerNewest();
    await laterDays(1);
    expect(await readStatus(invoice)).toBe('COLLECTED');
  });
});
