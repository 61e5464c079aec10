/** Payments that staff record state what arrived (R116), are numbered per customer (R102), and may fall short (R101). */
import { MINUTE_MS, SECOND_MS } from '@quittance/contract/durations';
import { describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { toAnswer, toCommandLine } from '../world/command-line.ts';
import type { TestInvoice } from '../world/company.ts';
import { openIntentPage } from '../world/intent-page.ts';
import { addContact, toMailbox } from '../world/mailbox.ts';
import { createProvider } from '../world/provider-client.ts';
import { signIn, signInByLink } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
const world = useWorld({ clock });

async function office(processor: 'stripe' | 'payengine' = 'payengine') {
  const company = await world.company({ processor });
  const call = await createProvider(world, company);
  let count = 0;
  const post = (path: string, body: object) => {
    count += 1;
    return call('POST', path, { body, key: `call-${count}` });
  };
  const record = (body: object) =>
    post('/manual-payments', { method: 'CHECK', reference: `n-${count}`, ...body });
  const reverse = (id: string, cause = 'BOUNCED') =>
    post(`/manual-payments/${id}/reverse`, { cause, reason: 'No funds' });
  const read = async ({ invoiceId }: TestInvoice) =>
    (await call('GET', `/invoices/${invoiceId}`)).body;
  const credit = async () => (await call('GET', `/customers/${company.customerId}`)).body.credit;
  return { company, call, post, record, reverse, read, credit };
}

/** Reads as the customer: the payments, and the lines of the statement. */
async function shownTo({ company }: Awaited<ReturnType<typeof office>>) {
  const caller = await signIn(world, company);
  const read = (path: string) =>
    caller.call({ method: 'GET', path: `debtor/${company.customerId}/${path}` });
  const { transactions } = await read('transaction');
  const statement = await read('statement?from=2026-01-01&to=2026-12-31');
  const lines = statement['lines'] as { kind: string; charge: number; credit: number }[]; // because the server checks its answers
  return {
    transactions,
    lines: lines.map(({ kind, charge, credit }) => `${kind} ${charge - credit}`),
    closing: (statement['summary'] as { closing: number }).closing, // because of the same
  };
}

/** Invoices of $100.00. */
const createInvoices = async ({ company }: Awaited<ReturnType<typeof office>>, count: number) => {
  const made: TestInvoice[] = [];
  for (let index = 0; index < count; index += 1) made.push(await world.invoice(company));
  return made as [TestInvoice, ...TestInvoice[]]; // because every story has an invoice
};

describe('What arrived (R116)', () => {
  it('a check that exceeds its invoice pays it, and the rest becomes credit that pays another', async () => {
    const desk = await office();
    const [first, second] = await createInvoices(desk, 2);
    const paid = await desk.record({ invoiceId: first.invoiceId, amount: 15_000 });
    expect(paid).toMatchObject({ status: 201, body: { amount: 15_000, credit: 5000 } });
    expect(await desk.read(first)).toMatchObject({ status: 'COLLECTED', balance: 0 });
    expect(await desk.credit()).toBe(5000);
    const apply = { invoiceId: second?.invoiceId, amount: 5000 };
    const applied = await desk.post(`/customers/${desk.company.customerId}/credit/apply`, apply);
    expect(applied.status).toBe(200);
    expect(await desk.credit()).toBe(0);
    const bounced = await desk.reverse(paid.body.id);
    expect(bounced.body).toMatchObject({ code: 'CREDIT_ALREADY_USED' });
    const { accountRef } = await desk.read(second as TestInvoice); // because two were made
    expect(bounced.body.detail).toContain(accountRef);
    const [{ id: creditId }] = (await desk.call('GET', '/payments?method=CREDIT')).body.data;
    await desk.post(`/payments/${creditId}/undo-credit`, { reason: 'The check bounced' });
    expect((await desk.reverse(paid.body.id)).body.state).toBe('RETURNED');
    expect(await desk.credit()).toBe(0);
    expect(await desk.read(first)).toMatchObject({ status: 'DUE', balance: 10_000 });
  });

  it('the office chooses the invoices and amounts, and the rest is credit until the check bounces', async () => {
    const desk = await office();
    const [first, second] = await createInvoices(desk, 2);
    const invoices = [
      { invoiceId: first.invoiceId, amount: 4000 },
      { invoiceId: second?.invoiceId, amount: 10_000 },
    ];
    const tooLittle = await desk.record({ invoices, amount: 13_999 });
    expect(tooLittle.body).toMatchObject({ code: 'INVALID_REQUEST' });
    const paid = await desk.record({ invoices, amount: 20_000 });
    expect(paid.body).toMatchObject({ amount: 20_000, credit: 6000, invoiceId: null });
    expect(paid.body.parts).toMatchObject([{ amount: 4000 }, { amount: 10_000 }]);
    expect(await desk.credit()).toBe(6000);
    expect((await desk.read(first)).balance).toBe(6000);
    await desk.reverse(paid.body.id);
    expect(await desk.credit()).toBe(0);
    expect((await desk.read(first)).balance).toBe(10_000);
  });

  it('less than is owed of one invoice can be chosen, and the rest is credit', async () => {
    const desk = await office();
    const [invoice] = await createInvoices(desk, 1);
    const invoices = [{ invoiceId: invoice.invoiceId, amount: 2500 }];
    await desk.record({ invoices, amount: 9000 });
    expect((await desk.read(invoice)).balance).toBe(7500);
    expect(await desk.credit()).toBe(6500);
  });

  it('a customer who owes nothing pays on account', async () => {
    const desk = await office();
    const { customerId } = desk.company;
    const paid = await desk.record({ customerId, amount: 25_000, method: 'WIRE' });
    expect(paid.body).toMatchObject({ customerId, amount: 25_000, credit: 25_000, parts: [] });
    expect(await desk.credit()).toBe(25_000);
    const shown = await shownTo(desk);
    expect(shown.transactions).toMatchObject([{ method: 'WIRE', amount: 25_000 }]);
    expect(shown).toMatchObject({ lines: ['OVERPAYMENT -25000'], closing: -25_000 });
    await desk.reverse(paid.body.id, 'ERROR');
    expect(await desk.credit()).toBe(0);
  });
});

describe('Credit that a payment gave', () => {
  it('can be paid out, after which the payment is not reversed', async () => {
    const desk = await office();
    const { customerId } = desk.company;
    const paid = await desk.record({ customerId, amount: 25_000 });
    const payOut = { amount: 5000, reason: 'Asked for it' };
    const out = await desk.post(`/customers/${customerId}/credit/pay-out`, payOut);
    expect(out.status).toBe(200);
    expect(await desk.credit()).toBe(20_000);
    const refused = await desk.reverse(paid.body.id);
    expect(refused.body).toMatchObject({ code: 'CREDIT_ALREADY_USED' });
    expect(refused.body.detail).toContain('paid out');
    expect(await desk.credit()).toBe(20_000);
  });
});

describe('Receipts', () => {
  it('the receipt of a payment on account is mailed, with its file', async () => {
    const desk = await office();
    const { customerId, companyId } = desk.company;
    const email = `ida-${companyId}@example.com`;
    await addContact(world, desk.company, { value: email });
    await desk.record({ customerId, amount: 25_000 });
    const post = await toMailbox(world);
    await post.deliver();
    const [mail] = await post.inbox(email);
    expect(mail?.text).toContain('$250.00');
  });
});

describe('A payment that falls short (R101)', () => {
  it('the rest is written off in the same step, has a line of its own, and is owed again with the payment', async () => {
    const desk = await office();
    const [invoice] = await createInvoices(desk, 1);
    const { invoiceId } = invoice;
    const short = { invoiceId, amount: 9600, writesOffRest: true };
    const paid = await desk.record(short);
    expect(paid.status).toBe(201);
    expect(await desk.read(invoice)).toMatchObject({ status: 'COLLECTED', balance: 0 });
    const shown = await shownTo(desk);
    const lines = ['INVOICE 10000', 'PAYMENT -9600', 'WRITE_OFF -400'];
    expect(shown).toMatchObject({ lines, closing: 0 });
    expect(await world.statement(invoice)).toContain('receivable → write_offs $4.00');
    await desk.reverse(paid.body.id);
    expect(await desk.read(invoice)).toMatchObject({ status: 'DUE', balance: 10_000 });
    expect(await world.statement(invoice)).toContain('write_offs → receivable $4.00');
    const after = await shownTo(desk);
    expect(after.closing).toBe(10_000);
    expect(after.lines).toContain('WRITE_OFF_WITHDRAWN 400');
  });

  it('the rest of several invoices is written off together, up to the limit of the company', async () => {
    const desk = await office();
    const made = await createInvoices(desk, 2);
    const invoices = made.map(({ invoiceId }) => ({ invoiceId, amount: 9700 }));
    const refused = await desk.record({ invoices, writesOffRest: true });
    expect(refused.body).toMatchObject({ code: 'WRITE_OFF_TOO_LARGE' });
    await desk.call('PATCH', '/company', { body: { shortfallMax: 600 } });
    expect((await desk.record({ invoices, writesOffRest: true })).status).toBe(201);
    for (const invoice of made) expect(await desk.read(invoice)).toMatchObject({ balance: 0 });
  });

  it('without the write-off, the rest stays open', async () => {
    const desk = await office();
    const [invoice] = await createInvoices(desk, 1);
    await desk.record({ invoiceId: invoice.invoiceId, amount: 9900 });
    expect(await desk.read(invoice)).toMatchObject({ status: 'DUE', balance: 100 });
  });
});

describe('Numbers of recorded payments (R102)', () => {
  it('two customers have the same check number, and one customer has it once', async () => {
    const desk = await office();
    const [first, second] = await createInvoices(desk, 2);
    const noah = { customerRef: 'N-1', firstName: 'Noah', lastName: 'Lee' };
    const { body: other } = await desk.post('/customers', noah);
    const ofOther = { customerId: other.id, amount: 4000, reference: '1001' };
    const paid = await desk.record({ invoiceId: first.invoiceId, amount: 4000, reference: '1001' });
    expect((await desk.record(ofOther)).status).toBe(201);
    const again = { invoiceId: second?.invoiceId, amount: 4000, reference: '1001' };
    const refused = await desk.record(again);
    expect(refused.body).toMatchObject({ code: 'PAYMENT_REFERENCE_ALREADY_USED' });
    expect(refused.body.detail).toContain(paid.body.id);
    expect(refused.body.detail).toContain('$40.00');
    expect((await desk.record({ ...again, method: 'WIRE' })).status).toBe(201);
  });

  it('cash needs no number, and a check does', async () => {
    const desk = await office();
    const [invoice] = await createInvoices(desk, 1);
    const cash = {
      invoiceId: invoice.invoiceId,
      amount: 1000,
      method: 'CASH',
      reference: undefined,
    };
    expect((await desk.record(cash)).status).toBe(201);
    expect((await desk.record(cash)).status).toBe(201);
    const check = await desk.record({ ...cash, method: 'CHECK' });
    expect(check.body).toMatchObject({ code: 'INVALID_REQUEST', fields: [{ field: 'reference' }] });
  });
});

describe('The command line', () => {
  it('records what arrived, writes off the rest, sets the limit, and reverses with a cause', async () => {
    const desk = await office();
    const [invoice] = await createInvoices(desk, 1);
    const { accountRef } = await desk.read(invoice);
    const { customerRef } = (await desk.call('GET', `/customers/${desk.company.customerId}`)).body;
    const quittance = toCommandLine(world);
    const { domain } = desk.company;
    await toAnswer(quittance, ['company', 'set', domain, '--shortfall-max', '4.00']);
    const words = ['payments', 'record', domain];
    const wire = [...words, 'wire', 'W-1', '--invoice', `${accountRef}=96.00`, '--write-off'];
    const short = await toAnswer(quittance, wire);
    expect(await desk.read(invoice)).toMatchObject({ status: 'COLLECTED', balance: 0 });
    expect((await quittance(wire)).err).toContain(short.id);
    const cash = [...words, 'cash', '--customer', customerRef, '--amount', '20.00'];
    expect(await toAnswer(quittance, cash)).toMatchObject({ amount: 2000, credit: 2000 });
    const reversal = ['payments', 'reverse', domain, short.id, '--reason', 'No funds'];
    expect((await quittance(reversal)).err).toContain('cause');
    const reversed = await toAnswer(quittance, [...reversal, '--cause', 'bounced']);
    expect(reversed.state).toBe('RETURNED');
    expect((await desk.read(invoice)).balance).toBe(10_000);
  });
});

describe('Mistakes and simultaneous payments', () => {
  it.each([
    ['was mailed', true, 2],
    ['was not mailed', false, 0],
  ] as const)('a mistake is mailed only if the receipt %s (R102)', async (_, isMailed, count) => {
    const desk = await office();
    const [invoice] = await createInvoices(desk, 1);
    const email = `maya-${desk.company.companyId}@example.com`;
    await addContact(world, desk.company, { value: email });
    const post = await toMailbox(world);
    const paid = await desk.record({ invoiceId: invoice.invoiceId, amount: 10_000 });
    if (isMailed) await post.deliver();
    await world.later(SECOND_MS);
    await desk.reverse(paid.body.id, 'ERROR');
    await post.deliver();
    expect(await post.inbox(email)).toHaveLength(count);
  });

  it('the cause of a reversal must be named (R102)', async () => {
    const desk = await office();
    const [invoice] = await createInvoices(desk, 1);
    const paid = await desk.record({ invoiceId: invoice.invoiceId, amount: 10_000 });
    const { body } = await desk.post(`/manual-payments/${paid.body.id}/reverse`, { reason: 'x' });
    expect(body).toMatchObject({ code: 'INVALID_REQUEST', fields: [{ field: 'cause' }] });
  });

  it('a check is refused while the payer can confirm a charge, with the minutes that this lasts', async () => {
    const desk = await office('stripe');
    const [invoice] = await createInvoices(desk, 1);
    const about = { caller: signInByLink(world, invoice), company: desk.company };
    await openIntentPage(world, { ...about, requestId: invoice.requestId });
    await world.later(10 * MINUTE_MS);
    const check = { invoiceId: invoice.invoiceId, amount: 10_000 };
    const refused = await desk.record(check);
    expect(refused.body).toMatchObject({ code: 'ACCOUNT_IS_PROCESSING' });
    expect(refused.body.detail).toBe('The payer is paying now; try again in 20 minutes.');
    await world.later(21 * MINUTE_MS);
    expect((await desk.record(check)).status).toBe(201);
  });
});
