/** A payer is notified by email when a bank debit that they submitted fails or is returned (R67). */

import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@quittance/contract/durations';
import { describe, expect, it } from 'vitest';
import { sampled } from '../../../domain/test/full-run.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { addContact, toMailbox } from '../world/mailbox.ts';
import { payTogether, readBalances } from '../world/several-invoices.ts';
import { BANK_ACCOUNTS, CARDS, signIn } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const AMOUNT = 5000;
const clock = fixedClock(START);
let company: TestCompany;
let address: string;

const world = useWorld({ clock });

type Processor = 'stripe' | 'payengine' | 'fiserv';
/** At Stripe, a debit fails. At the other processors, it is returned. */
const PROCESSORS = sampled<Processor[]>({
  sample: ['stripe', 'payengine'],
  full: ['stripe', 'payengine', 'fiserv'],
});

async function openCompany(processor: Processor, language: 'es' | null): Promise<void> {
  company = await world.company({ processor });
  address = `${randomUUID()}@example.com`;
  await addContact(world, company, { value: address });
  await world.deps.database.pool.query('update customers set language = $2 where id = $1', [
    company.customerId,
    language,
  ]);
}

async function payByBank(invoices: readonly TestInvoice[]): Promise<void> {
  const caller = await signIn(world, company);
  const chosen = invoices.map((invoice) => ({ invoice, amount: AMOUNT }));
  await payTogether(world, { caller, company }, { chosen, bank: BANK_ACCOUNTS.noFunds });
  expect(await readBalances(world, invoices)).toEqual(invoices.map(() => 'PENDING 0 of 5000'));
  await world.sandbox.settle();
  await world.later(5 * HOUR_MS);
}

async function readInbox() {
  const mailbox = toMailbox(world);
  await mailbox.deliver();
  return mailbox.inbox(address);
}

/** Without receipts and confirmations. */
async function told() {
  const isOther = /^(Receipt|Recibo|Bank debit|Débito bancario) /;
  return (await readInbox()).filter(({ subject }) => !isOther.test(subject));
}

async function bill(count: number): Promise<TestInvoice[]> {
  const invoices: TestInvoice[] = [];
  for (let index = 0; index < count; index += 1) {
    invoices.push(await world.invoice(company, { totalCents: AMOUNT }));
  }
  return invoices;
}

const toNames = (invoices: readonly TestInvoice[]) =>
  invoices.map(({ accountRef }) => accountRef).join(', ');

describe('A debit that pays several invoices and fails (R48, R67)', () => {
  it.each(PROCESSORS)(
    'one email about a failed debit at %s names and links to each invoice',
    async (processor) => {
      await openCompany(processor, null);
      const invoices = await bill(3);
      await payByBank(invoices);
      expect(await readBalances(world, invoices)).toEqual(invoices.map(() => 'DUE 0 of 5000'));
      const mails = await told();
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain(`payment for invoices ${toNames(invoices)}`);
      expect(mails[0]?.text).toContain(`Invoices: ${toNames(invoices)}`);
      expect(mails[0]?.text).toContain(`/${company.domain}/invoices\n`);
    },
  );

  it("the email about a failed debit is in the customer's language", async () => {
    await openCompany('stripe', 'es');
    const invoices = await bill(2);
    await payByBank(invoices);
    const [mail] = await told();
    expect(mail?.subject).toMatch(/^Su pago a .+ (no se pudo realizar|fue devuelto por su banco)$/);
    expect(mail?.text).toContain(`pago de las facturas ${toNames(invoices)}`);
    expect(mail?.text).toContain(`Facturas: ${toNames(invoices)}`);
  });

  it('the email about a failed debit names at most twenty invoices', async () => {
    await openCompany('stripe', null);
    const invoices = await bill(22);
    await payByBank(invoices);
    const [mail] = await told();
    expect(mail?.text).toContain(`Invoices: ${toNames(invoices.slice(0, 20))}, …`);
  });
});

describe('A debit that pays one invoice and fails (R67)', () => {
  it('the customer is notified of a failed debit by an email that names the invoice', async () => {
    await openCompany('stripe', null);
    const [invoice] = await bill(1);
    if (!invoice) throw new Error('there is an invoice');
    await world.payer(company, invoice).pay({ bank: BANK_ACCOUNTS.noFunds });
    const [submitted, ...others] = await readInbox();
    expect(others).toEqual([]);
    expect(submitted?.subject).toBe(`Bank debit to ${company.name} submitted: $50.40`);
    expect(submitted?.text).toMatch(
      new RegExp(
        `invoice ${invoice.accountRef} was submitted. We expect the result by November \\d+, 2026.`,
      ),
    );
    await world.sandbox.settle();
    await world.later(5 * HOUR_MS);
    const mails = await told();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`payment for invoice ${invoice.accountRef}`);
  });
});

describe('A card that is declined while its payer is present (R67)', () => {
  it('a decline shown on the page sends no email', async () => {
    await openCompany('stripe', null);
    const [invoice] = await bill(1);
    if (!invoice) throw new Error('there is an invoice');
    await world.payer(company, invoice).pay({ card: CARDS.declined });
    await world.later(HOUR_MS);
    expect(await told()).toEqual([]);
  });
});
