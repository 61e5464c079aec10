/** The address search, and the missing part of a chosen address (product §5.7). */
import type { AddressError } from '@quittance/contract/customers/address';

const errors: Record<AddressError, string> = {
  ERROR_COUNTRY: 'This address has no country. Please choose one in the United States.',
  ERROR_CITY: 'This address has no city. Please choose a more specific one.',
  ERROR_STATE: 'This address has no state. Please choose a more specific one.',
  ERROR_ADDRESS: 'This address has no street. Please choose a more specific one.',
  ERROR_FORMATTED_ADDRESS: 'This address is incomplete. Please choose another one.',
  ERROR_POSTAL_CODE: 'This address has no ZIP code. Please choose a more specific one.',
  ERROR_STREET_NUMBER:
    'This address is missing the street number. Please choose a more complete one.',
  ERROR_UNIT: 'Add the unit number, if there is one.',
  ERROR_STREET: 'This address has no street. Please choose a more specific one.',
};

export const addressTexts = {
  label: 'Address',
  noMatch: 'No matching address. Check the spelling or fill in the fields below.',
  unavailable: "Addresses can't be looked up right now. Fill in the fields below.",
  choose: 'Choose an address from the list or fill in the fields below.',
  errors,
};
