/** Paying by bank account (product §9, R27): a pending debit is not paid, and a return reopens everything. */
import { HOUR_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { addMs, fixedClock } from '../../src/kernel/clock.ts';
import type { TestInvoice } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import type { Payer } from '../world/payer.ts';
import { BANK_ACCOUNTS } from '../world/sandbox-process.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
let invoice: TestInvoice;
let payer: Payer;

const world = useWorld({ clock });
const harbor = forFile(() => world.company());

beforeEach(async () => {
  clock.travelTo(START);
  invoice = await world.invoice(harbor);
  payer = world.payer(harbor, invoice);
});

async function hoursLater(hours: number): Promise<void> {
  clock.travelTo(addMs(clock.now(), hours * HOUR_MS));
  await world.runJobs();
}

async function settledDebit(): Promise<string> {
  await payer.pay({ bank: BANK_ACCOUNTS.pays });
  const charges = await world.sandbox.records(harbor.merchant);
  await world.sandbox.settle();
  await hoursLater(5);
  return charges.at(-1)?.transactionId ?? '';
}

describe('A bank debit (R27)', () => {
  it('a bank debit is pending until the bank settles it', async () => {
    const answer = await payer.pay({ bank: BANK_ACCOUNTS.pays });
    expect(answer).toMatchObject({ success: true, status: 'PENDING' });
    expect(await world.statement(invoice)).toBe(
      ['invoice PENDING $0.00 of $100.00', 'payment PENDING $100.00 + $0.80'].join('\n'),
    );
    await hoursLater(5);
    expect((await payer.read()).status).toBe('PENDING');

    await world.sandbox.settle();
    await hoursLater(5);
    expect(await world.statement(invoice)).toBe(
      [
        'invoice COLLECTED $100.00 of $100.00',
        'payment SUCCEEDED $100.00 + $0.80',
        '  receivable → clearing:payengine $100.00',
        '  fee_income → clearing:payengine $0.80',
      ].join('\n'),
    );
  });

  it('a returned bank debit reopens the invoice and reverses principal and fee', async () => {
    await payer.pay({ bank: BANK_ACCOUNTS.noFunds });
    await world.sandbox.settle();
    await hoursLater(5);
    expect(await world.statement(invoice)).toBe(
      [
        'invoice DUE $0.00 of $100.00',
        'payment RETURNED $100.00 + $0.80',
        '  receivable → clearing:payengine $100.00',
        '  fee_income → clearing:payengine $0.80',
        '  clearing:payengine → returns $100.80',
        '  returns → receivable $100.00',
        '  returns → fee_income $0.80',
      ].join('\n'),
    );
  });

  it('a bank debit can be returned long after it is paid', async () => {
    const transactionId = await settledDebit();
    expect((await payer.read()).status).toBe('COLLECTED');
    await world.sandbox.returnDebit(transactionId, 'R10');
    await world.lookAgain(invoice);
    expect((await payer.read()).status).toBe('DUE');
    expect((await payer.read()).payable).toMatchObject({ isPayable: true, amount: 10_000 });
  });

  it('a bank debit is not sent under an authorization text that the payer did not see', async () => {
    const answer = await payer.pay({ bank: BANK_ACCOUNTS.pays, mandateText: 'I agree.' });
    expect(answer).toMatchObject({ code: 409, message: 'MANDATE_CHANGED' });
    expect(answer.details).toMatchObject({ mandateText: expect.stringContaining('$100.80') });
    expect(await world.statement(invoice)).toBe('invoice DUE $0.00 of $100.00');
  });

  it('a bank debit keeps the authorization text with time, address and browser', async () => {
    await payer.pay({ bank: BANK_ACCOUNTS.pays });
    const { rows } = await world.deps.database.pool.query(
      `select m.text, m.cap_cents, m.evidence from mandates m
       join attempts a on a.company_id = m.company_id and a.mandate_id = m.id where a.invoice_id = $1`,
      [invoice.invoiceId],
    );
    expect(rows).toEqual([
      {
        text: expect.stringContaining('doing business as Harbor Dental, to electronically debit'),
        cap_cents: '10080',
        evidence: { ipAddress: '127.0.0.1', userAgent: expect.any(String) },
      },
    ]);
    await world.sandbox.settle();
    await hoursLater(5);
  });
});
