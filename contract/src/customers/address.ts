/** Addresses, and the error for the first missing part (product §5). */
import { z } from 'zod';
import { plainText } from '../plain-text.ts';

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

const part = plainText({ max: 200 });

/** Only addresses in the United States are accepted (product §5). The unit is optional. */
export const addressInputSchema = z.strictObject({
  country: z.enum(['US', 'United States']),
  city: part,
  state: part,
  address: part,
  formatted_address: plainText({ max: 400 }),
  postalCode: plainText({ max: 20 }),
  streetNumber: plainText({ max: 20 }),
  unit: plainText({ min: 0, max: 40 }),
  street: part,
});

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

function isComplete(parts: Partial<Address>): parts is Address {
  return ADDRESS_ERRORS.every(([part]) => parts[part]);
}

export function readAddress(parts: Partial<Address>): Address | { error: AddressError } {
  if (isComplete(parts)) return parts;
  const [, error] = ADDRESS_ERRORS.find(([part]) => !parts[part]) ?? ADDRESS_ERRORS[0];
  return { error };
}
