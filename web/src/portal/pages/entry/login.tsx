// The company's login (product §2.2, R19): sign-in request, then code. The link in the email signs in directly
// when it is opened in this browser.

import { useEffect, useState } from 'react';
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router';
import { signInTexts } from '#texts/site/sign-in';
import { PageSkeleton } from '../../../shared/ui/feedback/page-skeleton.tsx';
import { Card } from '../../../shared/ui/layout/card.tsx';
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Heading } from '../../../shared/ui/text/heading.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import { nextPage } from '../../identity/next-page.ts';
import { SignInSteps } from '../../identity/sign-in-steps.tsx';
import { useBrand } from '../../identity/use-brand.ts';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { continueSession } from '../../store/session.ts';
import { EntryFailure } from './entry-failure.tsx';
import { isDeadLinkState } from './entry-state.ts';

export function LoginPage() {
  const { company = '' } = useParams();
  const [query] = useSearchParams();
  const { state, hash } = useLocation();
  const { name, ...brand } = useBrand(company);
  const { session } = useAppSelector(({ auth }) => auth);
  const isAsking = useLiveSession(company);
  if (session?.domain === company) {
    const { isPaymentDue } = session;
    const named = { wanted: query.get('next'), invoiceRef: query.get('invoiceRef') };
    return <Navigate replace to={`${nextPage(company, { ...named, isPaymentDue })}${hash}`} />;
  }
  if (brand.failure) return <EntryFailure {...brand} failure={brand.failure} />;
  if (isAsking) return <PageSkeleton />;
  return (
    <PageColumn width="narrow">
      <Card padding="large">
        <SignInSteps
          company={company}
          customerRef={query.get('customerRef')}
          notice={isDeadLinkState(state) ? signInTexts.login.deadLink : null}
          head={(step) => <Head step={step} name={name} />}
        />
      </Card>
    </PageColumn>
  );
}

/** The visitor may be signed in. Returns whether the first response is awaited; sign-ins by the form come later. */
function useLiveSession(company: string): boolean {
  const dispatch = useAppDispatch();
  const isAsked = useAppSelector(({ auth }) => !auth.isAuthLoading);
  const [hasAnswer, setHasAnswer] = useState(isAsked);
  if (isAsked && !hasAnswer) setHasAnswer(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a session that was refused or ended is not asked for again
  useEffect(() => {
    if (!isAsked) void dispatch(continueSession(company));
  }, [dispatch, company]);
  return !hasAnswer;
}

function Head({ step, name }: { step: 'request' | 'code'; name: string | null }) {
  if (step === 'code') return <Heading level={1}>{signInTexts.checkMail}</Heading>;
  return (
    <Stack gap={2}>
      <Heading level={1}>{signInTexts.login.title}</Heading>
      <Text tone="muted">{signInTexts.login.text(name ?? signInTexts.login.someCompany)}</Text>
    </Stack>
  );
}
