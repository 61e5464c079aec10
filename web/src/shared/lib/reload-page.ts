/**
 * Reloads the page, at most once in ten seconds: its cause may persist, and must not lead to an endless
 * loop (product §8.8).
 */
import { type BrowserClock, browserClock } from './clock.ts';

const AGAIN_AFTER_MS = 10_000;
const LAST_KEY = 'quittance-reloaded-at';

export type ReloadParts = {
  clock: BrowserClock;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  reload: () => void;
};

const browser = (): ReloadParts => ({
  clock: browserClock,
  storage: window.sessionStorage,
  reload: () => window.location.reload(),
});

/** False when a reload has just happened. */
export function reloadPage({ clock, storage, reload }: ReloadParts = browser()): boolean {
  const nowMs = clock.nowMs();
  const sinceMs = nowMs - Number(storage.getItem(LAST_KEY) ?? 0);
  if (sinceMs < AGAIN_AFTER_MS) return false;
  storage.setItem(LAST_KEY, String(nowMs));
  reload();
  return true;
}
