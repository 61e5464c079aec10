import { estimateIdSchema, requestIdSchema } from '@quittance/contract/ids';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakePayengine, installFakePayengine } from '../../../test/fake-payengine.ts';
import { debitAnswer, LINK, payable, statusAnswer, submitAnswer } from '../../../test/fixtures.ts';
import { openPay } from '../../../test/open-pay.ts';
import { BANK_ID, createSignedInWorld, customerInvoice } from '../../../test/signed-in-world.ts';
import { openInvoice } from '../store/open-invoice.ts';
import { openPublicLink } from '../store/public-link.ts';
import { estimateRead, ordersRequestRead } from '../store/reads.ts';
import { PayPopup } from './pay.tsx';

const REQUEST = '7c1d2e3f-4a5b-4c6d-8e7f-901a2b3c4d5e';
const ESTIMATE = '3a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4e';
const PAYABLE = { ...payable(10_000, 320), options: ['PAY_IN_FULL'] };
const DONE = { ...PAYABLE, isPayable: false, options: [], kinds: [], amount: 0 };
const TODAY = '2026-11-15';
const ORDER = {
  orderRef: 'O-1',
  name: 'Cabinets',
  amount: 10_000,
  totalBalance: 50_000,
  paidBalance: 0,
};
const ACCEPTED = {
  id: ESTIMATE,
  estimateRef: 'E-7',
  memo: 'Skylight',
  status: 'Processed',
  today: TODAY,
  items: [{ name: 'Glass', amount: 10_000 }],
  total: 10_000,
  paidBalance: 0,
  expiresOn: '2026-12-05',
  isAcceptable: false,
  requestId: REQUEST,
  payable: PAYABLE,
};

let world: Awaited<ReturnType<typeof createSignedInWorld>>;
let payengine: FakePayengine;
beforeEach(async () => {
  payengine = installFakePayengine();
  world = await createSignedInWorld();
  world.serve('ip', { ip: '203.0.113.7' });
  world.network.answer(`GET /api/portal/request/${REQUEST}/status`, { body: statusAnswer() });
});
afterEach(cleanup);

function serveOrders(changes: object = {}) {
  const shown = { orders: [{ ...ORDER, id: ESTIMATE }], payable: PAYABLE, isPaid: false };
  const request = { requestId: REQUEST, ...shown, today: TODAY, version: 1, ...changes };
  world.serve('partial-request/', world.ok({ request }));
}
const serveEstimate = (changes: object = {}) =>
  world.serve('project/estimate/', world.ok({ estimate: { ...ACCEPTED, ...changes } }));

const openOrders = () =>
  world.store.dispatch(
    ordersRequestRead.load({
      route: 'partialRequest',
      params: { id: requestIdSchema.parse(REQUEST) },
    }),
  );
const openEstimate = () =>
  world.store.dispatch(
    estimateRead.load({ route: 'estimate', params: { id: estimateIdSchema.parse(ESTIMATE) } }),
  );

const SUBJECTS = {
  partial: {
    serve: serveOrders,
    open: openOrders,
    title: 'Partial payment',
    label: 'Selected orders',
  },
  estimate: { serve: serveEstimate, open: openEstimate, title: 'Estimate E-7', label: 'Estimate' },
} as const;
const PAID = { partial: { isPaid: true, payable: DONE }, estimate: { paidBalance: 10_000 } };

function openPopup() {
  openPay(world.store);
  return render(
    <Provider store={world.store}>
      <PayPopup />
    </Provider>,
  );
}

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm payment' });
const submits = () => world.network.sent.filter(({ method }) => method === 'POST');
const submitted = (way: string) => submits().find(({ path }) => path.endsWith(`${way}/pay`));

describe.each(['partial', 'estimate'] as const)('PAY popup over a %s', (way) => {
  const { serve, open, title, label } = SUBJECTS[way];
  const SUBMIT = `POST /api/portal/request/${REQUEST}/${way}/pay`;

  async function openForm() {
    serve();
    await open();
    world.network.answer(SUBMIT, { body: submitAnswer() });
    openPopup();
  }

  it('the PAY popup pays in full, without options, with the fee, the total and a specific button', async () => {
    await openForm();
    expect(screen.getByRole('dialog', { name: 'Payment method' })).toBeDefined();
    expect(screen.getByText(title)).toBeDefined();
    expect(screen.queryByRole('radio', { name: /Pay now/ })).toBeNull();
    expect(screen.getAllByText(label)).not.toEqual([]);
    expect(screen.getByText('Processing fee (0.8% + $0.00)')).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: /4242/ }));
    expect(screen.getByText('Processing fee (2.9% + $0.30)')).toBeDefined();
    expect(screen.getByText('$103.20')).toBeDefined();
    expect(button().disabled).toBe(false);
  });

  it('the PAY popup accepts a saved bank account under the current text (R27)', async () => {
    await openForm();
    world.network.answer(SUBMIT, { body: submitAnswer({ status: 'PENDING' }) });
    const status = `GET /api/portal/request/${REQUEST}/status`;
    world.network.answer(status, { body: debitAnswer() });
    const text =
      /savings account ending in 6789 \(ACH\) one time for \$100\.80 .* on November 15, 2026/;
    expect(screen.getByText(text)).toBeDefined();
    fireEvent.click(button());
    await waitFor(() => screen.getByText('Your bank debit is on its way'));
    expect(submitted(way)?.body).toMatchObject({
      paymentInfo: { pmID: BANK_ID, achMandateText: expect.stringMatching(text) },
      quote: { amount: 10_000, fee: 80 },
    });
  });

  it('the PAY popup pays with a new card, offers to save the card, and shows the result', async () => {
    await openForm();
    fireEvent.click(screen.getByRole('button', { name: 'Another payment method' }));
    const save = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Save payment/ });
    expect(save.checked).toBe(true);
    act(payengine.fillIn);
    await waitFor(() => expect(button().disabled).toBe(false));
    serve(PAID[way]);
    fireEvent.click(button());
    await waitFor(() => screen.getByText('Payment successful!'));
    expect(submitted(way)?.body).toMatchObject({
      paymentInfo: { paymentType: 'card', token: 'card_sandbox_1', isSavePMOnPay: true },
    });
    expect(world.calls(SUBMIT)).toBe(1);
  });

  it('the PAY popup runs the bank challenge (product §4.11)', async () => {
    await openForm();
    const challenge = { isThreeDSActionRequired: true, threeDSData: 'challenge-1' };
    world.network.answer(SUBMIT, { body: submitAnswer({ status: 'PENDING', ...challenge }) });
    fireEvent.click(screen.getByRole('radio', { name: /4242/ }));
    fireEvent.click(button());
    await waitFor(() => expect(payengine.challenge?.data).toBe('challenge-1'));
    act(() => payengine.challenge?.finish(true));
    await waitFor(() => screen.getByText('Payment successful!'));
  });

  it('the PAY popup closes with a message when the request was paid elsewhere', async () => {
    await openForm();
    serve(PAID[way]);
    await act(async () => void (await open()));
    expect(world.store.getState().popup.popupName).toBeNull();
    expect(world.store.getState().toasts.list.at(-1)?.text).toBe('Account is already paid');
  });

  it('the PAY popup shows the current amounts after a refused quote (R6)', async () => {
    await openForm();
    const figures = { details: { payable: { ...PAYABLE, amount: 9_000 } } };
    const body = { success: false, message: 'AMOUNT_CHANGED', ...figures };
    world.network.answer(SUBMIT, { status: 409, body });
    serve({ payable: { ...PAYABLE, amount: 9_000 } });
    fireEvent.click(button());
    await waitFor(() => screen.getByText('$90.80'));
    await waitFor(() => expect(button().disabled).toBe(false));
  });
});

describe('PAY popup (product §2.13, §5.5)', () => {
  it('the PAY popup renders nothing for an estimate that was not accepted', async () => {
    serveEstimate({ status: 'Open', isAcceptable: true, requestId: null, payable: null });
    await openEstimate();
    expect(openPopup().baseElement.textContent).toBe('');
  });

  it('the PAY popup shows the page that was opened last, even if earlier responses arrive later', async () => {
    let answer: (() => void) | null = null;
    const account = customerInvoice({ accountRef: 'HD-2041' });
    world.network.answer('GET /api/portal/private/account/', async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { body: world.ok({ account }) };
    });
    const late = world.store.dispatch(openInvoice('HD-2041'));
    serveOrders();
    await openOrders();
    await waitFor(() => expect(answer).not.toBeNull());
    (answer as (() => void) | null)?.(); // because it was set just now, out of the compiler's sight
    await late;
    openPopup();
    expect(screen.getByText('Partial payment')).toBeDefined();
  });

  it('the PAY popup shows no payment of another page', async () => {
    serveOrders();
    await openOrders();
    const SUBMIT = `POST /api/portal/request/${REQUEST}/partial/pay`;
    world.network.answer(SUBMIT, { body: submitAnswer({ status: 'PENDING' }) });
    world.network.answer(`GET /api/portal/request/${REQUEST}/status`, { body: debitAnswer() });
    openPopup();
    fireEvent.click(button());
    await waitFor(() => screen.getByText('Your bank debit is on its way'));
    cleanup();
    world.serve('private/account/', world.ok({ account: customerInvoice() }));
    world.serve('private/invoice-transactions/', world.ok({ transactions: [] }));
    await world.store.dispatch(openInvoice('HD-2041'));
    openPopup();
    expect(screen.getByRole('button', { name: 'Confirm and Pay $100.80' })).toBeDefined();
    expect(screen.queryByText('Your bank debit is on its way')).toBeNull();
  });

  it('the PAY popup does not submit when the request no longer exists', async () => {
    serveOrders();
    await openOrders();
    openPopup();
    const answer = world.network.answer;
    answer('GET /api/portal/ip', () => {
      serveEstimate({ requestId: null, payable: null });
      return openEstimate().then(() => ({ body: { ip: '203.0.113.7' } }));
    });
    fireEvent.click(button());
    await waitFor(() => expect(world.store.getState().request.requestId).toBeNull());
    expect(submitted('partial')).toBeUndefined();
  });
});

describe('PAY popup behind a public link to orders or an estimate (R4, R18)', () => {
  const { id: _id, ...publicEstimate } = ACCEPTED;

  it.each([
    ['orders', { orders: [ORDER] }, 'partial', 'Partial payment'],
    ['an estimate', { estimate: publicEstimate }, 'estimate', 'Estimate E-7'],
  ] as const)(
    'the PAY popup pays %s without offering to save the card',
    async (_, shown, way, title) => {
      const none = { account: null, estimate: null, orders: null };
      const link = { requestId: REQUEST, ...none, ...shown, payable: PAYABLE };
      const refusal = { success: false, message: 'NOT_FOUND' };
      world.network.answer('GET /api/portal/public/account/', { status: 404, body: refusal });
      world.serve('public/request/', world.ok({ ...link, isPaid: false, today: TODAY }));
      await world.store.dispatch(openPublicLink(LINK));
      const SUBMIT = `POST /api/portal/request/${REQUEST}/${way}/pay`;
      world.network.answer(SUBMIT, { body: submitAnswer() });
      openPopup();
      await waitFor(button);
      expect(screen.getByText(title)).toBeDefined();
      act(payengine.fillIn);
      await waitFor(() => expect(button().disabled).toBe(false));
      expect(screen.queryByRole('checkbox', { name: /^Save payment/ })).toBeNull();
      fireEvent.click(button());
      await waitFor(() => screen.getByText('Payment successful!'));
      expect(submitted(way)?.body).toMatchObject({ quote: { amount: 10_000, fee: 320 } });
    },
  );
});
