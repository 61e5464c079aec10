/**
 * A company's choices when it orders a refund: how much to refund, and whether the amount is owed again (R39, R88).
 */
import { MINUTE_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { findNewestAttempt } from '../../../src/ledger/attempts.ts';
import { makeRefunds } from '../../../src/payments/reconciliation/refund-credits.ts';
import type { TestCompany, TestInvoice } from '../../world/company.ts';
import { payRequest } from '../../world/pay-request.ts';
import { createProvider, type Provider } from '../../world/provider-client.ts';
import { payTogether, readBalances } from '../../world/several-invoices.ts';
import { signIn, signInByLink } from '../../world/signed-in.ts';
import { useWorld } from '../../world/world.ts';

let company: TestCompany;
let call: Provider;

const world = useWorld();

beforeEach(async () => {
  company = await world.company({
    processor: 'stripe',
    rules: {
      availablePaymentOptions: [],
      restrictedPaymentMethods: [],
      isOwnAmountAllowed: true,
    },
  });
  call = await createProvider(world, company);
});

async function readPayment({ companyId, requestId }: TestInvoice): Promise<string> {
  const attempt = await world.deps.database.asSystem((tx) =>
    findNewestAttempt(tx, { companyId, requestId }),
  );
  return attempt?.id ?? '';
}

/** Pays $60.00 and a fee of $2.10 on an invoice of $100.00. */
async function paidInPart(): Promise<{ invoice: TestInvoice; paymentId: string }> {
  const invoice = await world.invoice(company);
  const { requestId } = invoice;
  const caller = signInByLink(world, invoice);
  const quote = { amount: 6000, fee: 210 };
  const answer = await payRequest(world, { caller, company, requestId }, { way: 'amount', quote });
  expect(answer).toMatchObject({ status: 'SUCCESS' });
  return { invoice, paymentId: await readPayment(invoice) };
}

async function refund(paymentId: string, order: object) {
  const body = { reason: 'Agreed on the phone', ...order };
  const key = JSON.stringify([paymentId, order]);
  const ordered = await call('POST', `/payments/${paymentId}/refunds`, { body, key });
  await makeRefunds(world.deps);
  return ordered;
}

const balance = async ({ invoiceId }: TestInvoice) =>
  (await call('GET', `/invoices/${invoiceId}`)).body;

describe('A refund on an invoice that is still open (R88)', () => {
  it('a refunded amount is owed again if the company requests it, at once or later', async () => {
    const { invoice, paymentId } = await paidInPart();
    expect(await balance(invoice)).toMatchObject({ status: 'DUE', balance: 4000 });
    const settled = await refund(paymentId, { amount: 1035 });
    expect(settled.body).toMatchObject({ isOwedAgain: false });
    expect(await balance(invoice)).toMatchObject({ status: 'DUE', balance: 4000 });

    await refund(paymentId, { amount: 2070, isOwedAgain: true });
    expect(await balance(invoice)).toMatchObject({ status: 'DUE', balance: 6000 });
    const { body } = await call('GET', `/payments/${paymentId}/refunds`);
    expect(body.data).toHaveLength(2);
    expect(body.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ state: 'SUCCEEDED', principal: 1000, isOwedAgain: false }),
        expect.objectContaining({ state: 'SUCCEEDED', principal: 2000, isOwedAgain: true }),
      ]),
    );

    const reopen = (key: string) =>
      call('POST', `/invoices/${invoice.invoiceId}/reopen`, { body: { reason: 'Billed' }, key });
    await reopen('once');
    expect(await balance(invoice)).toMatchObject({ status: 'DUE', balance: 7000 });
    const again = await reopen('twice');
    expect(again.body.code).toBe('ACCOUNT_NOT_PAYABLE');
    await world.payer(company, invoice).pay();
    expect(await balance(invoice)).toMatchObject({ status: 'COLLECTED', balance: 0 });
  });

  it('a refund of a payment on several invoices reopens only the invoice named in the refund', async () => {
    const invoices = [await world.invoice(company), await world.invoice(company)];
    const chosen = invoices.map((invoice) => ({ invoice, amount: 10_000 }));
    const caller = await signIn(world, company);
    const { paymentId } = await payTogether(world, { caller, company }, { chosen });
    const [, second] = invoices;
    await refund(paymentId ?? '', { invoiceId: second?.invoiceId, isOwedAgain: true });
    expect(await readBalances(world, invoices)).toEqual([
      'COLLECTED 10000 of 10000',
      'DUE 0 of 10000',
    ]);
  });
});

describe('A refund of a payment of which another refund is on its way (R39)', () => {
  it('a refund preview shows the remaining amount and the refunds of the last 10 minutes', async () => {
    const { paymentId } = await paidInPart();
    const preview = (body: object) =>
      call('POST', `/payments/${paymentId}/refunds/preview`, { body });
    expect((await preview({})).body).toMatchObject({ amount: 6210, recent: [] });
    const order = { body: { amount: 3000, reason: 'Agreed' }, key: 'order' };
    const { body: ordered } = await call('POST', `/payments/${paymentId}/refunds`, order);
    expect((await preview({})).body).toMatchObject({ amount: 3210, recent: [ordered] });
    expect((await preview({ amount: 3211 })).body.code).toBe('REFUND_TOO_LARGE');
    await world.later(11 * MINUTE_MS);
    expect((await preview({})).body).toMatchObject({ amount: 3210, recent: [] });
  });
});
