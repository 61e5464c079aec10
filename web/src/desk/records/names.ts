/** What people and businesses are called. */
import type { ProviderCustomer } from '@quittance/contract/customers/provider-schemas';

type Named = Pick<ProviderCustomer, 'businessName' | 'firstName' | 'lastName' | 'customerRef'>;

/** An erased person has only the reference left. */
export function nameOf({ businessName, firstName, lastName, customerRef }: Named): string {
  return businessName ?? (`${firstName} ${lastName}`.trim() || customerRef);
}
