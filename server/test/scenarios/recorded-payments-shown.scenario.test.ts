/** Payments that the company recorded (R89) and credit notes (R90) as their payer sees them, in both languages. */
import { SECOND_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { beforeEach, describe, expect, it } from 'vitest';
import { updateCustomer } from '../../src/customers/store.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { createCreditNote } from '../../src/payments/credit-notes.ts';
import { recordManualPayment, reverseManualPayment } from '../../src/payments/record-manual.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import { addContact, toMailbox } from '../world/mailbox.ts';
import { readInvoice, signIn, signInByLink } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
const world = useWorld({ clock });
const post = forFile(async () => toMailbox(world));
let harbor: TestCompany;
let invoice: TestInvoice;
let email: string;

beforeEach(async () => {
  harbor = await world.company();
  invoice = await world.invoice(harbor);
  email = `maya-${harbor.companyId}@example.com`;
  await addContact(world, harbor, { value: email });
});

async function recordCheck(amountCents: number) {
  const paid = await recordManualPayment(world.deps, {
    companyId: harbor.companyId,
    parts: [{ invoiceId: invoice.invoiceId, amountCents: cents(amountCents) }],
    method: 'CHECK',
    reference: '1042',
    actor: 'operator:office',
    at: clock.now(),
  });
  await world.later(SECOND_MS);
  return paid;
}

function credit(amountCents: number) {
  const { companyId } = harbor;
  const input = { amount: cents(amountCents), reason: 'Two hours less', number: 'GS-17' };
  const actor = { companyId, name: 'operator' };
  return world.deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
    createCreditNote(tx, world.deps, { actor, invoiceId: invoice.invoiceId, input }),
  );
}

async function read(path: string) {
  const caller = await signIn(world, harbor);
  return caller.call({ method: 'GET', path });
}

async function readByLink() {
  const path = `public/invoice-transactions/${harbor.domain}/${invoice.token}`;
  const answer = await signInByLink(world, invoice).call({ method: 'GET', path });
  return answer['transactions'];
}

async function newestMail() {
  await post.deliver();
  const [mail] = await post.inbox(email);
  return mail;
}

describe('A payment that the company recorded, as its payer sees it (R89)', () => {
  it('the lists of payments have the number of a check, and a public link does not', async () => {
    await recordCheck(4000);
    const check = { method: 'CHECK', amount: 4000, reference: '1042' };
    const ofInvoice = await read(`private/invoice-transactions/${invoice.invoiceId}`);
    expect(ofInvoice['transactions']).toMatchObject([check]);
    const all = await read(`debtor/${harbor.customerId}/transaction`);
    expect(all['transactions']).toMatchObject([check]);
    const [shared] = (await readByLink()) as object[]; // because the server checks its answers in this world
    expect(shared).toMatchObject({ method: 'CHECK', amount: 4000 });
    expect(shared).not.toHaveProperty('reference');
  });

  it.each([
    ['en', 'Payment method: Check 1042', 'Your payment to', 'It was recorded by mistake.'],
    ['es', 'Método de pago: Cheque 1042', 'Su pago a', 'Se registró por error.'],
  ] as const)(
    'in %s the emails name the check, and why it was reversed',
    async (language, named, subject, why) => {
      await world.deps.database.asSystem((tx) => updateCustomer(tx, harbor, { language }));
      const { companyId, id: attemptId } = await recordCheck(10_000);
      expect((await newestMail())?.text).toContain(named);
      await reverseManualPayment(world.deps, { companyId, attemptId, cause: 'ERROR' });
      const reversed = await newestMail();
      expect(reversed?.subject).toContain(subject);
      expect(reversed?.text).toContain(named);
      expect(reversed?.text).toContain(why);
      expect(reversed?.text).not.toMatch(/your bank|su banco/i);
    },
  );
});

describe('A credit note, as its payer sees it (R90)', () => {
  it('the invoice says what a note deducted, and what became credit', async () => {
    await recordCheck(7000);
    await credit(5500);
    const note = { method: 'CREDIT_NOTE', amount: 5500, credit: 2500 };
    const ofInvoice = await read(`private/invoice-transactions/${invoice.invoiceId}`);
    expect(ofInvoice['transactions']).toMatchObject([
      { ...note, reference: 'GS-17' },
      { method: 'CHECK', credit: 0 },
    ]);
    expect(await readByLink()).toMatchObject([note, { credit: 0 }]);
    const { paidBalance, creditedBalance } = await readInvoice(world, invoice);
    expect({ paidBalance, creditedBalance }).toEqual({
      paidBalance: 10_000,
      creditedBalance: 3000,
    });
  });

  it("the customer's balance names the available credit", async () => {
    const list = `debtor/${harbor.customerId}/account`;
    expect((await read(list))['summary']).toMatchObject({ outstanding: 10_000, credit: 0 });
    await recordCheck(7000);
    await credit(5500);
    expect((await read(list))['summary']).toMatchObject({ outstanding: 0, credit: 2500 });
  });
});
