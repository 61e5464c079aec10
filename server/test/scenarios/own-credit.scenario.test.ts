/** A signed-in customer pays with their own credit: before the rest is charged, or alone (R117). */
import { randomUUID } from 'node:crypto';
import { addCents, cents } from '@quittance/contract/money';
import { computePercentage } from '@quittance/domain/checkout/fees';
import { beforeEach, describe, expect, it } from 'vitest';
import { oneOf } from '../../../domain/test/full-run.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { CARDS } from '../world/sandbox-process.ts';
import { type Caller, paymentInfo, readInvoice, signIn, signInByLink } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

const world = useWorld();
let company: TestCompany;
let call: Provider;
let caller: Caller;

const credit = async () =>
  Number((await call('GET', `/customers/${company.customerId}`)).body.credit);

/** A new invoice of $100.00, and a customer with exactly this credit. */
async function withCredit(amount: number): Promise<TestInvoice> {
  const paid = await world.invoice(company);
  const check = {
    invoiceId: paid.invoiceId,
    amount: 10_000,
    method: 'CHECK',
    reference: randomUUID(),
  };
  await call('POST', '/manual-payments', { body: check, key: randomUUID() });
  const note = { amount, reason: 'Fewer hours' };
  await call('POST', `/invoices/${paid.invoiceId}/credit-notes`, { body: note, key: randomUUID() });
  return world.invoice(company);
}

type How = {
  quoted?: number;
  used?: number;
  card?: string;
  key?: string;
  by?: Caller;
};

async function payRest(
  invoice: TestInvoice,
  { quoted = 6000, used = 4000, card = CARDS.pays, key = randomUUID(), by = caller }: How = {},
) {
  const { payable, today } = await readInvoice(world, invoice);
  const { feePercentage, feeFixed } = payable.fees.card;
  const amountCents = cents(quoted);
  const fee = addCents(computePercentage(amountCents, feePercentage), feeFixed);
  const terms = { purpose: 'FULL_AMOUNT', amountCents, feeCents: fee, date: today } as const;
  const fields = `request/${invoice.requestId}/fields`;
  const page = { caller: by, company, fields, terms };
  const body = {
    processor: company.merchant.processor,
    quote: { amount: quoted, fee },
    credit: used,
    paymentInfo: await paymentInfo(world, page, { card }),
  };
  const path = `request/${invoice.requestId}/full/submit`;
  return by.call({ method: 'POST', path, body, key });
}

const payAll = (invoice: TestInvoice, amount: number, by = caller) =>
  by.call({
    method: 'POST',
    path: `request/${invoice.requestId}/credit`,
    body: { amount },
  });

const facts = async ({ invoiceId }: TestInvoice) => {
  const { status, paid, credited, balance } = (await call('GET', `/invoices/${invoiceId}`)).body;
  return { status, paid, credited, balance };
};

beforeEach(async () => {
  const processor = oneOf(['stripe', 'payengine', 'fiserv'] as const, 0)[0] ?? 'stripe';
  company = await world.company({ processor });
  call = await createProvider(world, company);
  caller = await signIn(world, company);
});

describe('Own credit in the portal (R117)', () => {
  it('a part is paid with credit and the rest by card, in one submit that a repeat does not make twice', async () => {
    const invoice = await withCredit(4000);
    const key = randomUUID();
    expect((await payRest(invoice, { key })).code).toBe(200);
    expect(await facts(invoice)).toEqual({
      status: 'COLLECTED',
      paid: 6000,
      credited: 4000,
      balance: 0,
    });
    expect((await payRest(invoice, { key })).code).toBe(200);
    expect(await credit()).toBe(0);
  });

  it('credit that covers everything pays alone, once', async () => {
    const invoice = await withCredit(10_000);
    expect((await payAll(invoice, 10_000)).code).toBe(200);
    expect(await facts(invoice)).toMatchObject({ status: 'COLLECTED', credited: 10_000 });
    expect((await payAll(invoice, 10_000)).code).toBe(409);
    expect(await credit()).toBe(0);
  });

  it('a declined card leaves the credit applied, and the rest can be paid', async () => {
    const invoice = await withCredit(4000);
    const declined = await payRest(invoice, { card: CARDS.declined });
    expect(declined.success).toBe(false);
    expect(await facts(invoice)).toMatchObject({ credited: 4000, balance: 6000 });
    expect(await credit()).toBe(0);
    expect((await world.payer(company, invoice).pay()).code).toBe(200);
    expect(await facts(invoice)).toMatchObject({ status: 'COLLECTED', balance: 0 });
  });

  it('a wrong quote, too much credit and a public link use nothing', async () => {
    const invoice = await withCredit(4000);
    expect((await payRest(invoice, { quoted: 5000 })).code).toBe(409);
    expect((await payRest(invoice, { used: 4001, quoted: 5999 })).code).toBe(409);
    const link = signInByLink(world, invoice);
    expect((await payRest(invoice, { by: link })).success).toBe(false);
    expect((await payAll(invoice, 4000, link)).success).toBe(false);
    expect(await credit()).toBe(4000);
    expect(await facts(invoice)).toMatchObject({ credited: 0, balance: 10_000 });
  });

  it('two submits at once use the credit once', async () => {
    const invoice = await withCredit(4000);
    const answers = await Promise.all([payRest(invoice), payRest(invoice)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    expect(await credit()).toBe(0);
    expect(await facts(invoice)).toMatchObject({ paid: 6000, credited: 4000, balance: 0 });
  });

  it('another customer of the company cannot pay with it', async () => {
    const invoice = await withCredit(4000);
    const stranger = await signIn(world, await world.company());
    expect((await payAll(invoice, 4000, stranger)).success).toBe(false);
    expect(await credit()).toBe(4000);
  });
});
