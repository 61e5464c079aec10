import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { company, invoice } from '../../../../test/fixtures.ts';
import {
  BANK_ID,
  createSignedInWorld,
  customer,
  customerInvoice,
} from '../../../../test/signed-in-world.ts';
import { customerRead } from '../../store/reads.ts';
import { InvoiceView } from './invoice-view.tsx';

const NO_PAYMENTS = { value: [], failure: null, again: () => {} };
const TOGGLE = 'PUT /api/portal/debtor/auto-pay/active';

let world: Awaited<ReturnType<typeof createSignedInWorld>>;
beforeEach(async () => {
  world = await createSignedInWorld();
});
afterEach(cleanup);

const show = (shown: ReturnType<typeof invoice>) =>
  render(
    <Provider store={world.store}>
      <InvoiceView file={null} company={company()} invoice={shown} payments={NO_PAYMENTS} />
    </Provider>,
  );
async function setUp() {
  const line = await screen.findByRole('region', { name: 'Auto-pay' });
  expect(line.textContent).toContain('Auto-pay is offSet up');
  fireEvent.click(screen.getByRole('button', { name: 'Set up auto-pay' }));
}

describe('Auto-pay on the page of an invoice (product §1.2, R14)', () => {
  it('auto-pay is enabled with the method and the authorization text visible', async () => {
    world.network.answer(TOGGLE, {
      body: world.ok({ isAutoPayActive: true, autoPayPMID: BANK_ID }),
    });
    show(customerInvoice());
    await setUp();
    expect(screen.getByRole('button', { name: 'Close', expanded: true })).toBeDefined();
    const text = screen.getByText(
      /^I authorize .* doing business as Harbor Dental, to electronically debit/,
    );
    fireEvent.click(screen.getByRole('switch', { name: 'Auto-pay' }));
    await waitFor(() =>
      expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true'),
    );
    const sent = world.network.sent.find(({ path }) => path.endsWith('auto-pay/active'));
    expect(sent?.body).toEqual({ pmID: BANK_ID, achMandateText: text.textContent });
  });

  it('auto-pay offers a customer without a method to add one', async () => {
    world.serve('private/debtor/', world.ok({ debtor: customer({ pePaymentMethods: [] }) }));
    await world.store.dispatch(customerRead.again());
    show(customerInvoice());
    await setUp();
    fireEvent.click(screen.getByRole('button', { name: 'Add a payment method' }));
    expect(world.store.getState().popup).toMatchObject({
      popupName: 'CHANGE_PM',
      buffer: { invoiceRef: null },
    });
  });

  it('auto-pay is not offered by a public link', () => {
    show(invoice());
    expect(screen.queryByRole('region', { name: 'Auto-pay' })).toBeNull();
  });
});
