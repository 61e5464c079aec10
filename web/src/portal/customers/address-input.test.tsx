import type { Address } from '@quittance/contract/customers/address';
import type { Place } from '@quittance/contract/customers/places';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it } from 'vitest';
import { createSignedInWorld } from '../../../test/signed-in-world.ts';
import { AddressInput } from './address-input.tsx';
import { addressOfPlace } from './use-address-search.ts';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const PREDICTIONS = ['12 Main Street #3', '14 Main Street'].map((line, index) => ({
  place_id: `place-${index}`,
  description: `${line}, Springfield, IL, USA`,
  structured_formatting: { main_text: line, secondary_text: 'Springfield, IL, USA' },
}));

function place(parts: Record<string, string> = {}): Place {
  const all = {
    subpremise: '3',
    street_number: '12',
    route: 'Main Street',
    locality: 'Springfield',
    administrative_area_level_1: 'IL',
    country: 'US',
    postal_code: '62701',
    ...parts,
  };
  return {
    formatted_address: '12 Main Street #3, Springfield, IL 62701, USA',
    address_components: Object.entries(all)
      .filter(([, name]) => name !== '')
      .map(([type, name]) => ({ long_name: name, short_name: name, types: [type] })),
  };
}

async function openInput(chosen: Place = place()) {
  const world = await createSignedInWorld();
  world.network.answer('GET /api/portal/places', {
    body: world.ok({ predictions: PREDICTIONS }),
  });
  world.network.answer('GET /api/portal/geocode', { body: world.ok({ place: chosen }) });
  const changes: (Address | null)[] = [];
  const show = (value: Address | null) => (
    <Provider store={world.store}>
      <AddressInput value={value} onChange={(address) => void changes.push(address)} />
    </Provider>
  );
  const { rerender } = render(show(null));
  const input = screen.getByRole('combobox', { name: 'Address' });
  const type = (value: string) => fireEvent.change(input, { target: { value } });
  return { world, changes, input, type, showWith: (value: Address) => rerender(show(value)) };
}

describe('Address input (product §5.8)', () => {
  it('the address input requests predictions when typing pauses and emits the chosen address', async () => {
    const { world, changes, input, type } = await openInput();
    type('12');
    type('12 ma');
    fireEvent.click(await screen.findByText('12 Main Street #3'));
    await waitFor(() => expect(changes).toHaveLength(1));
    expect(changes[0]).toMatchObject({ city: 'Springfield', state: 'IL', unit: '3' });
    expect(input).toHaveProperty('value', '12 Main Street #3, Springfield, IL 62701, USA');
    expect(input.getAttribute('aria-expanded')).toBe('false');
    expect(world.network.sent.filter(({ path }) => path.includes('/places'))).toHaveLength(1);
  });

  it('the address input can be operated with the keyboard alone', async () => {
    const { changes, input, type } = await openInput();
    type('12 ma');
    await screen.findByText('14 Main Street');
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    const second = screen.getAllByRole('option')[1];
    expect(second?.getAttribute('aria-selected')).toBe('true');
    expect(input.getAttribute('aria-activedescendant')).toBe(second?.id);
    fireEvent.keyDown(input, { key: 'Enter' });
    await waitFor(() => expect(changes).toHaveLength(1));
  });

  it('the address input reports when no address matches', async () => {
    const { world, type } = await openInput();
    world.network.answer('GET /api/portal/places', { body: world.ok({ predictions: [] }) });
    type('zzz');
    const status = await screen.findByRole('status');
    await waitFor(() => expect(status.textContent).toMatch(/^No matching address/));
    type('');
    expect(status.textContent).toBe('');
  });

  it('the Enter key does not submit the form while no address is chosen', async () => {
    const { input, type, changes } = await openInput();
    type('12 ma');
    await screen.findByText('14 Main Street');
    expect(fireEvent.keyDown(input, { key: 'Enter' })).toBe(false);
    expect(await screen.findByText(/^Choose an address from the list/)).toBeDefined();
    expect(input).toHaveProperty('value', '12 ma');
    type('');
    expect(fireEvent.keyDown(input, { key: 'Enter' })).toBe(true);
    expect(changes).toEqual([]);
  });

  it('the address input clears the chosen address when its text is deleted', async () => {
    const { changes, type, showWith } = await openInput();
    type('12 ma');
    fireEvent.click(await screen.findByText('12 Main Street #3'));
    await waitFor(() => expect(changes).toHaveLength(1));
    if (changes[0]) showWith(changes[0]);
    type('');
    expect(changes.at(-1)).toBeNull();
  });

  it('the address input reports the missing part of an address and accepts a house without a unit', async () => {
    const { changes, type } = await openInput(place({ subpremise: '' }));
    type('12 ma');
    fireEvent.click(await screen.findByText('14 Main Street'));
    expect(await screen.findByText('Add the unit number, if there is one.')).toBeDefined();
    expect(changes[0]).toMatchObject({ unit: '', street: 'Main Street' });
  });
});

describe('Missing parts of a chosen place (product §5.7)', () => {
  it.each([
    ['country', 'ERROR_COUNTRY'],
    ['locality', 'ERROR_CITY'],
    ['administrative_area_level_1', 'ERROR_STATE'],
    ['route', 'ERROR_ADDRESS'],
    ['postal_code', 'ERROR_POSTAL_CODE'],
    ['street_number', 'ERROR_STREET_NUMBER'],
  ])('a chosen place without %s yields the error %s', (type, error) => {
    expect(addressOfPlace(place({ [type]: '' }))).toEqual({ error });
    expect(addressOfPlace(place({ [type]: '', subpremise: '' }))).toEqual({ error });
  });
});
