// What happens when the server ends the session under an open page. With a customerRef in the address the
// visit starts over (product §8.8); otherwise the page stays and its customer is asked to sign in again.

import { lazy, Suspense, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { reloadPage } from '../lib/reload-page.ts';
import type { Session } from '../state/session/auth.ts';
import { forgetCustomer } from '../state/session/session.ts';
import { useAppDispatch, useAppSelector } from '../state/store/hooks.ts';

const SignInAgain = lazy(async () => ({
  default: (await import('../features/sign-in/sign-in-again.tsx')).SignInAgain,
}));

export function SessionGuard({ session }: { session: Session }) {
  const isSessionOver = useAppSelector(({ auth }) => auth.isSessionOver);
  const [query] = useSearchParams();
  if (!isSessionOver) return null;
  if (query.has('customerRef')) return <StartOver />;
  return (
    <Suspense>
      <SignInAgain session={session} />
    </Suspense>
  );
}

/** Without the reload, when there was one just now, the gate leads to the login. */
function StartOver() {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(forgetCustomer());
    reloadPage();
  }, [dispatch]);
  return null;
}
