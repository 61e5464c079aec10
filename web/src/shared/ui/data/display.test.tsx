import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setViewportWidth } from '../../../../test/set-viewport.ts';
import { ErrorState } from '../feedback/error-state.tsx';
import { showToast } from '../feedback/show-toast.tsx';
import { ToastContainer } from '../feedback/toast-container.tsx';
import { Expandable } from '../layout/expandable.tsx';
import { cardBrandName } from './card-brand-mark.tsx';
import type { Column } from './data-columns.ts';
import { DataTable } from './data-table.tsx';
import { MethodLine, MethodText } from './method-line.tsx';
import { ProgressRing } from './progress-ring.tsx';

afterEach(cleanup);

describe('Method line (product §2)', () => {
  it("a method line shows '**** last4' and has a sentence for screen readers", () => {
    render(<MethodLine type="card" brand="visa" last4="4242" />);
    expect(screen.getByText('**** 4242').getAttribute('aria-hidden')).toBe('true');
    expect(screen.getByText('Visa ending in 4242')).toBeTruthy();
  });

  it('a method line names a bank account for screen readers', () => {
    render(<MethodLine type="ach" last4="6789" />);
    expect(screen.getByText('Bank account ending in 6789')).toBeTruthy();
  });

  it('a method within a text has a sentence for screen readers', () => {
    render(<MethodText text="Visa **** 4242 · $5.00 in dispute" />);
    const shown = screen.getByText('Visa **** 4242 · $5.00 in dispute');
    expect(shown.getAttribute('aria-hidden')).toBe('true');
    expect(screen.getByText('Visa ending in 4242 · $5.00 in dispute')).toBeTruthy();
  });

  it.each([
    ['American Express', 'American Express'],
    ['american_express', 'American Express'],
    ['AMEX', 'American Express'],
    ['MasterCard', 'Mastercard'],
    ['VISA', 'Visa'],
    ['Aurora', 'Aurora'],
    ['', 'Card'],
    [undefined, 'Card'],
    ['constructor', 'constructor'],
  ])('a method line shows the brand %j as %s', (brand, name) => {
    expect(cardBrandName(brand)).toBe(name);
  });
});

describe('Expandable (product §2)', () => {
  it("an expandable section toggles between 'View {section}' and 'Hide {section}'", () => {
    render(<Expandable section="payments">Rows</Expandable>);
    const toggle = screen.getByRole('button', { name: 'View payments' });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByText('Rows').closest('[inert]')).toBeTruthy();
    fireEvent.click(toggle);
    expect(screen.getByRole('button', { name: 'Hide payments' })).toBe(toggle);
    expect(screen.getByText('Rows').closest('[inert]')).toBeNull();
  });
});

type Row = { ref: string; balance: string; status: string };
const COLUMNS: readonly Column<Row>[] = [
  { key: 'ref', header: 'Invoice', card: 'title', cell: (row) => row.ref },
  { key: 'balance', header: 'Balance', cell: (row) => row.balance },
  { key: 'status', header: 'Status', card: 'badge', cell: (row) => row.status },
];
const ROWS = [{ ref: 'HD-2041', balance: '$1,500.00', status: 'Open' }];

describe('Data table', () => {
  const table = (
    <DataTable caption="Invoices" columns={COLUMNS} rows={ROWS} rowKey={(row) => row.ref} />
  );

  it('a data table is a named table on a wide screen', () => {
    setViewportWidth(768);
    render(table);
    expect(screen.getByRole('table', { name: 'Invoices' })).toBeTruthy();
    expect(screen.getByRole('cell', { name: '$1,500.00' })).toBeTruthy();
  });

  it('a data table is a named list of cards below 768 px', () => {
    setViewportWidth(767);
    render(table);
    expect(screen.getByRole('list', { name: 'Invoices' })).toBeTruthy();
    expect(screen.getByText('Balance').tagName).toBe('DT');
    expect(screen.getByRole('listitem').textContent).toContain('Status Open');
    setViewportWidth(1024);
  });

  it('a data table shows skeleton rows while loading', () => {
    render(
      <DataTable
        caption="Invoices"
        columns={COLUMNS}
        rows={null}
        rowKey={String}
        skeletonRows={3}
      />,
    );
    expect(screen.getAllByRole('row')).toHaveLength(4);
    expect(screen.queryByText('HD-2041')).toBeNull();
  });
});

describe('Progress ring', () => {
  it('a progress ring stays between 0 and 100 %', () => {
    render(<ProgressRing share={1.2} label="5 of 4 payments made" />);
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('1');
  });
});

describe('Error state (product §2)', () => {
  it("an error state shows 'Something went wrong.' and offers a retry", () => {
    const onRetry = vi.fn();
    render(<ErrorState onRetry={onRetry} />);
    expect(screen.getByRole('alert').textContent).toContain('Something went wrong.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});

describe('Toasts (product §2)', () => {
  it('a toast shows its text once, is an alert for an error, and can be closed', async () => {
    render(<ToastContainer flow="portal" />);
    act(() => showToast({ tone: 'error', text: 'Payment failed' }));
    act(() => showToast({ tone: 'error', text: 'Payment failed' }));
    expect(await screen.findAllByText('Payment failed')).toHaveLength(1);
    expect(screen.getByRole('alert').textContent).toContain('Payment failed');
    expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
  });

  it('toasts inject no style element (style-src)', () => {
    render(<ToastContainer flow="auth" />);
    expect(document.querySelectorAll('style')).toHaveLength(0);
  });
});
