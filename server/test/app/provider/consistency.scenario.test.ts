/**
 * A company's financial decisions are consistent across the ledger, the invoice, the receipt, the events and the
 * processor's records.
 */
import { DAY_MS, HOUR_MS } from '@quittance/contract/durations';
import { attemptIdSchema } from '@quittance/contract/ids';
import { beforeEach, describe, expect, it } from 'vitest';
import { findCompany } from '../../../src/companies/store.ts';
import { findCustomer } from '../../../src/customers/store.ts';
import { makeRefunds } from '../../../src/payments/reconciliation/refund-credits.ts';
import { findReceipt } from '../../../src/statements/receipt-rows.ts';
import { receiptText } from '../../../src/statements/receipt-text.ts';
import { reconcileFor } from '../../scenarios/reconciliation.ts';
import type { TestCompany, TestInvoice } from '../../world/company.ts';
import { createProvider, type Provider } from '../../world/provider-client.ts';
import { useWorld } from '../../world/world.ts';

let company: TestCompany;
let invoice: TestInvoice;
let call: Provider;

const world = useWorld();

beforeEach(async () => {
  company = await world.company();
  invoice = await world.invoice(company);
  call = await createProvider(world, company);
});

let calls = 0;

function order(path: string, body: unknown) {
  calls += 1;
  return call('POST', path, { body, key: `order ${calls}` });
}

async function newestPayment() {
  const { data } = (await call('GET', `/payments?invoiceId=${invoice.invoiceId}`)).body;
  return data[0];
}

async function receipt(): Promise<string> {
  const { companyId, customerId } = company;
  const payment = await newestPayment();
  if (!payment) return 'none';
  const attemptId = attemptIdSchema.parse(payment.id);
  return world.deps.database.asSystem(async (tx) => {
    const row = await findReceipt(tx, { companyId, customerId, attemptId });
    const provider = await findCompany(tx, companyId);
    const customer = await findCustomer(tx, { companyId, customerId });
    if (!row || !provider || !customer) return 'none';
    const now = world.deps.clock.now();
    const { warning } = receiptText({ row, company: provider, logo: null, customer, now });
    return warning ?? 'paid';
  });
}

async function told(): Promise<string[]> {
  const { data } = (await call('GET', '/events?limit=100')).body;
  return data.map(({ type }: { type: string }) => type);
}

async function account() {
  const reconciliation = await reconcileFor(world, company);
  const shown = (await call('GET', `/invoices/${invoice.invoiceId}`)).body;
  const records = await world.sandbox.records(company.merchant);
  return {
    ledger: (await world.statement(invoice)).split('\n'),
    invoice: `${shown.status} ${shown.paid} paid, ${shown.balance} left`,
    receipt: await receipt(),
    events: await told(),
    processor: records.map(
      ({ status, amountCents, refundedCents }) => `${status} ${amountCents} - ${refundedCents}`,
    ),
    differences: reconciliation?.differences,
  };
}

const PAID = [
  'invoice COLLECTED $100.00 of $100.00',
  'payment SUCCEEDED $100.00 + $3.30',
  '  receivable → clearing:payengine $100.00',
  '  fee_income → clearing:payengine $3.30',
];

describe('Consistency of all views', () => {
  it.each([
    { amount: undefined, back: 10_330, principal: '$100.00', fee: '$3.30', what: 'a refund' },
    { amount: 3330, back: 3330, principal: '$32.24', fee: '$1.06', what: 'a partial refund' },
  ])('all views agree on $what', async ({ amount, back, principal, fee }) => {
    await world.payer(company, invoice).pay();
    const { id } = await newestPayment();
    const body = { reason: 'Canceled', ...(amount === undefined ? {} : { amount }) };
    await order(`/payments/${id}/refunds`, body);
    await makeRefunds(world.deps);
    expect(await account()).toEqual({
      ledger: [
        ...PAID,
        `  clearing:payengine → fee_income ${fee}`,
        `  clearing:payengine → receivable ${principal}`,
      ],
      invoice: 'COLLECTED 10000 paid, 0 left',
      receipt: expect.stringMatching(
        new RegExp(`^Refunded: \\$${(back / 100).toFixed(2)} on November 15, 2026`),
      ),
      events: ['invoice.paid', 'payment.succeeded', 'refund.requested', 'refund.succeeded'],
      processor: [`succeeded 10330 - ${back}`],
      differences: {},
    });
  });

  it.each(['paid', 'not_paid'] as const)(
    'all views agree on a held payment that is decided as %s',
    async (outcome) => {
      const { merchant } = company;
      const fault = outcome === 'paid' ? 'http_500_after' : 'http_500_before';
      for (const operation of ['charge', 'lookup'] as const) {
        const times = operation === 'charge' ? 1 : 20;
        const failing = operation === 'charge' ? fault : 'http_500_before';
        await world.sandbox.fault({ merchant, operation, fault: failing, times });
      }
      await world.payer(company, invoice).pay();
      await world.later(HOUR_MS + 60_000);
      const { id } = await newestPayment();
      const [record] = await world.sandbox.records(merchant);
      const reason = 'Looked up';
      const decision =
        outcome === 'paid'
          ? { outcome, processorReference: record?.transactionId, reason }
          : { outcome, reason };
      expect((await order(`/payments/${id}/decide`, decision)).status).toBe(200);
      await world.sandbox.clearFaults();
      await world.later(DAY_MS);
      const isPaid = outcome === 'paid';
      expect(await account()).toEqual({
        ledger: isPaid ? PAID : ['invoice DUE $0.00 of $100.00', 'payment FAILED $100.00 + $3.30'],
        invoice: isPaid ? 'COLLECTED 10000 paid, 0 left' : 'DUE 0 paid, 10000 left',
        receipt: isPaid ? 'paid' : 'none',
        events: [
          'payment.held',
          ...(isPaid ? ['invoice.paid', 'payment.succeeded'] : ['payment.failed']),
        ],
        processor: isPaid ? ['succeeded 10330 - 0'] : [],
        differences: {},
      });
    },
  );

  it('all views agree on a void and a write-off', async () => {
    expect((await order(`/invoices/${invoice.invoiceId}/void`, { reason: 'Twice' })).status).toBe(
      200,
    );
    expect(await account()).toEqual({
      ledger: ['invoice DRAFT $0.00 of $100.00'],
      invoice: 'DRAFT 0 paid, 10000 left',
      receipt: 'none',
      events: ['invoice.voided'],
      processor: [],
      differences: {},
    });
    invoice = await world.invoice(company, { status: 'IN_COLLECTION', dueInDays: -9 });
    await order(`/invoices/${invoice.invoiceId}/write-off`, { reason: 'Lost' });
    await world.later(60_000);
    await world.payer(company, invoice).pay();
    const [shown, ...payments] = PAID;
    expect(await account()).toEqual({
      ledger: [
        shown,
        'compensation RETURNED $100.00 + $0.00',
        '  receivable → write_offs $100.00',
        '  write_offs → receivable $100.00',
        ...payments,
      ],
      invoice: 'COLLECTED 10000 paid, 0 left',
      receipt: 'paid',
      events: ['invoice.voided', 'invoice.written_off', 'invoice.paid', 'payment.succeeded'],
      processor: ['succeeded 10330 - 0'],
      differences: {},
    });
  });

  it('the amounts of an invoice say what was waived, paid, refunded and is owed again (R91)', async () => {
    const { invoiceId } = invoice;
    const { body: offered } = await order(`/invoices/${invoiceId}/offer`, { amount: 6000 });
    expect(offered).toMatchObject({ paid: 0, balance: 10_000 });
    await world.payer(company, invoice).pay();
    const settled = { total: 10_000, credited: 0, waived: 4000, paid: 6000 };
    const shown = async () => (await call('GET', `/invoices/${invoiceId}`)).body;
    expect(await shown()).toMatchObject({ ...settled, refunded: 0, balance: 0 });
    await world.later(HOUR_MS);
    const { data } = (await call('GET', `/payments?invoiceId=${invoiceId}&method=CARD`)).body;
    const refund = { amount: 2000, reason: 'Partly done', isOwedAgain: true };
    await order(`/payments/${data[0].id}/refunds`, refund);
    await makeRefunds(world.deps);
    const amounts = { ...settled, refunded: 1932, balance: 1932 };
    const after = await shown();
    expect(after).toMatchObject({ ...amounts, updatedAt: world.deps.clock.now() });
    expect(after.updatedAt > after.createdAt).toBe(true);
    const events = (await call('GET', '/events?limit=100&type=invoice.reopened')).body.data;
    expect(events).toMatchObject([{ data: { ...amounts, updatedAt: after.updatedAt } }]);
  });

  it('all views agree on a reversed cash payment', async () => {
    const { invoiceId } = invoice;
    const cash = { invoiceId, amount: 10_000, method: 'CASH', reference: 'Q-1' };
    const { body } = await order('/manual-payments', cash);
    await order(`/manual-payments/${body.id}/reverse`, {
      cause: 'ERROR',
      reason: 'Wrong customer',
    });
    expect(await account()).toEqual({
      ledger: [
        'invoice DUE $0.00 of $100.00',
        'payment RETURNED $100.00 + $0.00',
        '  receivable → clearing:manual $100.00',
        '  clearing:manual → returns $100.00',
        '  returns → receivable $100.00',
      ],
      invoice: 'DUE 0 paid, 10000 left',
      receipt: expect.stringMatching(/^Returned on .* You owe this amount again\.$/),
      events: ['invoice.paid', 'payment.succeeded', 'invoice.reopened', 'payment.returned'],
      processor: [],
      differences: {},
    });
  });
});
