/** Payments on invoices: the installments of a plan, and transactions (product §7.5, R13). */

import { instant } from '@quittance/contract/dates';
import {
  type Invoice,
  invoiceSchema,
  transactionSchema,
} from '@quittance/contract/invoices/portal-schemas';
import { cents, ZERO } from '@quittance/contract/money';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TestInvoice } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import { type Caller, useOwnPortal } from '../world/own-portal.ts';
import { addAttempt, addMethod, addPlan } from '../world/own-rows.ts';

const portal = useOwnPortal();
const harbor = forFile(() => portal.company());
const maya = forFile(() => portal.signIn(harbor));

async function read(caller: Caller, name: string): Promise<Invoice> {
  const { body } = await caller.call(`private/account/${name}`);
  return invoiceSchema.parse(body['account']);
}

async function planned(): Promise<TestInvoice & { paymentId: string }> {
  const invoice = await portal.invoice(harbor, { status: 'PAYMENT_PLAN_IN_PROGRESS' });
  const method = await addMethod(portal, harbor);
  const planId = await addPlan(portal, { whose: harbor, invoice, methodId: method.id });
  const paymentId = await addAttempt(
    portal,
    { whose: harbor, invoice },
    {
      purpose: 'PLAN',
      paymentOption: 'PAYMENT_PLAN',
      type: 'CHARGE',
      amountCents: cents(3_334),
      feeCents: cents(110),
      planId,
      installmentFrom: 1,
      installmentTo: 1,
    },
  );
  return { ...invoice, paymentId };
}

describe('A payment plan (R13)', () => {
  it('a plan shows its installments, the next installment to pay, and the receipts', async () => {
    const invoice = await planned();
    const shown = await read(maya, invoice.accountRef);
    expect(shown.plan).toMatchObject({
      amount: 10_000,
      fee: 330,
      total: 10_330,
      isSuspended: false,
    });
    expect(shown.installments).toEqual([
      {
        index: 1,
        date: '2026-11-15',
        cost: 3_444,
        fee: 111,
        status: 'SUCCESS',
        isActive: false,
        parts: 3,
        paymentId: invoice.paymentId,
        receiptUrl: `/api/portal/transaction/${invoice.paymentId}/get-link`,
      },
      expect.objectContaining({ index: 2, date: '2026-12-15', isActive: true, paymentId: null }),
      expect.objectContaining({ index: 3, date: '2027-01-15', isActive: false, receiptUrl: null }),
    ]);
    expect(shown.payments).toEqual([{ cost: 3_444 }]);
  });

  it('a plan on a public link shows no payments and no receipts', async () => {
    const invoice = await planned();
    const path = `${portal.url}/api/portal/public/account/${invoice.domain}/${invoice.token}`;
    const text = await (await fetch(path)).text();
    expect(JSON.parse(text)).toMatchObject({
      account: { plan: { total: 10_330 }, installments: [{ status: 'SUCCESS' }, {}, {}] },
    });
    for (const hidden of [invoice.paymentId, invoice.invoiceId, 'receiptUrl', 'internalRef']) {
      expect(text).not.toContain(hidden);
    }
  });
});

describe('Transactions (product §7.5)', () => {
  it('each transaction is listed once, newest first, without unsent attempts', async () => {
    const company = await portal.company();
    const caller = await portal.signIn(company);
    const invoice = await portal.invoice(company);
    const made: string[] = [];
    for (let number = 0; number < 7; number += 1) {
      if (number % 2 === 0) portal.later(1_000);
      made.push(await addAttempt(portal, { whose: company, invoice }, { state: 'FAILED' }));
    }
    await addAttempt(portal, { whose: company, invoice }, { state: 'CREATED' });
    const seen: string[] = [];
    let cursor = '';
    do {
      const query = new URLSearchParams({ limit: '3', ...(cursor ? { cursor } : {}) });
      const { body } = await caller.call(`debtor/${caller.customerId}/transaction?${query}`);
      const page = z.array(transactionSchema).parse(body['transactions']);
      seen.push(...page.map((row) => row.id));
      cursor = z.string().nullable().parse(body['nextCursor']) ?? '';
    } while (cursor);
    expect(seen.toSorted()).toEqual(made.toSorted());
    expect(seen.at(0)).toBe(made.at(-1));
  });

  it('a transaction has a receipt once money has moved, even after a return', async () => {
    const company = await portal.company();
    const caller = await portal.signIn(company);
    const invoice = await portal.invoice(company);
    for (const state of ['SUCCEEDED', 'RETURNED', 'FAILED'] as const) {
      portal.later(1_000);
      await addAttempt(portal, { whose: company, invoice }, { state, feeCents: ZERO });
    }
    const { body } = await caller.call(`private/invoice-transactions/${invoice.accountRef}`);
    const rows = z.array(transactionSchema).parse(body['transactions']);
    expect(rows.map((row) => [row.status, row.receipt !== null, row.receiptUrl !== null])).toEqual([
      ['FAILED', false, false],
      ['RETURN', true, true],
      ['SUCCESS', true, true],
    ]);
    expect(rows[0]).toMatchObject({
      invoice: { accountRef: invoice.accountRef },
      purpose: 'FULL_AMOUNT',
      paymentMethod: { last4: '4242' },
    });
  });

  it('a failed payment shows its full reason only to the customer, not to a link holder (R65)', async () => {
    const company = await portal.company();
    const caller = await portal.signIn(company);
    const invoice = await portal.invoice(company);
    const whose = { whose: company, invoice };
    const responseMessage = 'Your card has insufficient funds.';
    await addAttempt(portal, whose, { state: 'FAILED', responseMessage });
    portal.later(1_000);
    await addAttempt(portal, whose, { state: 'RETURNED', method: 'ACH', responseCode: 'R02' });
    const { body } = await caller.call(`private/invoice-transactions/${invoice.accountRef}`);
    const rows = z.array(transactionSchema).parse(body['transactions']);
    expect(rows.map(({ status, outcome }) => [status, outcome])).toEqual([
      [
        'RETURN',
        { reason: 'accountClosed', returnCode: 'R02', nextStep: 'otherMethod', nextOn: null },
      ],
      [
        'FAILED',
        { reason: 'insufficientFunds', returnCode: null, nextStep: 'addFunds', nextOn: null },
      ],
    ]);
    expect(rows[0]?.debit).toMatchObject({
      submittedOn: '2026-11-15',
      expectedOn: '2026-11-19',
      returnedOn: '2026-11-15',
    });
    expect(rows[1]?.debit).toBeNull();
    const path = `${portal.url}/api/portal/public/invoice-transactions/${invoice.domain}/${invoice.token}`;
    const shown = await (await fetch(path)).text();
    expect(shown).toContain('"reason":"declined"');
    expect(shown).toContain('"reason":"returned"');
    expect(shown).not.toMatch(/insufficient|[cC]losed|R02|addFunds/);
  });

  it('a pending debit shows the expected day of its result and whether it is late', async () => {
    const company = await portal.company();
    const caller = await portal.signIn(company);
    const now = portal.deps.clock.now();
    for (const sentAt of ['2026-11-13T15:00:00.000Z', '2026-11-03T15:00:00.000Z']) {
      const invoice = await portal.invoice(company);
      const debit = { state: 'PENDING', method: 'ACH', nextCheckAt: now } as const;
      const createdAt = instant(sentAt);
      await addAttempt(portal, { whose: company, invoice }, { ...debit, createdAt });
    }
    const { body } = await caller.call(`debtor/${company.customerId}/transaction?limit=10`);
    const rows = z.array(transactionSchema).parse(body['transactions']);
    expect(rows.map(({ pending }) => pending)).toEqual([
      { expectedOn: '2026-11-19', isLate: false, isActionRequired: false },
      { expectedOn: '2026-11-09', isLate: true, isActionRequired: false },
    ]);
  });
});
