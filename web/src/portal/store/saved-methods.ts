/** The saved methods of a signed-in customer with the company's processor, as display lines (R18). */

import type { Customer, PublicCustomer } from '@quittance/contract/customers/portal-schemas';
import type { Instant } from '@quittance/contract/dates';
import type { MethodId } from '@quittance/contract/ids';
import {
  type DetailedMethodLine,
  type SavedMethod,
  toMethodLine,
} from '@quittance/contract/methods/portal-schemas';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { createSelector } from '@reduxjs/toolkit';
import { selectCompany, selectSignedInCustomer } from './reads.ts';
import type { RootState } from './root.ts';

export type SavedMethodLine = DetailedMethodLine & { id: MethodId; lastUsedAt?: Instant };

const METHODS_OF: Record<ProcessorName, (customer: Customer) => readonly SavedMethod[]> = {
  stripe: ({ paymentMethod }) => paymentMethod,
  payengine: ({ pePaymentMethods }) => pePaymentMethods,
  fiserv: ({ fiPaymentMethods }) => fiPaymentMethods,
};

/** A public link does not have saved methods. */
export function toSavedMethods(
  customer: Customer | PublicCustomer,
  processor: ProcessorName,
): SavedMethodLine[] {
  if (!('id' in customer)) return [];
  return METHODS_OF[processor](customer).map((method) => ({
    ...toMethodLine(method),
    id: method.id,
    ...(method.lastUsedAt && { lastUsedAt: method.lastUsedAt }),
  }));
}

export const selectSavedMethods = createSelector(
  [selectSignedInCustomer, (state: RootState) => selectCompany(state)?.processor ?? null],
  (customer, processor): SavedMethodLine[] =>
    customer && processor ? toSavedMethods(customer, processor) : [],
);
