/** What people and businesses are called. */
import type { ProviderCustomer } from '@quittance/contract/customers/provider-schemas';

type CustomerNames = Pick<
  ProviderCustomer,
  'businessName' | 'firstName' | 'lastName' | 'customerRef'
>;

/** An erased person has only the reference left. */
export function toName({ businessName, firstName, lastName, customerRef }: CustomerNames): string {
  return businessName ?? (`${firstName} ${lastName}`.trim() || customerRef);
}
