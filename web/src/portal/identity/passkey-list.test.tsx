import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSignedInWorld } from '../../../test/signed-in-world.ts';
import { PasskeyList } from './passkey-list.tsx';

const PATH = '/api/portal/debtor/passkeys';

const PASSKEY = {
  id: '9b2f8a0e-1c8e-4d55-9a43-0a4f8d6f3c11',
  name: 'Safari, iPhone',
  createdAt: '2026-11-01T03:30:00.000Z',
  lastUsedAt: null,
  isBackedUp: true,
  isBlocked: false,
};

const CREATION = {
  rp: { id: 'localhost', name: 'Harbor' },
  user: { id: 'AAAA', name: 'Maya (Harbor)', displayName: 'Maya' },
  challenge: 'AAAA',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 1000,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
};

/** Simulates a browser that supports passkeys and ends a ceremony with this result. */
function answerCeremony(name: string): void {
  vi.stubGlobal('PublicKeyCredential', class {});
  const create = () => Promise.reject(Object.assign(new Error(name), { name }));
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true });
}

function Again({ onSignedIn }: { onSignedIn: () => void }) {
  return (
    <button type="button" onClick={onSignedIn}>
      Again
    </button>
  );
}

async function openList(passkeys: object[] = [PASSKEY]) {
  const world = await createSignedInWorld();
  world.network.answer(`GET ${PATH}`, { body: world.ok({ passkeys }) });
  world.network.answer(`GET ${PATH}/new`, { body: world.ok({ creation: CREATION }) });
  render(
    <Provider store={world.store}>
      <PasskeyList SignInAgain={Again} />
    </Provider>,
  );
  return world;
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => answerCeremony('NotAllowedError'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

describe('Passkeys in the profile (R63)', () => {
  it('a device that already has a passkey is reported, and a closed dialog shows no error', async () => {
    await openList();
    await press('Add a passkey');
    await screen.findByRole('button', { name: 'Add a passkey', busy: false });
    expect(screen.queryByRole('status')).toBeNull();
    answerCeremony('InvalidStateError');
    await press('Add a passkey');
    await screen.findByText('This device already has a passkey for your account.');
  });

  it('a passkey that requires a new sign-in is added after the sign-in', async () => {
    const world = await openList();
    const refusal = { status: 403, body: { success: false, message: 'SIGN_IN_AGAIN' } };
    world.network.answer(`GET ${PATH}/new`, refusal);
    await press('Add a passkey');
    world.network.answer(`GET ${PATH}/new`, { body: world.ok({ creation: CREATION }) });
    answerCeremony('InvalidStateError');
    await press('Again');
    await screen.findByText('This device already has a passkey for your account.');
  });

  it('a blocked passkey shows its reason, and a failed list can be loaded again', async () => {
    await openList([{ ...PASSKEY, isBlocked: true }]);
    await screen.findByText(/Someone may have copied this passkey/);
    cleanup();
    const world = await createSignedInWorld();
    render(
      <Provider store={world.store}>
        <PasskeyList SignInAgain={Again} />
      </Provider>,
    );
    await screen.findByText("We couldn't load your passkeys.");
    world.network.answer(`GET ${PATH}`, { body: world.ok({ passkeys: [] }) });
    await press('Try again');
    await screen.findByText('You have no passkeys yet.');
  });

  it('a browser without passkey support lists passkeys but cannot add a passkey', async () => {
    vi.unstubAllGlobals();
    await openList();
    await screen.findByText('Safari, iPhone');
    expect(screen.getByText("This browser doesn't support passkeys.")).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });
});
