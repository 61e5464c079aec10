/** Paying an invoice in full by card through a public link (product §4, §7; R5, R6). */
import { randomUUID } from 'node:crypto';
import { cents } from '@quittance/contract/money';
import { describe, expect, it } from 'vitest';
import { forFile } from '../world/for-file.ts';
import { CARDS } from '../world/sandbox-process.ts';
import { useWorld } from '../world/world.ts';

const world = useWorld();
const harbor = forFile(() => world.company());

describe('Paying in full (product §4, §7)', () => {
  it('a full payment charges the amount and the fee, closes the invoice and posts both amounts', async () => {
    const invoice = await world.invoice(harbor);
    const payer = world.payer(harbor, invoice);

    const answer = await payer.pay();

    expect(answer).toMatchObject({
      code: 200,
      success: true,
      message: 'Payment successful',
      status: 'SUCCESS',
    });
    expect(await world.statement(invoice)).toBe(
      [
        'invoice COLLECTED $100.00 of $100.00',
        'payment SUCCEEDED $100.00 + $3.30',
        '  receivable → clearing:payengine $100.00',
        '  fee_income → clearing:payengine $3.30',
      ].join('\n'),
    );
    const { payable, status } = await payer.read();
    expect(status).toBe('COLLECTED');
    expect(payable).toMatchObject({ isPayable: false, amount: 0 });
  });

  it('the method of a payment is hidden from other holders of the link (R4)', async () => {
    const invoice = await world.invoice(harbor);
    const payer = world.payer(harbor, invoice);
    const key = randomUUID();
    await payer.pay({ key });
    const { payment: own } = await payer.status(key);
    expect(own).toMatchObject({ status: 'SUCCESS', method: { last4: '4242' } });
    expect((await payer.status()).payment).toEqual({ ...own, method: null });
  });

  it('a payment has no fee when the company pays the fee (R6)', async () => {
    const generous = await world.company({ isFeePayerCompany: true });
    const invoice = await world.invoice(generous);
    await world.payer(generous, invoice).pay();
    expect(await world.statement(invoice)).toBe(
      [
        'invoice COLLECTED $100.00 of $100.00',
        'payment SUCCEEDED $100.00 + $0.00',
        '  receivable → clearing:payengine $100.00',
      ].join('\n'),
    );
  });

  it("a declined payer sees the bank's reason and can try again", async () => {
    const invoice = await world.invoice(harbor, { status: 'IN_COLLECTION', dueInDays: -16 });
    const payer = world.payer(harbor, invoice);

    const declined = await payer.pay({ card: CARDS.insufficientFunds });
    expect(declined).toMatchObject({
      code: 200,
      success: false,
      message: 'Payment failed',
      responseMessage: 'Your card has insufficient funds.',
      status: 'FAILED',
    });
    expect((await payer.read()).status).toBe('IN_COLLECTION');

    expect(await payer.pay()).toMatchObject({ success: true });
    expect(await world.statement(invoice)).toBe(
      [
        'invoice COLLECTED $100.00 of $100.00',
        'payment FAILED $100.00 + $3.30',
        'payment SUCCEEDED $100.00 + $3.30',
        '  receivable → clearing:payengine $100.00',
        '  fee_income → clearing:payengine $3.30',
      ].join('\n'),
    );
  });

  it('a payment of a negotiated amount closes the invoice through a compensation (R11)', async () => {
    const negotiation = {
      isActive: true,
      isApplied: false,
      amountCents: cents(6000),
      paidBeforeCents: cents(0),
    };
    const invoice = await world.invoice(harbor, { negotiation });
    await world.payer(harbor, invoice).pay();
    expect(await world.statement(invoice)).toBe(
      [
        'invoice COLLECTED $100.00 of $100.00',
        'compensation SUCCEEDED $40.00 + $0.00',
        '  receivable → clearing:manual $40.00',
        'payment SUCCEEDED $60.00 + $2.10',
        '  receivable → clearing:payengine $60.00',
        '  fee_income → clearing:payengine $2.10',
      ].join('\n'),
    );
  });
});

describe('The method attached to an invoice (R18)', () => {
  it('an attached method can pay repeatedly without being entered again', async () => {
    const attachedToken = await world.sandbox.cardToken(harbor.merchant, CARDS.pays);
    for (let time = 0; time < 2; time += 1) {
      const invoice = await world.invoice(harbor, { attachedToken });
      const payer = world.payer(harbor, invoice);
      const { attachedPaymentMethod } = await payer.read();
      expect(attachedPaymentMethod).toMatchObject({ type: 'card', brand: 'visa', last4: '4242' });
      const answer = await payer.pay({ pmID: attachedPaymentMethod?.id ?? '' });
      expect(answer).toMatchObject({ success: true, status: 'SUCCESS' });
    }
  });

  it('an attached method cannot pay another invoice', async () => {
    const attachedToken = await world.sandbox.cardToken(harbor.merchant, CARDS.pays);
    const { methodId } = await world.invoice(harbor, { attachedToken });
    const other = await world.invoice(harbor);
    const answer = await world.payer(harbor, other).pay({ pmID: methodId });
    expect(answer).toMatchObject({ code: 404, message: 'NOT_FOUND' });
    expect(await world.statement(other)).toBe('invoice DUE $0.00 of $100.00');
  });

  it('an attached method is not charged after its removal (S5)', async () => {
    const attachedToken = await world.sandbox.cardToken(harbor.merchant, CARDS.pays);
    const invoice = await world.invoice(harbor, { attachedToken });
    await world.deps.database.pool.query(
      "update payment_methods set state = 'removed' where id = $1",
      [invoice.methodId],
    );
    const answer = await world.payer(harbor, invoice).pay({ pmID: invoice.methodId });
    expect(answer).toMatchObject({ code: 404 });
    expect(await world.statement(invoice)).toBe('invoice DUE $0.00 of $100.00');
  });
});

describe('Amounts decided by the server (R6)', () => {
  it('a stale quote returns the current amounts and charges nothing', async () => {
    const invoice = await world.invoice(harbor);
    const payer = world.payer(harbor, invoice);
    const answer = await payer.pay({ quote: { amount: 9000, fee: 300 } });
    expect(answer).toMatchObject({ code: 409, message: 'AMOUNT_CHANGED' });
    expect(answer.details).toMatchObject({
      payable: { amount: 10_000, fees: { card: { fee: 330 } } },
    });
    expect(await world.statement(invoice)).toBe('invoice DUE $0.00 of $100.00');
  });

  it.each(['DRAFT', 'DISPUTED'] as const)(
    'a payment refuses an invoice that is %s',
    async (status) => {
      const invoice = await world.invoice(harbor, { status });
      const quote = { amount: 10_000, fee: 330 };
      const answer = await world.payer(harbor, invoice).pay({ quote });
      expect(answer).toMatchObject({ code: 409, message: 'ACCOUNT_NOT_PAYABLE' });
    },
  );
});

describe('The same key (ADR 0019)', () => {
  it('a repeated key returns the finished response and makes no second charge', async () => {
    const invoice = await world.invoice(harbor);
    const payer = world.payer(harbor, invoice);
    const key = randomUUID();
    const quote = { amount: 10_000, fee: 330 };
    const first = await payer.pay({ key, quote });
    const second = await payer.pay({ key, quote });
    expect(second).toEqual({ ...first, isRepeat: true });
  });

  it('a used key is refused for other terms', async () => {
    const invoice = await world.invoice(harbor);
    const payer = world.payer(harbor, invoice);
    const key = randomUUID();
    await payer.pay({ key, card: CARDS.declined });
    const other = await payer.pay({ key, quote: { amount: 9000, fee: 300 } });
    expect(other).toMatchObject({ code: 409, message: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('a payment under a new key reports that the invoice is already paid', async () => {
    const invoice = await world.invoice(harbor);
    const payer = world.payer(harbor, invoice);
    const quote = { amount: 10_000, fee: 330 };
    await payer.pay({ quote });
    const late = await payer.pay({ quote });
    expect(late).toMatchObject({ code: 409, message: 'ACCOUNT_ALREADY_CLOSED' });
  });
});
