// The company's login (product §2.2, R19): who are you, then 'check your mail' with the code. The link in
// the mail signs in by itself when it is opened in this browser.

import { useEffect } from 'react';
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router';
import { signInTexts } from '#texts/sign-in';
import { nextPage } from '../../features/sign-in/next-page.ts';
import { SignInSteps } from '../../features/sign-in/sign-in-steps.tsx';
import { loadCompanyBrand } from '../../state/company.ts';
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import { Card } from '../../ui/card.tsx';
import { Heading } from '../../ui/heading.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Text } from '../../ui/text.tsx';
import { EntryFailure } from './entry-failure.tsx';
import { isDeadLinkState } from './entry-state.ts';

export function LoginPage() {
  const { company = '' } = useParams();
  const [query] = useSearchParams();
  const { state, hash } = useLocation();
  const dispatch = useAppDispatch();
  const name = useAppSelector(({ company: { brand } }) => brand?.name ?? null);
  const failure = useAppSelector((all) => all.company.failure);
  const isInside = useAppSelector(({ auth }) => auth.session?.domain === company);
  const load = (): void => void dispatch(loadCompanyBrand({ params: { company } }));
  useEffect(load, [dispatch, company]);
  if (isInside) return <Navigate replace to={`${nextPage(company, query.get('next'))}${hash}`} />;
  if (failure) return <EntryFailure failure={failure} onRetry={load} />;
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

function Head({ step, name }: { step: 'ask' | 'check'; name: string | null }) {
  if (step === 'check') return <Heading level={1}>{signInTexts.checkMail}</Heading>;
  return (
    <Stack gap={2}>
      <Heading level={1}>{signInTexts.login.title}</Heading>
      <Text tone="muted">{signInTexts.login.text(name ?? signInTexts.login.someCompany)}</Text>
    </Stack>
  );
}
