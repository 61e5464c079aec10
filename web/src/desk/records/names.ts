/** The display names of people and businesses. */
import type { ProviderCustomer } from '@quittance/contract/customers/provider-schemas';

type CustomerNames = Pick<
  ProviderCustomer,
  'businessName' | 'firstName' | 'lastName' | 'customerRef'
>;

/** Only the reference of an erased person remains. */
export function toName({ businessName, firstName, lastName, customerRef }: CustomerNames): string {
  return businessName ?? (`${firstName} ${lastName}`.trim() || customerRef);
}

/** The metadata key of an invoice's tag. */
export const TAG = 'tag';
