import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installFakeFiserv } from '../../../test/fake-fiserv.ts';
import { installFakePayengine } from '../../../test/fake-payengine.ts';
import { installFakeStripe } from '../../../test/fake-stripe.ts';
import {
  company,
  createWorld,
  invoice,
  LINK,
  REQUEST_ID,
  submitAnswer,
  type World,
} from '../../../test/fixtures.ts';
import { openPay } from '../../../test/open-pay.ts';
import { SUBMIT } from '../../../test/pay-popup-world.ts';
import { openPublicLink } from '../store/public-link.ts';
import { PayPopup } from './pay.tsx';

const FOR_CARD = 'Confirm and Pay $103.20';
const FOR_BANK = 'Confirm and Pay $100.80';

let world: World;

beforeEach(() => {
  world = createWorld();
  world.serve('ip', { ip: '203.0.113.7' });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  delete window.fiserv;
  Reflect.deleteProperty(window, 'PayEngine');
  Reflect.deleteProperty(window, 'Stripe');
});

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string) => fireEvent.click(button(name));
const submitted = () => world.network.sent.filter(({ path }) => path.endsWith('full/submit'));
const enabled = (name: string) => waitFor(() => expect(button(name).disabled).toBe(false));

async function open(changes: Parameters<World['serveInvoice']>[0] = {}) {
  world.serveInvoice(changes);
  await world.store.dispatch(openPublicLink(LINK));
  openPay(world.store);
  render(
    <Provider store={world.store}>
      <PayPopup />
    </Provider>,
  );
  await waitFor(() => screen.getByRole('button', { name: /^Confirm and Pay/ }));
}

describe('Paying through PayEngine', () => {
  it('a text of the token service is not shown to the payer (product §8.3)', async () => {
    const payengine = installFakePayengine();
    await open();
    act(payengine.fillIn);
    await enabled(FOR_CARD);
    payengine.refuse({ data: { error: true, message: 'Failed to fetch' } });
    press(FOR_CARD);
    await screen.findByText("We couldn't verify the card. Please try again.");
    expect(screen.queryByText(/Failed to fetch/)).toBeNull();
    expect(submitted()).toEqual([]);
  });
});

describe('Paying through Fiserv and Stripe', () => {
  const serve = (processor: string, settings: object = {}) => {
    const processorData = { ...company().processorData, settings };
    world.serve('public/company/', {
      success: true,
      company: company({ processor, processorData }),
    });
  };

  const SESSION_ID = '0d4fce0a-27b7-4dd0-a9bb-6d0c6c3e7b11';
  const DEVICE_DATA = `POST /api/portal/request/${REQUEST_ID}/device-data`;

  async function payWithFiserv() {
    const fiserv = installFakeFiserv();
    serve('fiserv', { environment: 'CERT' });
    const expiresAt = '2026-11-15T20:00:00.000Z';
    const session = { id: SESSION_ID, data: { apiKey: 'key' }, expiresAt };
    const fields = `POST /api/portal/request/${REQUEST_ID}/fields`;
    world.network.answer(fields, { body: { success: true, session } });
    world.network.answer(SUBMIT, { body: submitAnswer() });
    await open();
    act(fiserv.fillIn);
    await enabled(FOR_CARD);
    press(FOR_CARD);
  }

  it('a payment through Fiserv uses a session opened for that submission', async () => {
    world.network.answer(DEVICE_DATA, { body: { success: true, collection: null } });
    await payWithFiserv();
    await waitFor(() => expect(submitted()).toHaveLength(1));
    const body = { processor: 'fiserv', paymentInfo: { token: SESSION_ID } };
    expect(submitted()[0]?.body).toMatchObject(body);
  });

  it('a payment through Fiserv collects the device data of the card before submission', async () => {
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
    const origin = 'http://localhost:4010';
    const collection = { url: `${origin}/collect`, token: 'jwt', reference: 'device-1' };
    world.network.answer(DEVICE_DATA, { body: { success: true, collection } });
    await payWithFiserv();
    const frame = () => document.querySelector<HTMLIFrameElement>('iframe[name^=fiserv-device]');
    await waitFor(() => expect(frame()).not.toBeNull());
    const begun = world.network.sent.filter(({ path }) => path.endsWith('device-data'));
    expect(begun.map(({ body }) => body)).toEqual([{ token: SESSION_ID }]);
    expect(submitted()).toEqual([]);
    const source = frame()?.contentWindow ?? null;
    const data = { MessageType: 'profile.completed' };
    act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })));
    await waitFor(() => expect(submitted()).toHaveLength(1));
    const paymentInfo = { token: SESSION_ID, browserInfo: 'device-1' };
    expect(submitted()[0]?.body).toMatchObject({ paymentInfo });
  });

  it('the Fiserv form has inputs for the names that the hosted fields lack', async () => {
    const fiserv = installFakeFiserv();
    serve('fiserv', { environment: 'CERT' });
    await open({ payable: { ...invoice().payable, kinds: ['ach'] } });
    await waitFor(() => button(FOR_BANK));
    act(fiserv.fillIn);
    const first = screen.getByLabelText('First name');
    fireEvent.focus(first);
    fireEvent.blur(first);
    await waitFor(() => screen.getByText('First name is required'));
    expect(button(FOR_BANK).disabled).toBe(true);
    fireEvent.change(first, { target: { value: 'Maya' } });
    fireEvent.change(screen.getByLabelText('Last name'), { target: { value: 'Lin' } });
    await enabled(FOR_BANK);
  });

  it('a payment through Stripe uses a confirmation token', async () => {
    const stripe = installFakeStripe();
    serve('stripe');
    world.network.answer(SUBMIT, { body: submitAnswer() });
    await open();
    await waitFor(() => expect(stripe.mountedAt).toBe('#pay-card-element'));
    expect(button(FOR_CARD).disabled).toBe(true);
    act(() => stripe.emit('change', { empty: false, complete: true }));
    await enabled(FOR_CARD);
    press(FOR_CARD);
    await waitFor(() => expect(submitted()).toHaveLength(1));
    const paymentInfo = { paymentType: 'card', token: 'ctoken_sandbox_1' };
    expect(submitted()[0]?.body).toMatchObject({ processor: 'stripe', paymentInfo });
  });
});
