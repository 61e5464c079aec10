import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { toast } from 'react-toastify/unstyled';
import { afterEach, describe, expect, it } from 'vitest';
import type { AnswerOf } from '../api/call-types.ts';
import { ClientContext } from '../api/client-context.ts';
import { createDeskClient } from '../api/desk-client.ts';
import { SecondFactorContext } from '../api/second-factor-context.ts';
import { SessionContext, type SignedInState } from '../api/session-context.ts';
import { useRead } from '../api/use-read.ts';
import { RefundAction } from './refund-action.tsx';

const PAYMENT_ID = '6f1f7a52-0000-4000-8000-000000000002';
const INVOICE_ID = '6f1f7a52-0000-4000-8000-000000000001';
const shown: unknown = { id: PAYMENT_ID, invoiceId: INVOICE_ID, parts: [] };
const payment = shown as AnswerOf<'getPayment'>; // because the dialog reads only these of it
const signed = {
  session: { company: { timeZone: 'America/New_York' } },
} as unknown as SignedInState; // because only the time zone is read

const ORDERED = {
  id: '6f1f7a52-0000-4000-8000-000000000003',
  amount: 3000,
  createdAt: '2026-11-15T15:00:00.000Z',
};

const refusal = (code: string) => Response.json({ code, detail: 'Refused.' }, { status: 409 });

/**
 * The server of one payment of $100.00, which makes a refund once per key. `lost` is the number of refund responses
 * that get lost.
 */
function openPage({ lost = 0, hasUnusedCredit = false, isRepeated = false } = {}) {
  const made = new Map<string, unknown>();
  const bodies: unknown[] = [];
  let reads = 0;
  let hold: Promise<void> | null = null;
  let holdPreview: Promise<void> | null = null;
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    const path = String(url);
    const body: { amount?: number; credit?: string; isAgain?: boolean } = JSON.parse(
      String(init?.body ?? '{}'),
    );
    if (path.endsWith('/preview')) {
      await holdPreview;
      if (hasUnusedCredit && !body.credit) return refusal('REFUND_CREDIT_UNDECIDED');
      const left = 10_000 - 3000 * made.size;
      const recent = [...made.values()];
      const amounts = { amount: body.amount ?? left, principal: 0, fee: 0, left: 0 };
      const postings = [
        {
          source: `receivable:${INVOICE_ID}`,
          destination: `customer_credit:${PAYMENT_ID}`,
          amount: 100,
        },
      ];
      return Response.json({ ...amounts, postings: hasUnusedCredit ? postings : [], recent });
    }
    if (!path.endsWith('/refunds')) {
      reads += 1;
      return Response.json({});
    }
    await hold;
    if (isRepeated && !body.isAgain) return refusal('REFUND_ALREADY_ORDERED');
    made.set(new Headers(init?.headers).get('idempotency-key') ?? '', ORDERED);
    bodies.push(body);
    if (bodies.length <= lost) throw new TypeError('network');
    return Response.json(ORDERED, { status: 201 });
  };
  function Page() {
    useRead('getPayment', { params: { paymentId: PAYMENT_ID } });
    return <RefundAction payment={payment} onDone={() => undefined} />;
  }
  const storage = () => sessionStorage;
  const client = createDeskClient({ domain: 'harbor', fetch, storage, randomness: crypto });
  render(
    <ClientContext value={client}>
      <SessionContext value={signed}>
        <SecondFactorContext value={async () => true}>
          <Page />
        </SecondFactorContext>
      </SessionContext>
    </ClientContext>,
  );
  return {
    made,
    bodies,
    reads: () => reads,
    holdAnswers: (until: Promise<void>) => {
      hold = until;
    },
    holdPreviews: (until: Promise<void>) => {
      holdPreview = until;
    },
  };
}

const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));

const type = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));

const choose = (label: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByLabelText(label)));

async function orderThirty(): Promise<void> {
  await press('Refund');
  await type('Amount', '30.00');
  await type('Reason', 'Agreed');
  await press('Refund $30.00');
}

afterEach(() => {
  cleanup();
  toast.dismiss();
  sessionStorage.clear();
});

describe('The refund dialog (R78, R88)', () => {
  it('a refund with a lost response is made once, even after the dialog is closed and reopened', async () => {
    const server = openPage({ lost: 1 });
    await orderThirty();
    expect(screen.getByRole('alert').textContent).toContain('it will not be done twice');
    const readBefore = server.reads();
    await press('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.reads()).toBe(readBefore + 1);

    await press('Refund');
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/^A refund of \$30.00 was already requested/)).toBeDefined();
    expect(dialog.getByText('Up to $70.00, including the fee.')).toBeDefined();
    await type('Amount', '30.00');
    await type('Reason', 'Agreed');
    await press('Refund $30.00');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.bodies).toHaveLength(2);
    expect(server.made.size).toBe(1);
  });

  it('the refund dialog cannot be closed while the refund is being ordered', async () => {
    const server = openPage();
    let answer = () => {};
    server.holdAnswers(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    await orderThirty();
    const cancel = screen.getByRole('button', { name: 'Cancel' });
    expect(cancel.hasAttribute('disabled')).toBe(true);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(screen.getByRole('dialog')).toBeDefined();
    await act(async () => answer());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('an amount that arrives in the focused field is filled in and selected', async () => {
    const server = openPage();
    let answer = () => {};
    server.holdPreviews(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    await press('Refund');
    const field = screen.getByLabelText<HTMLInputElement>('Amount');
    act(() => field.focus());
    expect(field.value).toBe('');
    await act(async () => answer());
    expect(field.value).toBe('100.00');
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6]);
  });

  it('the refund dialog states whether the refunded amount is owed again', async () => {
    const server = openPage();
    await press('Refund');
    await choose('The customer owes the refunded amount again');
    await type('Amount', '30.00');
    await type('Reason', 'Agreed');
    await press('Refund $30.00');
    expect(server.bodies).toEqual([{ amount: 3000, isOwedAgain: true, reason: 'Agreed' }]);
  });

  it('unused credit of a credit note has to be paid out or kept before the refund (R113)', async () => {
    const server = openPage({ hasUnusedCredit: true });
    await press('Refund');
    const options = screen.getAllByRole<HTMLInputElement>('radio');
    expect(options.map(({ checked }) => checked)).toEqual([false, false]);
    await type('Amount', '30.00');
    await type('Reason', 'Agreed');
    await press('Refund $30.00');
    expect(server.bodies).toEqual([]);
    await choose(/^Keep the credit/);
    const ledger = await screen.findByRole('table', { name: 'What the ledger will record' });
    expect(within(ledger).getByText('Customer credit')).toBeDefined();
    await press('Refund $30.00');
    expect(server.bodies).toEqual([{ amount: 3000, credit: 'KEEP', reason: 'Agreed' }]);
  });

  it('the same refund once more is confirmed after the server refused it (R113)', async () => {
    const server = openPage({ isRepeated: true });
    await orderThirty();
    expect(server.bodies).toEqual([]);
    await choose('Refund this amount again');
    await press('Refund $30.00');
    expect(server.bodies).toEqual([{ amount: 3000, isAgain: true, reason: 'Agreed' }]);
  });
});
