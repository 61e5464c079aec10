/**
 * One history entry while a dialog is open, so that the browser's Back closes the dialog instead of leaving the page.
 * The entry has the URL and the state of its page and a mark. It is removed when the dialog closes in any other way.
 * Forward, and a reload, open no dialog: they go back to the page's own entry.
 */

/** What Back does to an open dialog; false when the dialog cannot be closed now. */
type CloseByBack = () => boolean;

const MARK = 'isDialogOpen';

const openDialogs: CloseByBack[] = [];
/** Our own `back()` has not arrived yet. */
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

/** Returns how to give the entry up. */
export function holdDialogEntry(close: CloseByBack): () => void {
  openDialogs.push(close);
  // After all effects of a render, in which one dialog may replace another.
  queueMicrotask(settle);
  return () => {
    openDialogs.splice(openDialogs.indexOf(close), 1);
    queueMicrotask(settle);
  };
}
