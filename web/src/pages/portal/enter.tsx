// Where the link of a sign-in mail leads (R19): the token behind the # is exchanged at once in the browser
// that asked for it. Any other browser is asked for the code of the mail, which whoever merely follows
// links (a mail scanner) does not type. A link that is over leads to the login, where a fresh one is sent.

import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { CodeForm } from '../../features/sign-in/code-form.tsx';
import { nextPage } from '../../features/sign-in/next-page.ts';
import { hrefTo, PORTAL_PAGES } from '../../lib/paths.ts';
import { signIn } from '../../state/auth.ts';
import { loadCompanyBrand } from '../../state/company.ts';
import { failureText } from '../../state/failure-text.ts';
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import { toastShown } from '../../state/toasts.ts';
import { Card } from '../../ui/card.tsx';
import { Heading } from '../../ui/heading.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Text } from '../../ui/text.tsx';

export function EnterPage() {
  const { company = '' } = useParams();
  const dispatch = useAppDispatch();
  const isInside = useAppSelector(({ auth }) => auth.session?.domain === company);
  const name = useAppSelector((state) => state.company.brand?.name ?? null);
  const token = useTokenOnce();
  const isCodeNeeded = useExchange(company, token);
  useEffect(() => void dispatch(loadCompanyBrand({ params: { company } })), [dispatch, company]);
  if (isInside) return <Navigate replace to={nextPage(company, null)} />;
  return (
    <PageColumn width="narrow">
      <Card>
        {isCodeNeeded && token ? (
          <Stack gap={6}>
            <Stack gap={2}>
              <Heading level={1}>Continue to {name ?? 'the portal'}</Heading>
              <Text tone="muted">
                You opened the link in another browser than the one you asked from. Please type the
                code that stands in the same mail.
              </Text>
            </Stack>
            <CodeForm company={company} token={token} />
          </Stack>
        ) : (
          <Stack gap={4} align="center">
            <Spinner />
            <Heading level={1} size="small">
              Signing you in
            </Heading>
          </Stack>
        )}
      </Card>
    </PageColumn>
  );
}

/** Taken out of the address at once: neither history nor a shared screen keeps it. */
function useTokenOnce(): string | null {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get('token'));
  useEffect(() => {
    if (hash) void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return token;
}

/** Exchanges the token; true when this browser has to show the code as well. */
function useExchange(company: string, token: string | null): boolean {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [isCodeNeeded, setIsCodeNeeded] = useState(false);
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    const login = hrefTo(PORTAL_PAGES.login, { company });
    if (!token) {
      void navigate(login, { replace: true });
      return;
    }
    const exchange = async (): Promise<void> => {
      const entered = await dispatch(signIn({ token, domain: company }));
      if (!signIn.rejected.match(entered)) return;
      const failure = entered.payload;
      if (failure?.kind === 'http' && failure.error.message === 'SIGN_IN_CODE_NEEDED') {
        setIsCodeNeeded(true);
        return;
      }
      dispatch(toastShown({ tone: 'error', text: failureText(failure) }));
      void navigate(login, { replace: true });
    };
    void exchange();
  }, [company, token, dispatch, navigate]);
  return isCodeNeeded;
}
