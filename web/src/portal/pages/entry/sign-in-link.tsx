// The target of a sign-in link (R19). The browser that requested the link exchanges the token in the URL fragment
// at once. Other browsers must enter the code from the email, because email scanners follow links. An expired link
// leads to the login page.

import { useCallback, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { signInTexts } from '#texts/site/sign-in';
import { hrefTo, PORTAL_PAGES } from '../../../shared/lib/paths.ts';
import { Spinner } from '../../../shared/ui/actions/spinner.tsx';
import { Card } from '../../../shared/ui/layout/card.tsx';
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Heading } from '../../../shared/ui/text/heading.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import { CodeForm } from '../../identity/code-form.tsx';
import { NO_TARGET, nextPage } from '../../identity/next-page.ts';
import { useBrand } from '../../identity/use-brand.ts';
import { signIn } from '../../store/auth.ts';
import { failureText } from '../../store/failure-text.ts';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { continueSession } from '../../store/session.ts';
import { toastShown } from '../../store/toasts.ts';
import { EntryFailure } from './entry-failure.tsx';
import { DEAD_LINK_STATE } from './entry-state.ts';

export function SignInLinkPage() {
  const { company = '' } = useParams();
  const session = useAppSelector(({ auth }) => auth.session);
  const { name, ...brand } = useBrand(company);
  const token = useTokenOnce();
  const toLogin = useToLogin(company);
  const isCodeNeeded = useExchange({ company, token, toLogin });
  if (session?.domain === company) {
    const { isPaymentDue } = session;
    return <Navigate replace to={nextPage(company, { ...NO_TARGET, isPaymentDue })} />;
  }
  if (brand.failure) return <EntryFailure {...brand} failure={brand.failure} />;
  return (
    <PageColumn width="narrow">
      <Card padding="large">
        {isCodeNeeded && token ? (
          <Stack gap={6}>
            <Stack gap={2}>
              <Heading level={1}>
                {signInTexts.enter.title(name ?? signInTexts.enter.somePortal)}
              </Heading>
              <Text tone="muted">{signInTexts.enter.otherBrowser}</Text>
            </Stack>
            <CodeForm
              company={company}
              token={token}
              onExpired={(text) => toLogin({ text, isLinkDead: true })}
            />
          </Stack>
        ) : (
          <Stack gap={4} align="center">
            <Spinner />
            <Heading level={1} size="small">
              {signInTexts.enter.busy}
            </Heading>
          </Stack>
        )}
      </Card>
    </PageColumn>
  );
}

/** The token is removed from the address at once, so that it stays out of the history. */
function useTokenOnce(): string | null {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(() => tokenIn(hash));
  useEffect(() => {
    if (!hash) return;
    setToken(tokenIn(hash));
    void navigate(pathname + search, { replace: true });
  }, [hash, pathname, search, navigate]);
  return token;
}

function tokenIn(hash: string): string | null {
  return new URLSearchParams(hash.slice(1)).get('token');
}

type ToLogin = (why: { text: string; isLinkDead: boolean } | null) => void;

/** Product §4.17: shows the server's message as a toast and goes to the company's login, which reads the same query. */
function useToLogin(company: string): ToLogin {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { search } = useLocation();
  return useCallback(
    (why) => {
      if (why) dispatch(toastShown({ tone: 'error', text: why.text }));
      const state = why?.isLinkDead ? DEAD_LINK_STATE : null;
      void navigate(hrefTo(PORTAL_PAGES.login, { company }) + search, { replace: true, state });
    },
    [company, search, dispatch, navigate],
  );
}

type Exchange = { company: string; token: string | null; toLogin: ToLogin };

function useExchange({ company, token, toLogin }: Exchange): boolean {
  const dispatch = useAppDispatch();
  const [isCodeNeeded, setIsCodeNeeded] = useState(false);
  const exchanged = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (exchanged.current === token) return;
    exchanged.current = token;
    const exchange = async (): Promise<void> => {
      if (!token) return toLogin(null);
      const entered = await dispatch(signIn({ token, domain: company }));
      if (!signIn.rejected.match(entered)) return;
      const { payload: failure } = entered;
      const code = failure?.kind === 'http' ? failure.error.message : null;
      if (code === 'SIGN_IN_CODE_NEEDED') return setIsCodeNeeded(true);
      // `EntryFailure` is shown for an unknown company.
      if (code === 'COMPANY_NOT_FOUND') return;
      const isLinkDead = code === 'SIGN_IN_LINK_DEAD';
      if (isLinkDead && (await dispatch(continueSession(company)))) return;
      toLogin({ text: failureText(failure), isLinkDead });
    };
    void exchange();
  }, [company, token, dispatch, toLogin]);
  return isCodeNeeded;
}
