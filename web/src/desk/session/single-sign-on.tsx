// Sign-in with the company's identity provider: the button that leads there, and the page to which it leads back.

import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Spinner } from '../../shared/ui/actions/spinner.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { useClient } from '../api/client-context.ts';
import { toSentence } from '../api/failure.ts';
import { safeNext, toPaths } from '../paths.ts';
import { signInTexts } from '../texts/session.ts';
import { EntryFrame } from './entry-frame.tsx';
import { rememberCompany } from './last-company.ts';

/** Kept here rather than at the provider, so that the provider does not choose the page. */
const NEXT_KEY = 'quittance.single-sign-on.next';

type ProviderButtonProps = { domain: string; label: string; next: string | null };

export function ProviderButton({ domain, label, next }: ProviderButtonProps) {
  const client = useClient();
  const [error, setError] = useState<string | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setIsLeaving(true);
    setError(null);
    const result = await client.call('beginIdentitySignIn', { body: { domain } });
    if (!result.isOk) {
      setIsLeaving(false);
      setError(toSentence(result.failure));
      return;
    }
    sessionStorage.setItem(NEXT_KEY, next ?? '');
    window.location.assign(result.answer.url);
  };
  return (
    <Stack gap={3}>
      {error && <Notice tone="danger">{error}</Notice>}
      <Button size="large" isWide isLoading={isLeaving} onClick={() => void leave()}>
        {signInTexts.provider(label)}
      </Button>
    </Stack>
  );
}

/** The code is removed from the address at once, so that it stays out of the history. */
export function SingleSignOnPage() {
  const { domain = '' } = useParams();
  const { pathname, search } = useLocation();
  const client = useClient();
  const navigate = useNavigate();
  const tried = useRef(false);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (tried.current) return;
    tried.current = true;
    const exchange = async () => {
      void navigate(pathname, { replace: true });
      const body = { domain, response: search };
      const result = await client.call('completeIdentitySignIn', { body });
      if (!result.isOk) return setError(toSentence(result.failure));
      rememberCompany(domain);
      const next = safeNext(domain, sessionStorage.getItem(NEXT_KEY));
      void navigate(next, { replace: true });
    };
    void exchange();
  });
  return (
    <EntryFrame title={signInTexts.title}>
      {error === null ? (
        <Stack gap={4} align="center">
          <Spinner />
          <Heading level={1} size="small">
            {signInTexts.busy}
          </Heading>
        </Stack>
      ) : (
        <Stack gap={5}>
          <Heading level={1} size="section">
            {signInTexts.notSignedIn}
          </Heading>
          <Notice tone="danger">{error}</Notice>
          <Link to={toPaths(domain).signIn}>{signInTexts.tryAgain}</Link>
        </Stack>
      )}
    </EntryFrame>
  );
}
