/** Credit notes and the credit of customers (R90): what they settle, what they end, and how credit is used. */
import { randomUUID } from 'node:crypto';
import { HOUR_MS, SECOND_MS } from '@quittance/contract/durations';
import { providerPath } from '@quittance/contract/http/provider-route';
import type { InvoiceId } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import type { NewCreditNote } from '@quittance/contract/payments/credit-schemas';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeCompany } from '../../src/companies/manage-companies.ts';
import { findCustomer } from '../../src/customers/store.ts';
import { offerSettlement } from '../../src/invoices/offer-settlement.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { AppError } from '../../src/kernel/errors.ts';
import {
  createCreditNote,
  listCreditNotes,
  payOut,
  readCreditNote,
  useCredit,
} from '../../src/payments/credit-notes.ts';
import { disputeInvoice, resolveInvoice } from '../../src/payments/disputes/dispute-invoice.ts';
import { recordManualPayment, reverseManualPayment } from '../../src/payments/record-manual.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import type { TestInvoice } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import { planStatement, startPlan } from '../world/planning.ts';
import { newApiKey } from '../world/provider-client.ts';
import { BANK_ACCOUNTS, readInvoice, signInByLink } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
const world = useWorld({ clock });
const harbor = forFile(() => world.company());
let invoice: TestInvoice;

beforeEach(async () => {
  invoice = await world.invoice(harbor);
});

const actor = () => ({ companyId: harbor.companyId, name: 'operator' });

const asCompany = <Result>(work: (tx: Tx) => Promise<Result>) =>
  world.deps.database.inCompany({ companyId: harbor.companyId, asProvider: true }, work);

const note = (
  amount: number,
  { on = invoice, number }: { on?: TestInvoice; number?: string } = {},
) =>
  asCompany((tx) =>
    createCreditNote(tx, world.deps, {
      actor: actor(),
      invoiceId: on.invoiceId,
      input: { amount: cents(amount), reason: 'Two hours less', number },
    }),
  );

const payOutPart = (amount: number) =>
  asCompany((tx) => {
    const input = { amount: cents(amount), reason: 'By check' };
    return payOut(tx, world.deps, { actor: actor(), customerId: harbor.customerId, input });
  });

const use = (amount: number, invoiceId: InvoiceId = invoice.invoiceId) =>
  asCompany((tx) => {
    const input = { invoiceId, amount: cents(amount) };
    return useCredit(tx, world.deps, { actor: actor(), customerId: harbor.customerId, input });
  });

const readCredit = async () => {
  const { companyId, customerId } = harbor;
  const customer = await asCompany((tx) => findCustomer(tx, { companyId, customerId }));
  return customer?.creditCents;
};

function recordCash(amountCents: number) {
  const { companyId } = harbor;
  const parts = [{ invoiceId: invoice.invoiceId, amountCents: cents(amountCents) }];
  const how = { method: 'CASH', reference: randomUUID(), actor: 'operator:till' } as const;
  return recordManualPayment(world.deps, { companyId, parts, ...how, at: clock.now() });
}

describe('Credit notes (R90)', () => {
  it('a note has lines or an amount, and its document shows the lines with the reason', async () => {
    const issue = (input: Partial<NewCreditNote>) =>
      asCompany((tx) =>
        createCreditNote(tx, world.deps, {
          actor: actor(),
          invoiceId: invoice.invoiceId,
          input: { reason: 'Two hours less', ...input },
        }),
      );
    const hours = { text: 'Work', quantity: 1.5, unitPrice: cents(1001), tax: cents(50) };
    const trip = { text: 'Trip', quantity: 1, unitPrice: cents(500), tax: cents(0) };
    const lines = [hours, trip];
    const written = await issue({ lines });
    const shown = [
      { ...hours, amount: 1502 },
      { ...trip, amount: 500 },
    ];
    expect(written).toMatchObject({ amount: 2052, settled: 2052, lines: shown });
    const { companyId } = harbor;
    const key = { companyId, attemptId: written.id };
    const document = await asCompany((tx) => readCreditNote(tx, world.deps, key));
    expect(document).toMatchObject({
      lines: [
        { text: 'Work', quantity: '1.5', unitPrice: '$10.01', tax: '$0.50', amount: '$15.02' },
        { text: 'Trip', quantity: '1', unitPrice: '$5.00', tax: '', amount: '$5.00' },
      ],
      sums: [
        ['Tax', '$0.50'],
        ['Deducted from the invoice', '$20.52'],
        expect.anything(),
        ['Total credit', '$20.52'],
      ],
      paragraphs: [['Reason', 'Two hours less']],
    });
    expect(await issue({ lines, amount: cents(2052) })).toMatchObject({ amount: 2052 });
    for (const wrong of [
      {},
      { lines: [] },
      { lines, amount: cents(2000) },
      { lines: [{ ...trip, unitPrice: cents(-500) }] },
    ]) {
      await expect(issue(wrong)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    }
  });

  it('a note on a partly paid invoice settles the balance, and the rest becomes credit', async () => {
    const { id: attemptId, companyId } = await recordCash(7000);
    await world.later(SECOND_MS);
    expect(await note(4500, { number: 'GS-17' })).toMatchObject({
      number: 'GS-17',
      amount: 4500,
      settled: 3000,
      credit: 1500,
    });
    expect(await world.statement(invoice)).toBe(
      [
        'invoice COLLECTED $100.00 of $100.00',
        'payment SUCCEEDED $70.00 + $0.00',
        '  receivable → clearing:manual $70.00',
        'compensation SUCCEEDED $45.00 + $0.00',
        '  receivable → credit_notes $30.00',
        '  customer_credit → credit_notes $15.00',
      ].join('\n'),
    );
    const second = await world.invoice(harbor);
    expect(await use(1500, second.invoiceId)).toMatchObject({ credit: 0 });
    await expect(use(1, second.invoiceId)).rejects.toEqual(new AppError('CREDIT_TOO_LARGE'));
    expect(await world.statement(second)).toBe(
      [
        'invoice DUE $15.00 of $100.00',
        'compensation SUCCEEDED $15.00 + $0.00',
        '  receivable → customer_credit $15.00',
      ].join('\n'),
    );
    // The check bounces: the note stays, and only the money is owed again.
    await reverseManualPayment(world.deps, { companyId, attemptId, cause: 'BOUNCED' });
    expect((await readInvoice(world, invoice)).payable.amount).toBe(7000);
  });

  it('notes are numbered one after another, never twice, and add up to at most the total', async () => {
    const [one, other] = await Promise.all([
      note(1000),
      note(1000, { on: await world.invoice(harbor) }),
    ]);
    expect(new Set([one.number, other.number]).size).toBe(2);
    expect(one.number).toMatch(/^CN-\d{4}$/);
    await expect(note(1000, { number: one.number.toLowerCase() })).rejects.toEqual(
      new AppError('CREDIT_NOTE_NUMBER_ALREADY_USED'),
    );
    await expect(note(9001)).rejects.toEqual(new AppError('CREDIT_NOTE_TOO_LARGE'));
    const { data } = await asCompany((tx) =>
      listCreditNotes(tx, { companyId: harbor.companyId, invoiceId: invoice.invoiceId }),
    );
    expect(data).toMatchObject([{ number: one.number, amount: 1000, reason: 'Two hours less' }]);
    const { key } = await newApiKey(world, harbor);
    const file = await fetch(`${world.url}${providerPath(`/credit-notes/${one.id}/pdf`)}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect((await file.text()).slice(0, 5)).toBe('%PDF-');
  });

  it('a draft has no notes, and nothing is credited while a payment is open', async () => {
    const draft = await world.invoice(harbor, { status: 'DRAFT' });
    await expect(note(100, { on: draft })).rejects.toEqual(new AppError('ACCOUNT_NOT_PAYABLE'));
    await world.payer(harbor, invoice).pay({ bank: BANK_ACCOUNTS.pays });
    await expect(note(100)).rejects.toEqual(new AppError('ACCOUNT_IS_PROCESSING'));
  });

  it('a note ends a plan only if it settles the whole balance', async () => {
    await startPlan(world, { caller: signInByLink(world, invoice), company: harbor, invoice });
    await expect(note(1000)).rejects.toEqual(new AppError('INVOICE_IS_ARRANGED'));
    expect(await note(10_000)).toMatchObject({ settled: 6667, credit: 3333 });
    expect((await readInvoice(world, invoice)).status).toBe('PAYMENT_PLAN_COLLECTED');
    expect(await planStatement(world, invoice)).toMatch(
      /^plan PAID_OFF .*\n1 SUCC.*\n2 CANC.*\n3 CANC/,
    );
  });

  it('a disputed invoice is credited, stays disputed, and is as its balance says afterward', async () => {
    const decision = { actor: actor(), invoiceId: invoice.invoiceId, reason: 'They object' };
    await asCompany((tx) => disputeInvoice(tx, world.deps, decision));
    await note(4000);
    await expect(use(1)).rejects.toEqual(new AppError('ACCOUNT_NOT_PAYABLE'));
    expect((await readInvoice(world, invoice)).status).toBe('DISPUTED');
    await note(6000);
    await asCompany((tx) => resolveInvoice(tx, world.deps, decision));
    expect((await readInvoice(world, invoice)).status).toBe('COLLECTED');
  });

  it('a note does not count toward an offer, and credit does', async () => {
    const offer = { actor: actor(), invoiceId: invoice.invoiceId, amountCents: cents(6000) };
    await asCompany((tx) => offerSettlement(tx, world.deps, offer));
    await note(3000);
    expect((await readInvoice(world, invoice)).payable.amount).toBe(6000);
    await note(2000);
    expect((await readInvoice(world, invoice)).payable.amount).toBe(5000);
  });
});

describe("A customer's credit (R90)", () => {
  beforeEach(async () => {
    await recordCash(10_000);
    await note(6000);
  });

  it('credit is applied once, to an invoice of its customer, and up to the balance', async () => {
    const before = await readCredit();
    const foreign = await world.invoice(await world.company());
    await expect(use(100, foreign.invoiceId)).rejects.toEqual(new AppError('ACCOUNT_NOT_FOUND'));
    await expect(use(100)).rejects.toEqual(new AppError('ACCOUNT_ALREADY_CLOSED'));
    const small = await world.invoice(harbor, { totalCents: cents(4000) });
    await expect(use(4001, small.invoiceId)).rejects.toEqual(new AppError('AMOUNT_CHANGED'));
    const both = await Promise.allSettled([use(4000, small.invoiceId), use(4000, small.invoiceId)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await readCredit()).toBe((before ?? 0) - 4000);
  });

  it('credit that is paid out is gone', async () => {
    const credit = cents((await readCredit()) ?? 0);
    await expect(payOutPart(credit + 1)).rejects.toEqual(new AppError('CREDIT_TOO_LARGE'));
    expect(await payOutPart(credit)).toMatchObject({ credit: 0 });
    await expect(use(1, (await world.invoice(harbor)).invoiceId)).rejects.toEqual(
      new AppError('CREDIT_TOO_LARGE'),
    );
    expect(await world.statement(invoice)).toContain('  clearing:manual → customer_credit ');
  });

  it('credit of a later note is paid out in parts, after all of an earlier note was', async () => {
    await payOutPart((await readCredit()) ?? 0);
    invoice = await world.invoice(harbor);
    await recordCash(10_000);
    await note(10_000);
    await payOutPart(4000);
    expect(await payOutPart(6000)).toMatchObject({ credit: 0 });
  });

  it('credit is paid out several times at once, up to what there is', async () => {
    const credit = (await readCredit()) ?? 0;
    const most = credit - 2000;
    const both = await Promise.allSettled([payOutPart(most), payOutPart(most)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both).toContainEqual({ status: 'rejected', reason: new AppError('CREDIT_TOO_LARGE') });
    await Promise.all([payOutPart(500), payOutPart(1500)]);
    expect(await readCredit()).toBe(0);
  });

  it('credit is applied to the oldest due invoice if the company wants it', async () => {
    const [newer, older] = [await world.invoice(harbor), await world.invoice(harbor)];
    await world.deps.database.pool.query(
      "update invoices set due_on = due_on - 3 where id = $1 and status = 'DUE'",
      [older.invoiceId],
    );
    await world.later(HOUR_MS);
    expect((await readInvoice(world, older)).payable.amount).toBe(10_000);
    const change = { isCreditApplied: true };
    await asCompany((tx) => changeCompany(tx, world.deps, { actor: actor(), change }));
    await world.later(HOUR_MS);
    expect((await readInvoice(world, older)).payable.amount).toBeLessThan(10_000);
    expect((await readInvoice(world, newer)).payable.amount).toBe(10_000);
    expect(await readCredit()).toBe(0);
  });

  it('a check of a called-off invoice bounces: unused credit of its note settles what is owed again', async () => {
    invoice = await world.invoice(harbor);
    const before = await readCredit();
    const { id: attemptId, companyId } = await recordCash(10_000);
    await note(10_000);
    expect(await readCredit()).toBe(10_000 + (before ?? 0));
    await reverseManualPayment(world.deps, { companyId, attemptId, cause: 'BOUNCED' });
    expect(await world.statement(invoice)).toMatch(/^invoice COLLECTED \$100.00 of \$100.00\n/);
    expect(await readCredit()).toBe(before);
  });
});
