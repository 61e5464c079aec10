/**
 * Credit of a customer is refunded to a payment that the customer made (R90): it is reserved until the processor has
 * made the refund, and given back if the refund fails.
 */
import { HOUR_MS } from '@quittance/contract/durations';
import { describe, expect, it } from 'vitest';
import { oneOf } from '../../../domain/test/full-run.ts';
import { findNewestAttempt } from '../../src/ledger/attempts.ts';
import { processWebhooks } from '../../src/payments/reconciliation/receive-webhook.ts';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import type { TestProcessor } from '../world/merchant.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { payTogether } from '../world/several-invoices.ts';
import { signIn } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';
import { reconcileFor } from './reconciliation.ts';

const world = useWorld();

type Paid = {
  company: TestCompany;
  invoice: TestInvoice;
  call: Provider;
  paymentId: string;
  charge: string;
};

/** An invoice of $100.00 is paid by card, and a note gives $60.00 of it to the customer as credit. */
async function creditedAt(processor: TestProcessor): Promise<Paid> {
  const company = await world.company({ processor });
  const invoice = await world.invoice(company);
  await world.payer(company, invoice).pay();
  const { companyId, requestId } = invoice;
  const attempt = await world.deps.database.asSystem((tx) =>
    findNewestAttempt(tx, { companyId, requestId }),
  );
  const call = await createProvider(world, company);
  const body = { amount: 6000, reason: 'Fewer hours' };
  await call('POST', `/invoices/${invoice.invoiceId}/credit-notes`, { body, key: 'note' });
  const { id: paymentId = '', processorReference } = attempt ?? {};
  return { company, invoice, call, paymentId, charge: processorReference ?? '' };
}

const refund = ({ call, paymentId }: Paid, { key = 'refund', ...input }: Partial<Order> = {}) => {
  const body = { isFromCredit: true, reason: 'Asked for the money', ...input };
  return call('POST', `/payments/${paymentId}/refunds`, { body, key });
};

type Order = { amount: number; invoiceId: string; key: string };

const readCustomer = async ({ call, company }: Paid) =>
  (await call('GET', `/customers/${company.customerId}`)).body;

const readCredit = async (paid: Paid) => (await readCustomer(paid)).credit;

const readStates = async ({ call, paymentId }: Paid) =>
  (await call('GET', `/payments/${paymentId}/refunds`)).body.data.map(
    ({ state }: { state: string }) => state,
  );

const readInvoice = async ({ call, invoice }: Paid) =>
  (await call('GET', `/invoices/${invoice.invoiceId}`)).body;

/** The postings after those of the payment, smallest first. */
const postings = async ({ invoice }: Paid) =>
  (await world.statement(invoice))
    .split('\n')
    .filter((line) => /^ .*(receivable|credit_notes|customer_credit) \$/.test(line))
    .sort((one, other) => one.slice(-6).localeCompare(other.slice(-6)) || other.localeCompare(one));

/** Receives the processor's event or, for Fiserv, runs the next reconciliation. */
async function hear({ company }: Paid): Promise<void> {
  const { merchant, domain } = company;
  if (merchant.processor === 'fiserv') {
    await reconcileFor(world, company);
    return;
  }
  const url = `${world.url}/api/webhooks/${merchant.processor}/${domain}`;
  await world.sandbox.sendWebhooksTo(merchant, url);
  await world.sandbox.flushWebhooks();
  await processWebhooks(world.deps);
}

async function pendingRefund(paid: Paid, amount: number): Promise<string> {
  const { merchant } = paid.company;
  await world.sandbox.fault({ merchant, operation: 'refund', fault: 'pending' });
  const { body } = await refund(paid, { amount });
  await makeRefunds(world.deps);
  return body.id;
}

describe.each(oneOf(['stripe', 'payengine', 'fiserv'] as const, 1))(
  'Credit that is refunded to a card at %s (R90)',
  (processor) => {
    it('the credit is reserved until the refund is made, and cannot be used meanwhile', async () => {
      const paid = await creditedAt(processor);
      const { call, company } = paid;
      await pendingRefund(paid, 4132);
      expect(await readStates(paid)).toEqual(['PENDING']);
      expect(await readCustomer(paid)).toMatchObject({ credit: 2000, creditReserved: 4000 });
      const other = await world.invoice(company);
      const credit = `/customers/${company.customerId}/credit`;
      for (const [path, body] of [
        ['apply', { invoiceId: other.invoiceId, amount: 2001 }],
        ['pay-out', { amount: 2001, reason: 'By check' }],
      ] as const) {
        const refused = await call('POST', `${credit}/${path}`, { body, key: path });
        expect(refused.body.code).toBe('CREDIT_TOO_LARGE');
      }
      const again = await refund(paid, { amount: 2100, key: 'again' });
      expect(again.body.code).toBe('CREDIT_TOO_LARGE');

      await hear(paid);
      await world.sandbox.endRefund(paid.charge, 'succeeded');
      await hear(paid);
      expect(await readInvoice(paid)).toMatchObject({
        status: 'COLLECTED',
        total: 10_000,
        paid: 10_000,
        refunded: 4000,
        credited: 4000,
        balance: 0,
      });
      expect(await readCustomer(paid)).toMatchObject({ credit: 2000, creditReserved: 0 });
      expect(await postings(paid)).toEqual([
        '  receivable → customer_credit $40.00',
        `  clearing:${processor} → receivable $40.00`,
        '  customer_credit → credit_notes $60.00',
      ]);
      const { data } = (await call('GET', '/events')).body;
      expect(data.map(({ type }: { type: string }) => type).slice(-4)).toEqual([
        'credit_note.issued',
        'refund.requested',
        'refund.succeeded',
        'credit.applied',
      ]);
      expect(await reconcileFor(world, company)).toMatchObject({ isClean: true });
    });

    it('a failed refund gives the credit back, and is sent again or paid another way', async () => {
      const paid = await creditedAt(processor);
      const id = await pendingRefund(paid, 6198);
      await hear(paid);
      await world.sandbox.endRefund(paid.charge, 'failed');
      await hear(paid);
      expect(await readStates(paid)).toEqual(['FAILED']);
      expect(await readCredit(paid)).toBe(6000);
      const decide = (of: string, decision: string) =>
        paid.call('POST', `/refunds/${of}/decide`, {
          body: { decision, reason: 'Again' },
          key: of,
        });
      const next = await decide(id, 'SEND_AGAIN');
      expect(next.body).toMatchObject({ isFromCredit: true, amount: 6198, state: 'REQUESTED' });
      expect(await readCredit(paid)).toBe(0);
      const { merchant } = paid.company;
      await world.sandbox.fault({ merchant, operation: 'refund', fault: 'pending' });
      await makeRefunds(world.deps);
      await world.sandbox.endRefund(paid.charge, 'failed');
      await hear(paid);
      expect(await readCredit(paid)).toBe(6000);
      expect((await decide(next.body.id, 'PAID_ANOTHER_WAY')).body).toMatchObject({
        origin: 'MANUAL',
        state: 'SUCCEEDED',
        amount: 6198,
      });
      expect(await readCredit(paid)).toBe(0);
      expect(await reconcileFor(world, paid.company)).toMatchObject({ isClean: true });
    });

    it('a refund whose response is lost is found and takes the credit once', async () => {
      const paid = await creditedAt(processor);
      const { merchant } = paid.company;
      await world.sandbox.fault({ merchant, operation: 'refund', fault: 'lose_answer' });
      await refund(paid);
      await makeRefunds(world.deps);
      expect(await readStates(paid)).toEqual(['SENT']);
      expect(await readCredit(paid)).toBe(0);
      await world.later(HOUR_MS);
      expect(await readStates(paid)).toEqual(['SUCCEEDED']);
      expect(await readInvoice(paid)).toMatchObject({ refunded: 6000, credited: 6000, balance: 0 });
      expect(await world.sandbox.records(merchant)).toMatchObject([{ refundedCents: 6198 }]);
    });
  },
);

describe('Refunds of credit (R90)', () => {
  it('two clicks refund the credit once, and more than credit or payment allow is refused', async () => {
    const paid = await creditedAt('stripe');
    const both = await Promise.all([refund(paid), refund(paid, { key: 'second' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    await makeRefunds(world.deps);
    expect(await readStates(paid)).toEqual(['SUCCEEDED']);

    // The rest of the payment is $40.00 and a fee of $1.32.
    const cash = await world.invoice(paid.company);
    const { invoiceId } = cash;
    const receipt = { invoiceId, amount: 10_000, method: 'CASH', reference: 'till-1' };
    await paid.call('POST', '/manual-payments', { body: receipt, key: 'cash' });
    const note = { body: { amount: 9000, reason: 'Called off' }, key: 'more' };
    await paid.call('POST', `/invoices/${cash.invoiceId}/credit-notes`, note);
    const tooMuch = await refund(paid, { amount: 4133, key: 'third' });
    expect(tooMuch.body.code).toBe('REFUND_TOO_LARGE');
    const preview = await paid.call('POST', `/payments/${paid.paymentId}/refunds/preview`, {
      body: { isFromCredit: true },
    });
    expect(preview.body).toMatchObject({ amount: 4132, principal: 4000, fee: 132, left: 0 });
    expect(preview.body.postings).toHaveLength(3);
    const stranger = await createProvider(world, await world.company());
    expect((await refund({ ...paid, call: stranger })).status).toBe(404);
  });

  it('a refund waits for a dispute of the payment, and after a lost one its credit settles the invoice', async () => {
    const paid = await creditedAt('stripe');
    await hear(paid);
    await refund(paid, { amount: 1033 });
    const id = await world.sandbox.dispute(paid.charge);
    await hear(paid);
    await makeRefunds(world.deps);
    expect(await readStates(paid)).toEqual(['REQUESTED']);
    expect((await refund(paid, { key: 'other' })).body.code).toBe('PAYMENT_NOT_REFUNDABLE');
    expect(await readCredit(paid)).toBe(5000);
    await world.sandbox.endDispute(id, 'lost');
    await hear(paid);
    expect(await readStates(paid)).toEqual(['FAILED']);
    expect(await readCredit(paid)).toBe(0);
    expect(await readInvoice(paid)).toMatchObject({ paid: 0, credited: 6000, balance: 4000 });
  });

  it('a refund that fails after it was made is owed to the customer until it is decided', async () => {
    const paid = await creditedAt('stripe');
    const { body } = await refund(paid);
    await makeRefunds(world.deps);
    expect(await readStates(paid)).toEqual(['SUCCEEDED']);
    await hear(paid);
    await world.sandbox.endRefund(paid.charge, 'failed');
    await hear(paid);
    expect(await readInvoice(paid)).toMatchObject({ refunded: 0, credited: 6000, balance: 0 });
    const again = { body: { decision: 'SEND_AGAIN', reason: 'New card' }, key: 'again' };
    const next = await paid.call('POST', `/refunds/${body.id}/decide`, again);
    expect(next.body).toMatchObject({ isFromCredit: false, amount: 6198 });
    await makeRefunds(world.deps);
    expect((await readStates(paid)).sort()).toEqual(['FAILED', 'SUCCEEDED']);
    expect(await reconcileFor(world, paid.company)).toMatchObject({ isClean: true });
  });

  it('credit is refunded to a payment of several invoices, or to one of them', async () => {
    const company = await world.company({ processor: 'stripe' });
    const invoices = [await world.invoice(company), await world.invoice(company)];
    const [first, second] = invoices.map(({ invoiceId }) => invoiceId);
    const chosen = invoices.map((invoice) => ({ invoice, amount: 10_000 }));
    await payTogether(world, { caller: await signIn(world, company), company }, { chosen });
    const call = await createProvider(world, company);
    const [{ id: paymentId }] = (await call('GET', '/payments')).body.data;
    const note = { body: { amount: 9000, reason: 'Called off' }, key: 'note' };
    await call('POST', `/invoices/${first}/credit-notes`, note);
    const ask = (input: object, key: string) =>
      call('POST', `/payments/${paymentId}/refunds`, {
        body: { isFromCredit: true, reason: 'Asked for the money', ...input },
        key,
      });
    expect((await ask({ amount: 3095, invoiceId: second }, 'one')).status).toBe(201);
    expect((await ask({}, 'all')).body).toMatchObject({ amount: 6189 });
    await makeRefunds(world.deps);
    const amounts = await Promise.all(
      [first, second].map(async (id) => (await call('GET', `/invoices/${id}`)).body),
    );
    expect(amounts.map(({ refunded }) => refunded).reduce((sum, one) => sum + one)).toBe(9000);
    for (const { refunded, credited, balance } of amounts) {
      expect({ credited, balance }).toEqual({ credited: refunded, balance: 0 });
    }
    expect(await reconcileFor(world, company)).toMatchObject({ isClean: true });
  });
});
