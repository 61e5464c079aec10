// Opens the pages of a company to a signed-in member, and the sign-in page to anyone else. A session that ends
// while a page is open is detected when the window regains focus, or at a refused call.

import type { DeskSession } from '@quittance/contract/identity/staff';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { isStatus } from '../../shared/api/http.ts';
import { canUsePasskeys } from '../../shared/lib/passkey.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Spinner } from '../../shared/ui/actions/spinner.tsx';
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useClient } from '../api/client-context.ts';
import { type Failure, toSentence } from '../api/failure.ts';
import { SecondFactorContext } from '../api/second-factor-context.ts';
import { SessionContext, useSigned } from '../api/session-context.ts';
import { useRead } from '../api/use-read.ts';
import { toPaths } from '../paths.ts';
import { DialogOnDemand } from '../shell/dialog-on-demand.tsx';
import { guardTexts, secondFactorTexts, signInTexts } from '../texts/session.ts';
import { EntryFrame } from './entry-frame.tsx';
import { useAddPasskey, useProvePasskey } from './passkey-ceremonies.ts';
import { PasskeyNotice } from './passkey-notice.tsx';
import { CodeForm, EmailForm } from './sign-in-forms.tsx';

const NOT_SIGNED_IN = 401;

const isEnded = (failure: Failure | null): boolean => isStatus(failure, NOT_SIGNED_IN);

function useSignInPath(): string {
  const { domain = '' } = useParams();
  const { pathname, search } = useLocation();
  return `${toPaths(domain).signIn}?next=${encodeURIComponent(pathname + search)}`;
}

export function SessionGuard({ children }: { children: ReactNode }) {
  const { domain = '' } = useParams();
  const { answer: session, failure, again } = useRead('getSession', {});
  const signInPath = useSignInPath();
  const navigate = useNavigate();
  const leave = useCallback(
    () => void navigate(toPaths(domain).signIn, { replace: true }),
    [navigate, domain],
  );
  const { onSessionEnded } = useClient();
  useReturn(again);
  useEffect(() => onSessionEnded(again), [onSessionEnded, again]);
  const signed = useMemo(
    () => session && { session, refresh: again, leave },
    [session, again, leave],
  );
  if (isEnded(failure) && !session) return <Navigate replace to={signInPath} />;
  if (failure && !session) return <NotOpened failure={failure} onRetry={again} />;
  if (!signed) return <Opening />;
  return (
    <SessionContext value={signed}>
      {/* Another member does not continue the work of the previous one. */}
      <SecondFactorProvider key={signed.session.member.id}>{children}</SecondFactorProvider>
      {isEnded(failure) && <SignInAgain session={signed.session} onEntered={again} />}
    </SessionContext>
  );
}

type SignInAgainProps = { session: DeskSession; onEntered: () => void };

/** Sign-in over the page, so that typed text survives the end of a session. */
function SignInAgain({ session: { member }, onEntered }: SignInAgainProps) {
  const { domain = '' } = useParams();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <DialogOnDemand isOpen isBlocked size="small" title={signInTexts.ended} onClose={() => {}}>
      <Stack gap={5}>
        <Text>{sentTo === null ? signInTexts.endedText : signInTexts.sentText(sentTo)}</Text>
        {sentTo === null ? (
          <EmailForm domain={domain} first={member.email} onSent={setSentTo} />
        ) : (
          <CodeForm
            domain={domain}
            token={undefined}
            onEntered={onEntered}
            onDead={() => setSentTo(null)}
          />
        )}
        <a href={toPaths(domain).signIn}>{signInTexts.leave}</a>
      </Stack>
    </DialogOnDemand>
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
      <ErrorState title={guardTexts.notOpened} text={toSentence(failure)} onRetry={onRetry} />
    </EntryFrame>
  );
}

/**
 * Requests the passkey when an action needs it (R74). A member without a passkey adds one here, and the action
 * continues.
 */
function SecondFactorProvider({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const answer = useRef<((isProved: boolean) => void) | null>(null);
  const ask = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        answer.current?.(false);
        answer.current = resolve;
        setIsOpen(true);
      }),
    [],
  );
  const close = (isProved: boolean): void => {
    setIsOpen(false);
    answer.current?.(isProved);
    answer.current = null;
  };
  return (
    <SecondFactorContext value={ask}>
      {children}
      {isOpen && <SecondFactorDialog onClose={close} />}
    </SecondFactorContext>
  );
}

function SecondFactorDialog({ onClose }: { onClose: (isProved: boolean) => void }) {
  const { session, refresh } = useSigned();
  const [hasPasskey, setHasPasskey] = useState(session.passkeyCount > 0);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const prove = useProvePasskey();
  const add = useAddPasskey();
  const texts = secondFactorTexts;
  const isPossible = canUsePasskeys();
  const go = async (): Promise<void> => {
    setIsBusy(true);
    setError(null);
    const outcome = hasPasskey ? await prove() : await add(texts.firstName);
    setIsBusy(false);
    if (outcome.kind === 'refused') setError(outcome.text);
    else if (outcome.kind === 'missing') setHasPasskey(false);
    else {
      refresh();
      onClose(true);
    }
  };
  return (
    <DialogOnDemand
      isOpen
      size="small"
      title={hasPasskey ? texts.title : texts.firstTitle}
      isBlocked={isBusy}
      onClose={() => onClose(false)}
    >
      <Stack gap={5}>
        <Text>{hasPasskey ? texts.text : texts.firstText}</Text>
        <PasskeyNotice />
        {error && <Notice tone="danger">{error}</Notice>}
        <Stack direction="row" gap={3} wraps>
          {isPossible && (
            <Button isLoading={isBusy} onClick={() => void go()}>
              {hasPasskey ? texts.confirm : texts.add}
            </Button>
          )}
          <Button variant="quiet" onClick={() => onClose(false)}>
            {texts.cancel}
          </Button>
        </Stack>
      </Stack>
    </DialogOnDemand>
  );
}
