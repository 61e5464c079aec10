// Opens the pages of a company to a signed-in member, and the sign-in to anyone else. A session that ends while a page
// is open is noticed at the next look at the window, or at a refused call.

import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { isStatus } from '../../shared/api/http.ts';
import { Spinner } from '../../shared/ui/actions/spinner.tsx';
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useClient } from '../api/client-context.ts';
import { type Failure, sentenceOf } from '../api/failure.ts';
import { SessionContext } from '../api/session-context.ts';
import { useRead } from '../api/use-read.ts';
import { pathsOf } from '../paths.ts';
import { guardTexts } from '../texts/session.ts';
import { EntryFrame } from './entry-frame.tsx';
import { SecondFactorProvider } from './second-factor.tsx';

const NOT_SIGNED_IN = 401;

const isEnded = (failure: Failure | null): boolean => isStatus(failure, NOT_SIGNED_IN);

function useSignInPath(): string {
  const { domain = '' } = useParams();
  const { pathname, search } = useLocation();
  return `${pathsOf(domain).signIn}?next=${encodeURIComponent(pathname + search)}`;
}

export function SessionGuard({ children }: { children: ReactNode }) {
  const { domain = '' } = useParams();
  const { answer: session, failure, again } = useRead('getSession', {});
  const signInPath = useSignInPath();
  const navigate = useNavigate();
  const leave = useCallback(
    () => void navigate(pathsOf(domain).signIn, { replace: true }),
    [navigate, domain],
  );
  const { onSessionEnded } = useClient();
  useReturn(again);
  useEffect(() => onSessionEnded(again), [onSessionEnded, again]);
  const signed = useMemo(
    () => session && { session, refresh: again, leave },
    [session, again, leave],
  );
  if (isEnded(failure)) return <Navigate replace to={signInPath} />;
  if (failure && !session) return <NotOpened failure={failure} onRetry={again} />;
  if (!signed) return <Opening />;
  return (
    <SessionContext value={signed}>
      <SecondFactorProvider>{children}</SecondFactorProvider>
    </SessionContext>
  );
}

function useReturn(onReturn: () => void): void {
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') onReturn();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [onReturn]);
}

function Opening() {
  return (
    <EntryFrame title={guardTexts.loading}>
      <Stack gap={3} align="center">
        <Spinner />
        <Text tone="muted">{guardTexts.loading}</Text>
      </Stack>
    </EntryFrame>
  );
}

function NotOpened({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  return (
    <EntryFrame title={guardTexts.notOpened}>
      <ErrorState title={guardTexts.notOpened} text={sentenceOf(failure)} onRetry={onRetry} />
    </EntryFrame>
  );
}
