/** The saved methods of a signed-in customer with the company's processor, as display lines (R18). */

import type { Customer, PublicCustomer } from '@quittance/contract/customers/portal-schemas';
import type { Instant } from '@quittance/contract/dates';
import type { MethodId } from '@quittance/contract/ids';
import { type DetailedMethodLine, toMethodLine } from '@quittance/contract/methods/portal-schemas';
import { createSelector } from '@reduxjs/toolkit';
import { selectSignedInCustomer } from './reads.ts';

export type SavedMethodLine = DetailedMethodLine & { id: MethodId; lastUsedAt?: Instant };

/** A public link does not have saved methods. */
export function toSavedMethods(customer: Customer | PublicCustomer): SavedMethodLine[] {
  if (!('id' in customer)) return [];
  const { paymentMethod, pePaymentMethods, fiPaymentMethods } = customer;
  // The server fills only the list of the company's processor.
  return [...paymentMethod, ...pePaymentMethods, ...fiPaymentMethods].map((method) => ({
    ...toMethodLine(method),
    id: method.id,
    ...(method.lastUsedAt && { lastUsedAt: method.lastUsedAt }),
  }));
}

export const selectSavedMethods = createSelector(
  [selectSignedInCustomer],
  (customer): SavedMethodLine[] => (customer ? toSavedMethods(customer) : []),
);
