/**
 * A customer's kept methods (product §7.5, R16): adding one, what depends on one, and giving another one
 * to what is arranged for an invoice. The popups that ask say what went wrong; removing is customer.ts's.
 */
import type { MethodId } from '@quittance/contract/ids';
import type { MethodDependants } from '@quittance/contract/method-dependants';
import { createApiThunk } from '../store/app-thunk.ts';
import type { AppThunk } from '../store/root.ts';

const ON_SCREEN = { failureNotice: 'screen' } as const;

export const addMethod = createApiThunk('methods/add', 'addMethod', ON_SCREEN);
export const changeInvoiceMethod = createApiThunk(
  'methods/changeOfInvoice',
  'changeInvoiceMethod',
  ON_SCREEN,
);

/** Null when it could not be learnt: whoever asks must not take that for "nothing". */
export function loadMethodDependants(id: MethodId): AppThunk<Promise<MethodDependants | null>> {
  return async (_dispatch, _getState, { api }) => {
    const asked = await api.call('methodDependants', { params: { id } });
    return asked.isOk ? asked.answer : null;
  };
}
