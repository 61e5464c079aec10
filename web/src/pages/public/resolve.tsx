// 'Let's resolve your invoice!' (R3): a payer with an invoice on paper says whose it is, its reference and
// an e-mail address. The answer is the same whatever was typed; a mail goes out only when it matches.

import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ApiClient } from '../../api/client.ts';
import { PUBLIC_PAGES } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Heading } from '../../ui/heading.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Text } from '../../ui/text.tsx';
import { type ResolveAnswers, ResolveForm } from './resolve-form.tsx';

export function ResolvePage({ api }: { api: ApiClient }) {
  const [query] = useSearchParams();
  const [answers, setAnswers] = useState<ResolveAnswers>({
    company: query.get('company') ?? '',
    reference: query.get('invoiceRef') ?? query.get('customerRef') ?? '',
    email: '',
  });
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
              <Text tone="muted">
                You have an invoice, but no link to it? Tell us what is on it, and we send a link to
                the e-mail address the company has of you.
              </Text>
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

/** Says neither that something was found nor that nothing was. */
function OnItsWay({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <Stack gap={6}>
      <div role="status">
        <Stack gap={2}>
          <Heading level={1}>If it matches, a link is on its way</Heading>
          <Text tone="muted">
            When the company has an invoice with this reference and knows “{email}”, a mail is there
            within a minute or two. It may have landed among the unwanted mail.
          </Text>
        </Stack>
      </div>
      <Stack gap={2}>
        <Text isStrong>Nothing came?</Text>
        <Text tone="muted">
          The reference must be typed exactly as it is printed, and the e-mail address must be the
          one the company writes to. If both are right, please ask the company: its phone number is
          on the invoice.
        </Text>
      </Stack>
      <Button variant="secondary" isWide onClick={onBack}>
        Check what you typed
      </Button>
    </Stack>
  );
}
