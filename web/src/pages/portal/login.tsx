// The company's login (product §2.1, R19): who are you, then 'check your mail' with the code. The link in the
// mail signs in by itself when it is opened in this browser.

import { useEffect, useState } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { AskForm } from '../../features/sign-in/ask-form.tsx';
import { CodeForm } from '../../features/sign-in/code-form.tsx';
import { nextPage } from '../../features/sign-in/next-page.ts';
import { loadCompanyBrand } from '../../state/company.ts';
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Heading } from '../../ui/heading.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Text } from '../../ui/text.tsx';

export function LoginPage() {
  const { company = '' } = useParams();
  const [query] = useSearchParams();
  const dispatch = useAppDispatch();
  const name = useAppSelector((state) => state.company.brand?.name ?? null);
  const isInside = useAppSelector(({ auth }) => auth.session?.domain === company);
  const [asked, setAsked] = useState<string | null>(null);
  useEffect(() => void dispatch(loadCompanyBrand({ params: { company } })), [dispatch, company]);
  if (isInside) return <Navigate replace to={nextPage(company, query.get('next'))} />;
  return (
    <PageColumn width="narrow">
      <Card>
        {asked === null ? (
          <Stack gap={6}>
            <Stack gap={2}>
              <Heading level={1}>Sign in</Heading>
              <Text tone="muted">
                See and pay what you owe {name ?? 'the company'}. No password needed.
              </Text>
            </Stack>
            <AskForm company={company} customerRef={query.get('customerRef')} onAsked={setAsked} />
          </Stack>
        ) : (
          <CheckMail company={company} typed={asked} onBack={() => setAsked(null)} />
        )}
      </Card>
    </PageColumn>
  );
}

type CheckMailProps = { company: string; typed: string; onBack: () => void };

/** Says neither that somebody was found nor that nobody was. */
function CheckMail({ company, typed, onBack }: CheckMailProps) {
  return (
    <Stack gap={6}>
      <Stack gap={2}>
        <Heading level={1}>Check your mail</Heading>
        <Text tone="muted">
          If we know “{typed}”, a mail with a link and a code is on its way. Open the link in this
          browser, or type the code. Both are good for 10 minutes.
        </Text>
      </Stack>
      <CodeForm company={company} />
      <Button variant="quiet" isWide onClick={onBack}>
        Nothing came? Try again
      </Button>
    </Stack>
  );
}
