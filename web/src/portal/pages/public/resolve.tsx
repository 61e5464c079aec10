// 'Let's resolve your invoice!' (R3): requests a new link by email. The response is the same for every input; an
// email is sent only on a match.

import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { publicTexts } from '#texts/site/public-pages';
import type { ApiClient } from '../../../shared/api/client.ts';
import { useKeptState } from '../../../shared/hooks/use-kept-state.ts';
import { PUBLIC_PAGES } from '../../../shared/lib/paths.ts';
import { Button } from '../../../shared/ui/actions/button.tsx';
import { Card } from '../../../shared/ui/layout/card.tsx';
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Heading } from '../../../shared/ui/text/heading.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import { type ResolveAnswers, ResolveForm } from './resolve-form.tsx';

const texts = publicTexts.resolve;

export function ResolvePage({ api }: { api: ApiClient }) {
  const [query] = useSearchParams();
  const [answers, setAnswers] = useKeptState<ResolveAnswers>('resolve', () => ({
    company: query.get('company') ?? '',
    reference: query.get('invoiceRef') ?? query.get('customerRef') ?? '',
    email: '',
  }));
  const [isSent, setIsSent] = useState(false);
  return (
    <PageColumn width="narrow">
      <Card padding="large">
        {isSent ? (
          <OnItsWay email={answers.email} onBack={() => setIsSent(false)} />
        ) : (
          <Stack gap={6}>
            <Stack gap={2}>
              <Heading level={1}>{PUBLIC_PAGES.resolve.title}</Heading>
              <Text tone="muted">{texts.intro}</Text>
            </Stack>
            <ResolveForm
              api={api}
              answers={answers}
              onChange={setAnswers}
              onSent={() => setIsSent(true)}
            />
          </Stack>
        )}
      </Card>
    </PageColumn>
  );
}

/** The text must not reveal whether an invoice was found. */
function OnItsWay({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <Stack gap={6}>
      <div role="status">
        <Stack gap={2}>
          <Heading level={1}>{texts.sent}</Heading>
          <Text tone="muted">{texts.sentText(email)}</Text>
        </Stack>
      </div>
      <Stack gap={2}>
        <Text isStrong>{texts.nothingCame}</Text>
        <Text tone="muted">{texts.nothingCameText}</Text>
      </Stack>
      <Button variant="secondary" isWide onClick={onBack}>
        {texts.back}
      </Button>
    </Stack>
  );
}
