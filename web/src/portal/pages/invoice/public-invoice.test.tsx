import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  company,
  createWorld,
  invoice,
  LINK,
  PAID,
  PROCESSING,
  QUOTE,
  REQUEST_ID,
  SUBMIT_BODY,
  statusAnswer,
  type World,
} from '../../../../test/fixtures.ts';
import { STATUS, SUBMIT } from '../../../../test/pay-popup-world.ts';
import { transaction } from '../../../../test/signed-in-world.ts';
import { popupClosed } from '../../store/popup.ts';
import { selectInvoicePayments } from '../../store/reads.ts';
import { payInFull } from '../../store/submits.ts';
import { PublicInvoicePage } from './public-invoice.tsx';

/** Chunks are transformed on their first import, which takes long on a busy machine. */
beforeAll(async () => {
  await Promise.all([
    import('../../payments/closed-notice.tsx'),
    import('../../payments/running-notice.tsx'),
    import('../request/public-request.tsx'),
  ]);
}, 60_000);
afterEach(cleanup);

function openPage(world: World) {
  return render(
    <Provider store={world.store}>
      <PublicInvoicePage {...LINK} />
    </Provider>,
  );
}

const button = (name: string) => screen.queryByRole('button', { name });

describe('A public link to something other than an invoice (R2, R4)', () => {
  const payable = { ...invoice().payable, options: ['PAY_IN_FULL'] };
  const order = { orderRef: 'O-1', name: 'Cabinets', amount: 10_000 };
  const shown = {
    requestId: REQUEST_ID,
    account: null,
    estimate: null,
    payable,
    isPaid: false,
    today: '2026-11-15',
    orders: [{ ...order, totalBalance: 50_000, paidBalance: 0 }],
  };

  it('a public link shows the orders with a payment button and no editing controls', async () => {
    const world = createWorld();
    const refusal = { success: false, message: 'NOT_FOUND' };
    world.network.answer('GET /api/portal/public/account/', { status: 404, body: refusal });
    world.serve('public/request/', { success: true, ...shown });
    openPage(world);
    await screen.findByRole('heading', { level: 1, name: 'Partial payment' });
    expect(screen.getByText('Cabinets')).toBeDefined();
    expect(button('Remove O-1')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Pay now' }));
    expect(world.store.getState().popup.popupName).toBe('PAY');
  });
});

describe('A submit of this tab that is under way (R21)', () => {
  const KEY = `quittance.attempt.${REQUEST_ID}`;

  async function expectProcessing(): Promise<void> {
    expect(await screen.findByText('Payment is processing')).toBeDefined();
    expect(screen.getAllByText('Pending')).not.toEqual([]);
    expect(screen.queryByText('Overdue')).toBeNull();
    expect(button('Pay now')).toBeNull();
  }

  it('the page says that the payment is processing when the popup is closed before the answer', async () => {
    const world = createWorld();
    openPage(world);
    await screen.findByRole('button', { name: 'Pay now' });
    world.network.answer(SUBMIT, () => new Promise(() => {}));
    const idempotencyKey = world.store.parts.attempts.keyFor(invoice().requestId, {
      option: 'PAY_IN_FULL',
      kind: 'card',
      methodId: null,
      arrangement: null,
      amountCents: QUOTE.amount,
      feeCents: QUOTE.fee,
    });
    const params = { id: invoice().requestId };
    act(() => {
      void world.store.dispatch(payInFull({ params, body: SUBMIT_BODY, idempotencyKey }));
    });
    act(() => void world.store.dispatch(popupClosed()));
    await expectProcessing();
  });

  it('the page never shows the pay button after a reload, even before the store is complete', async () => {
    const world = createWorld({ isComplete: false });
    sessionStorage.setItem(KEY, 'PAY_IN_FULL/card key-1 sent');
    world.network.answer(STATUS, { body: statusAnswer({ status: 'PENDING' }) });
    openPage(world);
    await screen.findAllByText('Pending');
    expect(button('Pay now')).toBeNull();
    await expectProcessing();
  });
});

describe('A public link to a plan with a saved method (R86)', () => {
  it('a public link to a plan leads to the sign-in and then to the invoice', async () => {
    const world = createWorld();
    const payable = { ...invoice().payable, isPayable: false, options: [], kinds: [] };
    const shown = invoice({ status: 'PAYMENT_PLAN_IN_PROGRESS', payable });
    world.serve('public/account/', { success: true, account: shown });
    openPage(world);
    const link = await screen.findByRole('link', { name: 'Sign in to pay' });
    const query = new URLSearchParams({ invoiceRef: shown.accountRef });
    expect(link.getAttribute('href')).toMatch(new RegExp(`/auth/login[?]${query}$`));
    expect(screen.getByText(/are charged to a saved payment method/)).toBeDefined();
    expect(button('Pay now')).toBeNull();
  });
});

describe('A recovery link (R72)', () => {
  afterEach(() => window.history.replaceState(null, '', '/'));

  it('a recovery link opens the payment once per visit and shows the reason', async () => {
    window.history.replaceState(null, '', '/#recover');
    const world = createWorld();
    const recovery = {
      state: 'bank',
      amount: 10_000,
      fee: 320,
      reason: null,
      failedAt: '2026-11-15T12:00:00.000Z',
    };
    world.serve('public/recovery/', { success: true, recovery });
    const popup = () => world.store.getState().popup;
    const reason =
      "Your bank needs you to confirm your $103.20 payment. You haven't been charged yet.";
    const page = openPage(world);
    await waitFor(() => expect(popup()).toMatchObject({ popupName: 'PAY', buffer: { reason } }));
    act(() => void world.store.dispatch(popupClosed()));
    // Simulates rotating a tablet, which remounts the page.
    page.unmount();
    openPage(world);
    fireEvent.click(await screen.findByRole('button', { name: 'Confirm with your bank' }));
    expect(popup().buffer.reason).toBe(reason);
    expect(screen.getByText(reason)).toBeDefined();
  });
});

describe('Public invoice page (product §2.31, §4.2)', () => {
  it('the public page shows an agreed reduction as an offer with its savings (R11)', async () => {
    const world = createWorld();
    const negotiation = { isActive: true, isApplied: false, amount: 7_500, saves: 2_500 };
    const payable = { ...invoice().payable, amount: 7_500 };
    world.serve('public/account/', { success: true, account: invoice({ negotiation, payable }) });
    openPage(world);
    await screen.findByText('You save $25.00');
    expect(
      screen.getByText(
        /agreed to accept \$75\.00 as payment in full\. Once it.s paid, you owe nothing more/,
      ),
    ).toBeDefined();
    expect(button('Pay now')).not.toBeNull();
  });

  it('the public page shows a loading state, then the invoice', async () => {
    openPage(createWorld());
    expect(screen.getByRole('status').textContent).toBe('Loading your invoice');
    await waitFor(() => screen.getByRole('heading', { level: 1, name: 'Invoice HD-2041' }));
    expect(screen.getByText('Overdue')).toBeDefined();
    expect(screen.getByText('Overdue for 16 days')).toBeDefined();
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(terms).toEqual([
      'Original amount',
      'Paid balance',
      'Due date',
      'Issue date',
      'Company',
      'Description',
    ]);
    expect(screen.getByText('Harbor Dental Group LLC')).toBeDefined();
    expect(button('Pay now')).not.toBeNull();
  });

  it('the public page shows the refunded amount of a paid invoice', async () => {
    const world = createWorld();
    world.serveInvoice({ ...PAID, refundedBalance: 2500 });
    openPage(world);
    await waitFor(() => screen.getByText('Refunded'));
    expect(screen.getByText('$25.00')).toBeDefined();
  });

  it('the public page says how much of the paid balance credits settled (R90)', async () => {
    const world = createWorld();
    world.serveInvoice({ ...PAID, creditedBalance: 3000 });
    openPage(world);
    await waitFor(() => screen.getByText('Including credits'));
    expect(screen.getByText('$30.00')).toBeDefined();
  });

  it('the public page names the project and the contract type of an invoice that has them', async () => {
    const world = createWorld();
    world.serveInvoice({
      project: { projectName: 'Implant restoration' },
      contract: {
        contractRef: 'C-1',
        amount: 1,
        paidBalance: 0,
        date: '2026-01-01',
        status: 'Active',
        type: { singularName: 'Treatment financing' },
        billingSetting: { chargeOffDate: null, acceleratedDate: null },
      },
    });
    openPage(world);
    await waitFor(() => screen.getByText('Implant restoration'));
    expect(screen.getByText('Treatment financing')).toBeDefined();
  });

  it('the public page opens the PAY popup', async () => {
    const world = createWorld();
    openPage(world);
    await waitFor(() => expect(button('Pay now')).not.toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Pay now' }));
    expect(world.store.getState().popup.popupName).toBe('PAY');
  });

  it('a paid invoice shows neither an overdue note nor a pay button', async () => {
    const world = createWorld();
    world.serveInvoice(PAID);
    openPage(world);
    await waitFor(() => screen.getByText('Paid in full. Thank you!'));
    expect(screen.queryByText(/Overdue for/)).toBeNull();
    expect(button('Pay now')).toBeNull();
  });

  it('a paid invoice offers the receipt of a payment, and none for a credit note (R105)', async () => {
    const showPaidBy = async (settled: ReturnType<typeof transaction>) => {
      const world = createWorld();
      world.serveInvoice(PAID);
      world.serve('public/invoice-transactions/', { success: true, transactions: [settled] });
      openPage(world);
      await waitFor(() =>
        expect(selectInvoicePayments(world.store.getState())).toMatchObject([
          { method: settled.method },
        ]),
      );
    };
    await showPaidBy(transaction());
    await screen.findByRole('button', { name: 'Download PDF' }, { timeout: 10_000 });
    cleanup();
    await showPaidBy(transaction({ type: 'COMPENSATION', method: 'CREDIT_NOTE' }));
    await waitFor(() => screen.getByText('Paid in full. Thank you!'));
    expect(button('Download PDF')).toBeNull();
  });

  it('the public page shows that a payment is processing', async () => {
    const world = createWorld();
    world.serveInvoice(PROCESSING);
    openPage(world);
    await waitFor(() => screen.getByText('Payment is processing'));
    expect(button('Pay now')).toBeNull();
  });

  it('the public page offers to continue or cancel a payment that waits for the bank (R43)', async () => {
    const world = createWorld();
    world.serveInvoice(PROCESSING);
    const body = statusAnswer({ status: 'PENDING', isActionRequired: true });
    world.network.answer(`GET /api/portal/request/${REQUEST_ID}/status`, { body });
    openPage(world);
    await waitFor(() => screen.getByText('Waiting for your bank'));
    fireEvent.click(screen.getByRole('button', { name: 'Continue or cancel' }));
    expect(world.store.getState().popup.popupName).toBe('PAY');
  });

  it('the public page shows that online payment is not available', async () => {
    const world = createWorld();
    world.serveInvoice({ payable: { ...invoice().payable, options: [] } });
    openPage(world);
    await waitFor(() => screen.getByText("Online payment isn't available yet"));
    expect(button('Pay now')).toBeNull();
  });

  it('the public page explains an invalid link and names the company of its address (R4)', async () => {
    const world = createWorld();
    world.serve('company/harbor', { success: true, company: company() });
    const body = { success: false, message: 'NOT_FOUND' };
    world.network.answer('GET /api/portal/public/', { status: 404, body });
    openPage(world);
    await waitFor(() => screen.getByText("This link doesn't work"));
    expect(screen.getByText(/Harbor Dental/)).toBeDefined();
    expect(world.store.getState().toasts.list).toEqual([]);
  });

  it('the public page offers a retry when the portal is unreachable', async () => {
    const world = createWorld();
    world.network.cut(true);
    openPage(world);
    await waitFor(() => screen.getByText("We couldn't load your invoice"));
    world.network.cut(false);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => screen.getByRole('heading', { level: 1, name: 'Invoice HD-2041' }));
  });
});

describe('An invoice with lines', () => {
  it('an invoice shows each line with its quantity and price, then the tax and the total', async () => {
    const world = createWorld();
    const lines = [
      { text: 'Shaker cabinets', quantity: 2.5, unitPrice: 3333, amount: 8333 },
      { text: 'Delivery', quantity: 1, unitPrice: 1167, amount: 1167 },
    ];
    const billed = invoice({ lines, tax: 500, poNumber: 'PO 7', note: 'Thank you for waiting' });
    world.serve('public/account/', { success: true, account: billed });
    openPage(world);
    await screen.findByRole('heading', { level: 2, name: 'Items' });
    for (const text of ['Shaker cabinets', '2.5 × $33.33', '$83.33', 'Tax', '$5.00', 'PO 7'])
      expect(screen.getAllByText(text)).not.toEqual([]);
    expect(screen.getByText('Thank you for waiting')).toBeDefined();
  });
});
