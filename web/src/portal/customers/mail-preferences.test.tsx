import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it } from 'vitest';
import { createSignedInWorld } from '../../../test/signed-in-world.ts';
import { MailPreferencesCard } from './mail-preferences-card.tsx';

afterEach(cleanup);

const PATH = '/api/portal/debtor/mail-preferences';
const preferences = (reminders: boolean) => [
  { kind: 'INVOICES', isOn: true },
  { kind: 'REMINDERS', isOn: reminders },
  { kind: 'RECEIPTS', isOn: true },
  { kind: 'AUTOMATIC_RECEIPTS', isOn: true },
  { kind: 'ANSWERS', isOn: true },
  { kind: 'EXPIRING_CARDS', isOn: true },
];

async function openCard(world: Awaited<ReturnType<typeof createSignedInWorld>>): Promise<void> {
  render(
    <Provider store={world.store}>
      <MailPreferencesCard />
    </Provider>,
  );
}

describe('Mail preferences (R64)', () => {
  it('each optional email has a switch, and each required email states why it has none', async () => {
    const world = await createSignedInWorld();
    world.network.answer(`GET ${PATH}`, { body: world.ok({ preferences: preferences(true) }) });
    world.network.answer(`PUT ${PATH}`, { body: world.ok({ preferences: preferences(false) }) });
    await openCard(world);
    const reminders = await screen.findByRole('switch', {
      name: 'Reminders about unpaid invoices',
    });
    expect(screen.getAllByRole('switch')).toHaveLength(6);
    fireEvent.click(reminders);
    await waitFor(() => expect(reminders.getAttribute('aria-checked')).toBe('false'));
    expect(world.network.sent.at(-1)?.body).toEqual({ kind: 'REMINDERS', isOn: false });
    fireEvent.click(screen.getByRole('button', { name: 'View emails that are always sent' }));
    expect(screen.getByText('Law and card network rules require them.')).toBeDefined();
  });

  it('email preferences offer a retry after a failed load', async () => {
    const world = await createSignedInWorld();
    world.network.answer(`GET ${PATH}`, { status: 500, body: { success: false, message: 'X' } });
    await openCard(world);
    await screen.findByText("We couldn't load your email settings.");
    world.network.answer(`GET ${PATH}`, { body: world.ok({ preferences: preferences(true) }) });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByRole('switch')).toHaveLength(6);
  });
});
