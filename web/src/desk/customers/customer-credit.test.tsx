import { cents } from '@quittance/contract/money';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ClientContext } from '../api/client-context.ts';
import { createDeskClient } from '../api/desk-client.ts';
import { SecondFactorContext } from '../api/second-factor-context.ts';
import { SessionContext, type SignedInState } from '../api/session-context.ts';
import { CustomerCredit } from './customer-credit.tsx';

const id = '6f1f7a52-0000-4000-8000-000000000001';
const signed = {
  session: { company: { timeZone: 'America/New_York' }, scopes: ['read', 'write', 'money'] },
} as unknown as SignedInState; // because only these are read

/** The first `lost` reads fail. */
function openCredit({ credit = 0, reserved = 0, lost = 0 }) {
  let failures = lost;
  const fetch = async () => {
    failures -= 1;
    if (failures >= 0) throw new TypeError('network');
    return Response.json({ data: [], nextCursor: null });
  };
  const storage = () => sessionStorage;
  const client = createDeskClient({ domain: 'harbor', fetch, storage, randomness: crypto });
  const customer = { id, credit: cents(credit), creditReserved: cents(reserved) };
  render(
    <ClientContext value={client}>
      <SessionContext value={signed}>
        <SecondFactorContext value={async () => true}>
          <CustomerCredit
            customer={customer as Parameters<typeof CustomerCredit>[0]['customer']} // because the id is an id
            onChanged={() => undefined}
          />
        </SecondFactorContext>
      </SessionContext>
    </ClientContext>,
  );
}

const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));

afterEach(cleanup);

describe('The credit of a customer (R90)', () => {
  it('credit that is reserved for a refund stays in view, without actions', () => {
    openCredit({ reserved: 6000 });
    expect(screen.getByText('$60.00 is reserved for refunds in progress.')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    ['Refund credit', 'This customer has no card or bank payment that can be refunded.'],
    ['Apply credit', 'This customer has no invoice that credit can be applied to.'],
  ])('%s: a failed read is shown in the dialog and can be repeated', async (label, text) => {
    openCredit({ credit: 6000, lost: 1 });
    await press(label);
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/could not be loaded/)).toBeDefined();
    await press('Try again');
    expect(screen.getByRole('dialog').textContent).toContain(text);
    // Nothing can be submitted.
    const buttons = dialog.getAllByRole('button').map((button) => button.textContent);
    expect(buttons).not.toContain(label.split(' ')[0]);
    expect(buttons).not.toContain(label);
  });
});
