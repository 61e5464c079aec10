/**
 * Adds one history entry while a dialog is open, so that the browser's Back closes the dialog instead of leaving
 * the page. The entry has the URL and state of its page, plus a mark. It is removed when the dialog closes in any
 * other way. Forward and reload do not open a dialog; they go back to the page's own entry.
 */

/** Called by Back on an open dialog. Returns false if the dialog cannot be closed now. */
type CloseByBack = () => boolean;

const MARK = 'isDialogOpen';

const openDialogs: CloseByBack[] = [];
/** Our own `back()` is still pending. */
let isLeaving = false;

function isMarked(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && MARK in state;
}

function addEntry(): void {
  if (!isMarked()) window.history.pushState({ ...window.history.state, [MARK]: true }, '');
}

function settle(): void {
  if (isLeaving && isMarked()) return;
  isLeaving = false;
  if (openDialogs.length > 0) addEntry();
  else if (isMarked()) {
    isLeaving = true;
    window.history.back();
  }
}

function followHistory(): void {
  const isOurs = isLeaving;
  isLeaving = false;
  const close = openDialogs.at(-1);
  const isBack = !isOurs && !isMarked();
  if (isBack && close?.()) return;
  settle();
}

/** Also removes the entry of a dialog that was open before a reload. */
export function watchDialogHistory(): void {
  window.addEventListener('popstate', followHistory);
  settle();
}

export function holdDialogEntry(close: CloseByBack): () => void {
  openDialogs.push(close);
  // Runs after all effects of a render, in which one dialog may replace another.
  queueMicrotask(settle);
  return () => {
    openDialogs.splice(openDialogs.indexOf(close), 1);
    queueMicrotask(settle);
  };
}

/** Waits for the entry of a dialog that was just closed, because a navigation would add its own entry on top. */
export function afterDialogEntry(run: () => void): void {
  if (openDialogs.length > 0 || !isMarked()) run();
  else window.addEventListener('popstate', () => setTimeout(run), { once: true });
}
