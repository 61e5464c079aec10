/** Staff record what arrived, and name the cause of a reversal (R101, R102, R116). */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanConsole, openConsole, press } from '../../../test/console-story.tsx';

const ID = '6f1f7a52-0000-4000-8000-000000000001';
const row = { id: ID, status: 'DUE', balance: 10_000, offer: null, accountRef: 'HD-1' };

afterEach(cleanConsole);

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

async function fill(label: string, value: string): Promise<void> {
  await act(async () => void fireEvent.change(field(label), { target: { value } }));
}

async function openOnInvoice(shortfallMax = 500) {
  const sent = openConsole({
    call: 'recordManualPayment',
    page: `/invoices/${ID}`,
    given: { getInvoice: { ...row, total: 10_000 }, getCompany: { shortfallMax } },
  });
  await press('Record payment');
  return sent;
}

describe('Recording what arrived', () => {
  it('says that what exceeds the invoice becomes credit, and sends all of it', async () => {
    const sent = await openOnInvoice();
    await fill('Amount', '150.00');
    expect(screen.getByText('$50.00 becomes customer credit.')).toBeDefined();
    await fill('Number', '1042');
    await press('Record $150.00');
    expect(sent[0]?.body).toMatchObject({
      invoices: [{ invoiceId: ID, amount: 10_000 }],
      amount: 15_000,
      reference: '1042',
    });
  });

  it('offers to write off a small rest, up to the limit of the company', async () => {
    const sent = await openOnInvoice();
    await fill('Amount', '94.99');
    expect(screen.queryByText(/^Write off the remaining/)).toBeNull();
    expect(screen.getByText('$5.01 stays due.')).toBeDefined();
    await fill('Amount', '96.00');
    await act(
      async () => void fireEvent.click(await screen.findByText(/^Write off the remaining \$4/)),
    );
    expect(screen.queryByText(/stays due/)).toBeNull();
    await fill('Number', '1042');
    await press('Record $96.00');
    expect(sent[0]?.body).toMatchObject({ amount: 9600, writesOffRest: true });
  });

  it('asks for no number of cash', async () => {
    const sent = await openOnInvoice();
    await fill('Method', 'CASH');
    expect(screen.queryByLabelText('Number')).toBeNull();
    await press('Record $100.00');
    expect(sent[0]?.body).not.toHaveProperty('reference');
    expect(sent[0]?.body).toMatchObject({ method: 'CASH', amount: 10_000 });
  });

  it('a customer who owes nothing pays on account', async () => {
    const sent = openConsole({
      call: 'recordManualPayment',
      page: `/customers/${ID}`,
      given: { listInvoices: { data: { ...row, status: 'COLLECTED', balance: 0 } } },
    });
    await press('Record payment');
    expect(await screen.findByText(/^Nothing is due/)).toBeDefined();
    await fill('Amount', '250.00');
    await fill('Number', '7');
    await press('Record $250.00');
    expect(sent[0]?.body).toMatchObject({ customerId: ID, amount: 25_000, reference: '7' });
    expect(sent[0]?.body).not.toHaveProperty('invoices');
  });
});

describe('Credit that was applied (R105)', () => {
  it('is not titled as a payment', async () => {
    openConsole({
      call: 'undoCredit',
      page: `/payments/${ID}`,
      given: {
        getPayment: {
          amount: 1500,
          state: 'SUCCEEDED',
          processor: 'manual',
          method: 'CREDIT',
          type: 'COMPENSATION',
        },
      },
    });
    expect(await screen.findByRole('heading', { name: 'Account credit of $15.00' })).toBeDefined();
  });
});

describe('Reversing a payment', () => {
  it('has no cause until one is chosen, and then says what the customer is told', async () => {
    const sent = openConsole({
      call: 'reverseManualPayment',
      page: `/payments/${ID}`,
      given: {
        getPayment: { state: 'SUCCEEDED', processor: 'manual', method: 'CHECK', type: 'PAYMENT' },
      },
    });
    await press('Reverse payment');
    expect(field('Cause').value).toBe('');
    await fill('Reason', 'Typed twice');
    await press('Reverse');
    expect(screen.getByText('Choose the cause.')).toBeDefined();
    expect(sent).toEqual([]);
    await fill('Cause', 'ERROR');
    expect(screen.getByText(/only if the receipt was emailed/)).toBeDefined();
    await press('Reverse');
    expect(sent[0]?.body).toEqual({ cause: 'ERROR', reason: 'Typed twice' });
  });
});
