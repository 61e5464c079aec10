/** Adds the groups and listeners that the first view does not need. Repeated calls change nothing. */
import type { AppThunk } from './root.ts';

export function loadFullStore(): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const { completeStore } = await import('./full-store.ts');
    dispatch(completeStore());
  };
}
