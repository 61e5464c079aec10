import { brandPalette } from '@quittance/domain/brand/brand-palette';
import { cleanup, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it } from 'vitest';
import { createWorld } from '../../../test/fixtures.ts';
import { transaction } from '../../../test/signed-in-world.ts';
import { brandRead } from '../../state/session/company.ts';
import { PaymentNote, type PaymentNoteProps } from './payment-note.tsx';

afterEach(cleanup);

const BRAND = {
  name: 'Harbor Dental',
  dba: null,
  legalName: null,
  logoUrl: null,
  iconUrl: null,
  supportEmail: 'billing@harbor.example',
  supportPhone: '+12075550142',
  domain: 'harbor',
  mainColor: '#0f766e',
  secondaryColor: '#134e4a',
  palette: brandPalette({ mainColor: '#0f766e' }),
  isDemo: false,
};

async function noteOf(props: PaymentNoteProps): Promise<string> {
  const { store, network } = createWorld();
  network.answer('GET /api/portal/company/harbor', { body: { success: true, company: BRAND } });
  await store.dispatch(brandRead.load({ route: 'companyBrand', params: { company: 'harbor' } }));
  const { container } = render(
    <Provider store={store}>
      <PaymentNote {...props} />
    </Provider>,
  );
  return container.textContent ?? '';
}

const FUNDS = 'Your card has insufficient funds.';
const BOUNCED = 'Your bank returned it because of insufficient funds.';

describe('What a payment says that did not simply succeed (product §4.22)', () => {
  it.each([
    [
      'FAILED',
      FUNDS,
      'DUE',
      `${FUNDS} You weren't charged. Please try again, or use another payment method.`,
    ],
    [
      'FAILED',
      FUNDS,
      'COLLECTED',
      `${FUNDS} You weren't charged. The invoice is paid. You don't need to do anything.`,
    ],
    [
      'FAILED',
      FUNDS,
      'PAYMENT_PLAN_IN_PROGRESS',
      `${FUNDS} You weren't charged. The invoice page shows when we'll try again.`,
    ],
    [
      'RETURN',
      BOUNCED,
      'IN_COLLECTION',
      `${BOUNCED} The amount is open again. Please pay with another method.`,
    ],
    [
      'RETURN',
      BOUNCED,
      'COLLECTED',
      `${BOUNCED} The invoice is paid. You don't need to do anything.`,
    ],
    [
      'FAILED',
      null,
      'DUE',
      "This payment didn't go through. You weren't charged. Please try again, or use another payment method.",
    ],
  ] as const)(
    'a %s payment (%s) of an invoice that is %s says %j',
    async (status, reason, invoiceStatus, said) => {
      const payment = transaction({ status, reason });
      expect(await noteOf({ payment, invoiceStatus })).toBe(said);
    },
  );

  it('a payment that succeeded says nothing', async () => {
    expect(await noteOf({ payment: transaction(), invoiceStatus: 'COLLECTED' })).toBe('');
  });

  it('a pending debit names the day its result is expected', async () => {
    const pending = { expectedOn: '2026-11-20', isLate: false };
    const payment = transaction({ status: 'PENDING', method: 'ACH', pending });
    expect(await noteOf({ payment, invoiceStatus: 'PENDING' })).toBe(
      "On its way from your bank. We expect the result by Fri, November 20. You don't need to do anything.",
    );
  });

  it('a payment that takes longer than usual names the day it was expected and the company’s contact', async () => {
    const pending = { expectedOn: '2026-11-20', isLate: true };
    const payment = transaction({ status: 'PENDING', method: 'ACH', pending });
    expect(await noteOf({ payment, invoiceStatus: 'PENDING' })).toBe(
      "This is taking longer than usual. We expected the result by Fri, November 20. We keep checking, and you won't be charged twice. Questions? Contact Harbor Dental (billing@harbor.example or (207) 555-0142).",
    );
  });
});
