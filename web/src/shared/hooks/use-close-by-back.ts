// Lets the browser's Back close an open dialog. `close` returns false while the dialog cannot be closed.

import { useLayoutEffect } from 'react';
import { holdDialogEntry } from './dialog-history.ts';
import { useLatest } from './use-latest.ts';

export function useCloseByBack(isOpen: boolean, close: () => boolean): void {
  const latest = useLatest(close);
  // Runs before the dialog is painted, because Back may follow at once.
  useLayoutEffect(() => {
    if (!isOpen) return;
    return holdDialogEntry(() => latest.current());
  }, [isOpen, latest]);
}
