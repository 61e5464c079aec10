import { describe, expect, it } from 'vitest';
import { ADDRESS_ERRORS, type Address, readAddress } from './address.ts';

const address: Address = {
  country: 'US',
  city: 'Springfield',
  state: 'IL',
  address: 'Main Street',
  formatted_address: '12 Main Street #3, Springfield, IL 62701, USA',
  postalCode: '62701',
  streetNumber: '12',
  unit: '3',
  street: 'Main Street',
};

describe('Address parsing (product §5)', () => {
  it('a complete address is accepted', () => {
    expect(readAddress(address)).toEqual(address);
  });

  it.each([
    ['country', 'ERROR_COUNTRY'],
    ['city', 'ERROR_CITY'],
    ['state', 'ERROR_STATE'],
    ['address', 'ERROR_ADDRESS'],
    ['formatted_address', 'ERROR_FORMATTED_ADDRESS'],
    ['postalCode', 'ERROR_POSTAL_CODE'],
    ['streetNumber', 'ERROR_STREET_NUMBER'],
    ['unit', 'ERROR_UNIT'],
    ['street', 'ERROR_STREET'],
  ] as const)('an address without %s is rejected with %s', (part, error) => {
    const { [part]: _, ...rest } = address;
    expect(readAddress(rest)).toEqual({ error });
    expect(readAddress({ ...address, [part]: '' })).toEqual({ error });
  });

  it('address parsing reports only the first missing part', () => {
    expect(readAddress({})).toEqual({ error: 'ERROR_COUNTRY' });
    expect(readAddress({ country: 'US', city: 'Springfield' })).toEqual({ error: 'ERROR_STATE' });
  });

  it('every part of an address is required', () => {
    expect(ADDRESS_ERRORS.map(([part]) => part).toSorted()).toEqual(
      Object.keys(address).toSorted(),
    );
  });
});
