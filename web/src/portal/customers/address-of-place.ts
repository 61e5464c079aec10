/**
 * Converts a chosen place into an address, or into the error that says which part is missing (product §5.7).
 * The unit is optional.
 */
import {
  type Address,
  type AddressError,
  readAddress,
} from '@quittance/contract/customers/address';
import { type Place, partsOf } from '@quittance/contract/customers/places';

/** Placeholder unit while the other parts are validated. */
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
