/** A maps result read into our address; the first missing part decides the error (product §5). */
import { z } from 'zod';

export const addressSchema = z.object({
  country: z.string(),
  city: z.string(),
  state: z.string(),
  address: z.string(),
  formatted_address: z.string(),
  postalCode: z.string(),
  streetNumber: z.string(),
  unit: z.string(),
  street: z.string(),
});
export type Address = z.infer<typeof addressSchema>;

/** In the order in which a missing part is reported. */
export const ADDRESS_ERRORS = [
  ['country', 'ERROR_COUNTRY'],
  ['city', 'ERROR_CITY'],
  ['state', 'ERROR_STATE'],
  ['address', 'ERROR_ADDRESS'],
  ['formatted_address', 'ERROR_FORMATTED_ADDRESS'],
  ['postalCode', 'ERROR_POSTAL_CODE'],
  ['streetNumber', 'ERROR_STREET_NUMBER'],
  ['unit', 'ERROR_UNIT'],
  ['street', 'ERROR_STREET'],
] as const satisfies readonly (readonly [keyof Address, string])[];

export type AddressError = (typeof ADDRESS_ERRORS)[number][1];

export function readAddress(parts: Partial<Address>): Address | { error: AddressError } {
  for (const [part, error] of ADDRESS_ERRORS) if (!parts[part]) return { error };
  return addressSchema.parse(parts);
}
