import type { Customer } from '@quittance/contract/customers/portal-schemas';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { company, createWorld, invoice, LINK } from '../../../../test/fixtures.ts';
import { openPay } from '../../../../test/open-pay.ts';
import {
  BANK_ID,
  CARD_ID,
  createSignedInWorld,
  customer,
} from '../../../../test/signed-in-world.ts';
import { openInvoice } from '../../store/open-invoice.ts';
import { openPublicLink } from '../../store/public-link.ts';
import { selectPayContext } from '../../store/selectors.ts';
import { enterPortal } from '../../store/session.ts';
import type { createAppStore } from '../../store/store.ts';
import { ScheduledFacts } from './result-overlay.tsx';

afterEach(cleanup);

const VISA = { id: CARD_ID, type: 'card', brand: 'visa', last4: '4242' } as const;
const BANK = { id: BANK_ID, type: 'ach', brand: null, last4: '6789' } as const;
const SCHEDULED = { status: 'PAYMENT_EXTENSION', paymentScheduledAt: '2026-11-20' } as const;
const schedule = (method: typeof VISA | typeof BANK | null) => ({
  date: '2026-11-20',
  nextTryOn: null,
  amount: 10_000,
  fee: 320,
  method,
  kind: 'card',
  isSuspended: false,
  endsOn: null,
});

function show(store: ReturnType<typeof createAppStore>): void {
  openPay(store);
  const context = selectPayContext(store.getState());
  if (!context) throw new Error('nothing to show');
  render(<ScheduledFacts context={context} />);
}

async function showToCustomer(debtor: Customer, method: typeof VISA | typeof BANK) {
  const world = await createSignedInWorld();
  const processor = debtor.paymentMethod.length > 0 ? 'stripe' : 'payengine';
  world.serve('private/company', world.ok({ company: company({ processor }) }));
  world.serve('private/debtor/', world.ok({ debtor }));
  const token = { paymentMethod: { token: method.id } };
  const own = { id: CARD_ID, internalRef: 'A-1', payments: [], ...token };
  const account = { ...invoice({ ...SCHEDULED, schedule: schedule(method) }), ...own };
  world.serve('private/account/', world.ok({ account }));
  world.serve('private/invoice-transactions/', world.ok({ transactions: [] }));
  await world.store.dispatch(enterPortal('harbor'));
  await world.store.dispatch(openInvoice('HD-2041'));
  show(world.store);
}

describe('The method on the scheduled overlay (product §4.10)', () => {
  it('the scheduled overlay shows the method of the schedule for a customer under Stripe', async () => {
    const first = { brand: 'visa', last4: '4242', id: CARD_ID, paymentMethodId: CARD_ID };
    const paymentMethod = [{ ...first, paymentMethod: 'card' }];
    await showToCustomer(customer({ paymentMethod, pePaymentMethods: [] }), VISA);
    expect(screen.getByText('Visa ending in 4242')).toBeDefined();
  });

  it('the scheduled overlay shows the method of the schedule for a customer with several methods', async () => {
    await showToCustomer(customer(), VISA);
    expect(customer().pePaymentMethods.findIndex(({ id }) => id === CARD_ID)).toBe(1);
    expect(screen.getByText('Visa ending in 4242')).toBeDefined();
  });

  it('the scheduled overlay shows the attached method for a payer without a session', async () => {
    const { store, serveInvoice } = createWorld();
    serveInvoice({ ...SCHEDULED, schedule: schedule(null), attachedPaymentMethod: BANK });
    await store.dispatch(openPublicLink(LINK));
    show(store);
    expect(screen.getByText('Bank account ending in 6789')).toBeDefined();
  });
});
