/**
 * A chosen place as an address, or what it lacks (product §5.7). A house has no unit, and
 * the server takes it without one; every other part must be there.
 */
import { type Address, type AddressError, readAddress } from '@quittance/contract/address';
import { type Place, partsOf } from '@quittance/contract/places';

/** Stands in for the unit of a house while the rest is checked. */
const NO_UNIT = '-';

export type AddressResult = { address: Address; lacksUnit: boolean } | { error: AddressError };

export function addressOfPlace(place: Place): AddressResult {
  const parts = partsOf(place);
  const read = readAddress(parts);
  if (!('error' in read)) return { address: read, lacksUnit: false };
  if (read.error !== 'ERROR_UNIT') return read;
  const house = readAddress({ ...parts, unit: NO_UNIT });
  return 'error' in house ? house : { address: { ...house, unit: '' }, lacksUnit: true };
}
