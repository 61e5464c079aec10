// Handles a session that the server ended while a page was open. With a customerRef in the URL the visit starts
// over (product §8.8). Otherwise the page stays and prompts the customer to sign in again.

import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { type BrowserClock, browserClock } from '../../shared/lib/clock.ts';
import { onDemand } from '../../shared/ui/feedback/on-demand.tsx';
import { PopupNotLoaded } from '../popups/popup-placeholder.tsx';
import type { Session } from '../store/auth.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { forgetCustomer } from '../store/session.ts';

const SignInAgain = onDemand(
  async () => (await import('../identity/sign-in-again.tsx')).SignInAgain,
  {
    waiting: () => null,
    failed: (retry) => <SignInNotLoaded onRetry={retry} />,
  },
).Component;

export function SessionGuard({ session }: { session: Session }) {
  const isSessionOver = useAppSelector(({ auth }) => auth.isSessionOver);
  const [query] = useSearchParams();
  if (!isSessionOver) return null;
  if (query.has('customerRef')) return <StartOver />;
  return <SignInAgain session={session} />;
}

function SignInNotLoaded({ onRetry }: { onRetry: () => void }) {
  const dispatch = useAppDispatch();
  return <PopupNotLoaded onRetry={onRetry} onClose={() => dispatch(forgetCustomer())} />;
}

/** Redirects to the login if the page was reloaded just before, so that it does not reload in a loop. */
function StartOver() {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(forgetCustomer());
    reloadPage();
  }, [dispatch]);
  return null;
}

const AGAIN_AFTER_MS = 10_000;
const LAST_KEY = 'quittance-reloaded-at';

type ReloadParts = {
  clock: BrowserClock;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  reload: () => void;
};

const browser = (): ReloadParts => ({
  clock: browserClock,
  storage: window.sessionStorage,
  reload: () => window.location.reload(),
});

export function reloadPage({ clock, storage, reload }: ReloadParts = browser()): boolean {
  const nowMs = clock.nowMs();
  const sinceMs = nowMs - Number(storage.getItem(LAST_KEY) ?? 0);
  if (sinceMs < AGAIN_AFTER_MS) return false;
  storage.setItem(LAST_KEY, String(nowMs));
  reload();
  return true;
}
