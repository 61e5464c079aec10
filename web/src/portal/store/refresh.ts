/**
 * Reloads the data the page shows (R21): after a socket event, after a lost connection, when the payer returns to
 * the window, and after a payment. The page keeps the current data until the responses arrive.
 */
import type { AppThunk } from './root.ts';

export function refresh(): AppThunk<Promise<void>> {
  return (_dispatch, _getState, { reads }) => reads.refresh();
}
