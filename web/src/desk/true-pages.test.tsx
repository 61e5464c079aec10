/** Pages of the console say what is true now, in words: each test is of a defect that staff met before (R77, R78). */
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanConsole, openConsole, press } from '../../test/console-story.tsx';
import { setViewportWidth } from '../../test/set-viewport.ts';
import { toDetail } from './identity/audit-page.tsx';

const ID = '6f1f7a52-0000-4000-8000-000000000001';
const AT = '2026-11-16T15:00:00.000Z';
const NOTHING = { amount: null, code: null, reference: null, reason: null };
const DESKTOP_PX = 1280;
const LINES = ['Refund requested', 'Resolved manually'];

afterEach(() => {
  setViewportWidth(DESKTOP_PX);
  cleanConsole();
});

describe('The pages of the console', () => {
  it('the timeline of a payment says who did what and why, in words', async () => {
    const staff = `staff:${ID}`;
    openConsole({
      page: `/payments/${ID}`,
      given: {
        getTeam: { data: { id: ID, name: 'Lee Park' } },
        getPayment: {
          history: [
            { ...NOTHING, at: AT, step: 'REFUND_ORDERED', source: staff, code: 'PROVIDER' },
            { ...NOTHING, at: AT, step: 'DECIDED', source: staff, reason: 'Found at the bank' },
            { ...NOTHING, at: AT, step: 'EVENT_RECORDED', source: null, code: 'PAYMENT_SALE' },
          ],
        },
      },
    });
    const [step] = await screen.findAllByText('Resolved manually');
    const steps = step?.closest('ol');
    expect(await screen.findAllByText(/by Lee Park/)).toHaveLength(LINES.length);
    expect(steps?.textContent).toContain('“Found at the bank”');
    expect(steps?.textContent).toMatch(new RegExp(LINES.join('.*')));
    expect(steps?.textContent).not.toMatch(/PROVIDER|PAYMENT_SALE|staff:/);
  });

  it('a return and a dispute say their reason in words', async () => {
    const disputed = {
      ...NOTHING,
      at: AT,
      step: 'DISPUTE_OPENED',
      source: null,
      code: 'duplicate',
    };
    const returned = { ...NOTHING, at: AT, step: 'RETURNED', source: 'webhook', code: 'R01' };
    const history = [disputed, returned];
    openConsole({ page: `/payments/${ID}`, given: { getPayment: { history } } });
    expect(await screen.findByText(/reason: insufficient funds \(R01\)/)).toBeDefined();
    expect(screen.getByText(/says that the payment was charged twice/)).toBeDefined();
  });

  it('a disputed payment that needs attention says what the cardholder disputes', async () => {
    const facts = { code: 'fraudulent' };
    openConsole({
      page: '/attention',
      given: { listAttention: { data: { kind: 'DISPUTED_PAYMENT', facts } } },
    });
    expect(await screen.findByText(/says that the payment was not authorized/)).toBeDefined();
    expect(screen.queryByText(/fraudulent/)).toBeNull();
  });

  it('a list that is searched says that it has the first matches only', async () => {
    const first = /Only the first matches are shown/;
    openConsole({
      page: '/invoices?search=lund&status=DUE',
      given: { listInvoices: { nextCursor: null } },
    });
    expect(await screen.findByText(first)).toBeDefined();
    cleanConsole();
    openConsole({ page: '/invoices?status=DUE', given: { listInvoices: { nextCursor: null } } });
    expect(await screen.findByText(/^1 row/)).toBeDefined();
    expect(screen.queryByText(first)).toBeNull();
  });

  it('an invoice that is paid by a plan lists its installments', async () => {
    openConsole({
      page: `/invoices/${ID}`,
      given: {
        getInvoice: { status: 'PAYMENT_PLAN_IN_PROGRESS' },
        listInstallments: {
          data: { number: 2, dueOn: '2026-12-04', status: 'OPEN', amount: 5000 },
        },
      },
    });
    const table = await screen.findByRole('table', { name: 'Installments' });
    expect(table.textContent).toMatch(/2Dec 4, 2026Open.*\$50\.00/);
  });

  it('a dispute that closed without evidence says so', async () => {
    openConsole({
      page: `/disputes/${ID}`,
      given: { getDispute: { state: 'WON', acceptsEvidence: false, evidence: null } },
    });
    expect(await screen.findByText('No evidence was submitted here.')).toBeDefined();
  });

  it('the list of contracts is named after them', async () => {
    openConsole({ page: '/contracts' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Contracts' })).toBeDefined();
  });

  it('a phone shows the status of a dispute', async () => {
    setViewportWidth(375);
    openConsole({ page: '/disputes' });
    const table = await screen.findByRole('table', { name: 'Disputes' });
    expect(table.textContent).toContain('Status');
  });

  it('the support phone of the brand is shown as people write it', async () => {
    openConsole({
      page: '/settings/brand',
      given: { getCompany: { supportPhone: '+12075550142' } },
    });
    const phone = await screen.findByLabelText<HTMLInputElement>(/Support phone/);
    expect(phone.value).toBe('(207) 555-0142');
  });

  it('the audit log shows details in words and amounts', () => {
    const detail = { amountCents: 2500, isOwedAgain: true, isFromCredit: false, days: [-3, 7] };
    expect(toDetail({ detail })).toBe('amount: $25.00 · owed again: yes · days: -3, 7');
  });

  it('a payment in cash cannot be refunded, and its page says what to do instead', async () => {
    openConsole({
      page: `/payments/${ID}`,
      given: {
        getPayment: { state: 'SUCCEEDED', processor: 'manual', method: 'CASH', type: 'PAYMENT' },
      },
    });
    await press('Refund');
    const dialog = screen.getByRole('dialog', { name: 'Return this payment yourself' });
    expect(dialog.textContent).toContain('Return the money to the customer by check');
  });

  it('a payment on an invoice with an open offer is recorded with the amount of the offer', async () => {
    openConsole({
      page: `/invoices/${ID}`,
      given: { getInvoice: { status: 'DUE', total: 12_000, balance: 12_000, offer: 9000 } },
    });
    await press('Record payment');
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('90.00');
    expect(screen.getByText(/^Your settlement offer of \$90.00 is open/)).toBeDefined();
    expect(screen.queryByText('Settled')).toBeNull();
  });

  it('large counts have separators', async () => {
    openConsole({ page: '', given: { getSummary: { open: { count: 11_003, amount: 100 } } } });
    expect(await screen.findByText('11,003 invoices')).toBeDefined();
  });

  it('the address of the settings opens a page that the role includes', async () => {
    openConsole({ page: '/settings', given: { getSession: { scopes: ['read'] } } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Your account' })).toBeDefined();
  });

  it('more than 3% on cards is saved only with a confirmation that it is not a surcharge (R110)', async () => {
    const feeSettings = { card: 290, ach: 0, cardFixed: 0, achFixed: 0 };
    const given = { getCompany: { isFeePayerCompany: false, feeSettings } };
    const sent = openConsole({ page: '/settings/fees', given, call: 'changeCompany' });
    expect(await screen.findByText(/A fee on cards is a surcharge/)).toBeDefined();
    fireEvent.change(screen.getByLabelText('Card, percentage'), { target: { value: '3.5' } });
    await press('Save changes');
    expect(sent).toEqual([]);
    fireEvent.click(screen.getByRole('checkbox', { name: /is not a surcharge/ }));
    await press('Save changes');
    expect(sent[0]?.body).toMatchObject({ feeSettings: { card: 350 }, isSurchargeExcluded: true });
  });

  it('a viewer reads why a page is not shown', async () => {
    openConsole({ page: '/settings/fees', given: { getSession: { scopes: ['read'] } } });
    expect(await screen.findByText('Your role does not include this page')).toBeDefined();
    expect(screen.getByText(/Only owners can open it/)).toBeDefined();
  });
});
