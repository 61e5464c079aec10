/** Loads the link to a file of the whole account and opens it. A failure is shown in a toast. */
import type { QueryOf } from '@quittance/contract/portal-routes';
import { followLink } from '../../shared/lib/follow-link.ts';
import { createApiThunk } from './app-thunk.ts';
import type { AppThunk } from './root.ts';

const loadFileLink = createApiThunk('records/fileLink', 'accountFileLink');

export function openAccountFile(query: QueryOf<'accountFileLink'>): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const id = getState().auth.session?.customerId;
    if (!id) return;
    const answer = await dispatch(loadFileLink({ params: { id }, query }));
    if (loadFileLink.fulfilled.match(answer)) followLink(answer.payload);
  };
}
