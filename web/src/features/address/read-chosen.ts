/**
 * A chosen place as an address, or the words for what it lacks (product §5.6). A house has no unit, and
 * the server takes it without one; every other part must be there.
 */
import { type Address, type AddressError, readAddress } from '@quittance/contract/address';
import { type Place, partsOf } from '@quittance/contract/places';

export const ADDRESS_ERROR_TEXTS: Readonly<Record<AddressError, string>> = {
  ERROR_COUNTRY: 'This address has no country. Please choose one in the United States.',
  ERROR_CITY: 'This address has no city. Please choose a more exact one.',
  ERROR_STATE: 'This address has no state. Please choose a more exact one.',
  ERROR_ADDRESS: 'This address has no street. Please choose a more exact one.',
  ERROR_FORMATTED_ADDRESS: 'This address is not complete. Please choose another one.',
  ERROR_POSTAL_CODE: 'This address has no ZIP code. Please choose a more exact one.',
  ERROR_STREET_NUMBER: 'This address has no house number. Please choose a more exact one.',
  ERROR_UNIT: 'If there is a unit, please add it.',
  ERROR_STREET: 'This address has no street. Please choose a more exact one.',
};

/** Stands in for the unit of a house while the rest is checked. */
const NO_UNIT = '-';

export type Chosen = { address: Address; lacksUnit: boolean } | { error: AddressError };

export function readChosen(place: Place): Chosen {
  const parts = partsOf(place);
  const read = readAddress(parts);
  if (!('error' in read)) return { address: read, lacksUnit: false };
  if (read.error !== 'ERROR_UNIT') return read;
  const house = readAddress({ ...parts, unit: NO_UNIT });
  return 'error' in house ? house : { address: { ...house, unit: '' }, lacksUnit: true };
}
