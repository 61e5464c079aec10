/**
 * A company voids a paid invoice (R90, ADR 0130): a credit note takes back what was billed, and the credit goes back to
 * the payments of the invoice.
 */
import { describe, expect, it } from 'vitest';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import { createProvider } from '../world/provider-client.ts';
import { BANK_ACCOUNTS } from '../world/sandbox-process.ts';
import { useWorld } from '../world/world.ts';
import { reconcileFor } from './reconciliation.ts';

const world = useWorld();

describe('A paid invoice that is voided (R90)', () => {
  async function paidInCashAndByCard() {
    const company = await world.company({ processor: 'stripe' });
    const invoice = await world.invoice(company);
    const call = await createProvider(world, company);
    const { invoiceId } = invoice;
    const read = async () => (await call('GET', `/invoices/${invoiceId}`)).body;
    const voidIt = (key: string) =>
      call('POST', `/invoices/${invoiceId}/void-with-refund`, { body: { reason: 'Off' }, key });
    expect((await voidIt('unpaid')).body.code).toBe('INVOICE_NOT_CHANGEABLE');
    const cash = { invoiceId, amount: 3000, method: 'CASH', reference: 'till-2' };
    await call('POST', '/manual-payments', { body: cash, key: 'cash' });
    await world.payer(company, invoice).pay();
    expect(await read()).toMatchObject({ status: 'COLLECTED' });
    const [{ processorReference: charge }] = (await call('GET', '/payments?method=CARD')).body.data;
    return { company, call, read, voidIt, charge };
  }

  it('the card is refunded once, with its fee (R104), and cash becomes credit', async () => {
    const { company, call, read, voidIt } = await paidInCashAndByCard();
    const voided = await voidIt('void');
    expect(voided.body).toMatchObject({
      creditNote: { amount: 10_000, settled: 0, credit: 10_000 },
      refunds: [{ amount: 7240, credit: 7000 }],
      credit: 3000,
    });
    expect((await voidIt('void')).body).toEqual(voided.body);
    expect((await voidIt('twice')).body.code).toBe('ACCOUNT_IS_PROCESSING');
    await makeRefunds(world.deps);
    expect((await voidIt('later')).body.code).toBe('INVOICE_NOT_CHANGEABLE');
    expect(await read()).toMatchObject({ refunded: 7000, credited: 7000, balance: 0 });
    expect((await call('GET', `/customers/${company.customerId}`)).body.credit).toBe(3000);
    expect(await world.sandbox.records(company.merchant)).toMatchObject([{ refundedCents: 7240 }]);
    expect(await reconcileFor(world, company)).toMatchObject({ isClean: true });
  });

  it.each([
    ['won', { amount: 9000, refunded: [{ amount: 6206 }], credit: 3000 }],
    ['lost', { amount: 8903, refunded: [], credit: 8903 }],
  ] as const)(
    'what was refunded before is not refunded again, and a dispute is %s first',
    async (end, voided) => {
      const { company, call, read, voidIt, charge } = await paidInCashAndByCard();
      const [{ id }] = (await call('GET', '/payments?method=CARD')).body.data;
      const part = { amount: 1034, reason: 'One hour less' };
      await call('POST', `/payments/${id}/refunds`, { body: part, key: 'part' });
      await makeRefunds(world.deps);
      await reconcileFor(world, company);
      const dispute = await world.sandbox.dispute(charge, 100);
      await reconcileFor(world, company);
      expect((await voidIt('disputed')).body.code).toBe('PAYMENT_NOT_REFUNDABLE');
      await world.sandbox.endDispute(dispute, end);
      await reconcileFor(world, company);
      const tooMuch = { amount: voided.amount + 1, reason: 'Twice' };
      const path = `/invoices/${(await read()).id}/credit-notes`;
      const refused = await call('POST', path, { body: tooMuch, key: 'note' });
      expect(refused.body.code).toBe('CREDIT_NOTE_TOO_LARGE');
      const { amount, refunded: refunds, credit } = voided;
      expect((await voidIt('void')).body).toMatchObject({
        creditNote: { amount },
        refunds,
        credit,
      });
      await makeRefunds(world.deps);
      expect(await reconcileFor(world, company)).toMatchObject({ isClean: true });
    },
  );

  it.each([true, false])(
    'a bank debit that is returned after the invoice was voided is not owed again, its refund sent: %s',
    async (isSent) => {
      const company = await world.company({ processor: 'stripe' });
      const invoice = await world.invoice(company);
      await world.payer(company, invoice).pay({ bank: BANK_ACCOUNTS.pays });
      await world.sandbox.settle();
      await reconcileFor(world, company);
      const call = await createProvider(world, company);
      const path = `/invoices/${invoice.invoiceId}`;
      const voided = await call('POST', `${path}/void-with-refund`, {
        body: { reason: 'Off' },
        key: 'void',
      });
      expect(voided.body).toMatchObject({ refunds: [{ amount: 10_080 }], credit: 0 });
      const { merchant } = company;
      const [{ processorReference: charge }] = (await call('GET', '/payments?method=ACH')).body
        .data;
      if (isSent) {
        await world.sandbox.fault({ merchant, operation: 'refund', fault: 'pending' });
        await makeRefunds(world.deps);
      }
      await world.sandbox.returnDebit(charge, 'R01');
      await reconcileFor(world, company);
      if (isSent) {
        await world.sandbox.endRefund(charge, 'failed');
        await reconcileFor(world, company);
      }
      expect((await call('GET', path)).body).toMatchObject({
        status: 'COLLECTED',
        paid: 0,
        credited: 10_000,
        balance: 0,
      });
      const customer = (await call('GET', `/customers/${company.customerId}`)).body;
      expect(customer).toMatchObject({ credit: 0, creditReserved: 0 });
    },
  );
});
