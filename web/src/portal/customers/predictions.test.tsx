import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import usePlacesAutocomplete from 'use-places-autocomplete';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSignedInWorld } from '../../../test/signed-in-world.ts';
import { AddressInput } from './address-input.tsx';

const LINE = '12 Main Street #3';
const PREDICTION = {
  place_id: 'place-1',
  description: `${LINE}, Springfield, IL, USA`,
  structured_formatting: { main_text: LINE, secondary_text: 'Springfield, IL, USA' },
};
const DAY_SECONDS = 86_400;
const UNAVAILABLE = "Addresses can't be looked up right now. Fill in the fields below.";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.useRealTimers();
});

async function openInput() {
  const world = await createSignedInWorld();
  const answer = { body: world.ok({ predictions: [PREDICTION] }) };
  world.network.answer('GET /api/portal/places', answer);
  render(
    <Provider store={world.store}>
      <AddressInput value={null} onChange={() => {}} />
    </Provider>,
  );
  const input = screen.getByRole('combobox', { name: 'Address' });
  const type = (value: string) => fireEvent.change(input, { target: { value } });
  const asked = () => world.calls('GET /api/portal/places');
  const retype = async (value: string) => {
    type('');
    type(value);
    await act(() => vi.advanceTimersByTimeAsync(300));
  };
  return { world, type, retype, asked };
}

describe('Predictions of addresses (product §5.8, §9.4)', () => {
  it('address predictions are requested 300 ms after the last keystroke', async () => {
    const { type, asked } = await openInput();
    type('12');
    await act(() => vi.advanceTimersByTimeAsync(299));
    type('12 ma');
    await act(() => vi.advanceTimersByTimeAsync(299));
    expect(asked()).toBe(0);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(asked()).toBe(1);
    expect(screen.getByText(LINE)).toBeDefined();
  });

  it('address predictions are cached for a day', async () => {
    const { retype, asked } = await openInput();
    await retype('12 ma');
    vi.setSystemTime(Date.now() + (DAY_SECONDS - 60) * 1_000);
    await retype('12 ma');
    expect(asked()).toBe(1);
    vi.setSystemTime(Date.now() + 120_000);
    await retype('12 ma');
    expect(asked()).toBe(2);
  });

  it('a failed address lookup is not reported as no match, and is logged without a toast (product §8.5)', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { world, retype } = await openInput();
    const body = { success: false, message: 'ADDRESSES_UNAVAILABLE' };
    world.network.answer('GET /api/portal/places', { status: 503, body });
    await retype('12 ma');
    expect(screen.queryAllByRole('option')).toEqual([]);
    expect(screen.queryByText(/^No matching address/)).toBeNull();
    expect(screen.getAllByText(UNAVAILABLE)).not.toEqual([]);
    expect(world.store.getState().toasts.list).toEqual([]);
    expect(log.mock.calls.flat().join()).toContain(UNAVAILABLE);
    log.mockRestore();
    world.network.answer('GET /api/portal/places', {
      body: world.ok({ predictions: [PREDICTION] }),
    });
    world.network.answer('GET /api/portal/geocode', { status: 503, body });
    await retype('12 main');
    fireEvent.click(screen.getByText(LINE));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.queryByText(/^This address is incomplete/)).toBeNull();
    expect(screen.getAllByText(UNAVAILABLE)).not.toEqual([]);
  });

  it('address predictions without a maps library are logged as missing (product §8.5)', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    renderHook(() => usePlacesAutocomplete());
    expect(log.mock.calls.flat().join()).toContain('Places API library must be loaded');
    log.mockRestore();
  });
});
