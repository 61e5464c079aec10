/**
 * Reads again what the page shows (R21): after a socket event, after a lost connection, when the payer
 * returns to the window, and after a payment. The page keeps what it shows until the answers arrive.
 */
import { readOpenAgain } from './read-registry.ts';
import type { AppThunk } from './root.ts';

/** Calls back at every refresh, for a page that holds its answer itself. Returns a function that stops it. */
export function onRefresh(name: string, callback: () => void): AppThunk<() => void> {
  return (_dispatch, _getState, { reads }) => {
    const again = async (): Promise<boolean> => {
      callback();
      return true;
    };
    const abort = (): void => {};
    reads.set(name, { key: name, running: null, abort, again, isOpen: true, isClaimed: true });
    return () => reads.delete(name);
  };
}

export function refresh(): AppThunk<Promise<void>> {
  return (_dispatch, _getState, { reads }) => readOpenAgain(reads);
}
