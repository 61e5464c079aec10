/**
 * A customer's saved methods (product §7.5, R16): adding one, its dependents, and changing the method of an
 * invoice's plan or scheduled payment. The popups show failures. Removing a method is in `customer.ts`.
 */
import type { MethodId } from '@quittance/contract/ids';
import type { MethodDependants } from '@quittance/contract/methods/method-dependants';
import { createApiThunk } from './app-thunk.ts';
import type { AppThunk } from './root.ts';

const ON_SCREEN = { failureNotice: 'screen' } as const;

export const addMethod = createApiThunk('methods/add', 'addMethod', ON_SCREEN);
export const changeInvoiceMethod = createApiThunk(
  'methods/changeOfInvoice',
  'changeInvoiceMethod',
  ON_SCREEN,
);

/** Returns null if the call failed, which must not be treated as "no dependents". */
export function loadMethodDependants(id: MethodId): AppThunk<Promise<MethodDependants | null>> {
  return async (_dispatch, _getState, { api }) => {
    const result = await api.call('methodDependants', { params: { id } });
    return result.isOk ? result.answer : null;
  };
}
