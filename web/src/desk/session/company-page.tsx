// The form for the company, which leads to its sign-in page.

import { type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { toPaths } from '../paths.ts';
import { companyTexts } from '../texts/session.ts';
import { EntryFrame } from './entry-frame.tsx';
import { lastCompany } from './last-company.ts';

/** The input may be typed or pasted: 'Harbor', 'harbor', 'https://pay.example.com/harbor/invoices'. */
function domainIn(text: string): string {
  const [, path] = /^[a-z]+:\/\/[^/]+\/([^/?#]+)/i.exec(text.trim()) ?? [];
  return (path ?? text).trim().toLowerCase();
}

export function CompanyPage() {
  const navigate = useNavigate();
  const [text, setText] = useState(lastCompany);
  const [error, setError] = useState<string | undefined>();
  const go = (event: SubmitEvent): void => {
    event.preventDefault();
    const domain = domainIn(text);
    if (domain === '') setError(companyTexts.missing);
    else void navigate(toPaths(domain).overview);
  };
  return (
    <EntryFrame title={companyTexts.title}>
      <form noValidate onSubmit={go}>
        <Stack gap={6}>
          <Heading level={1} size="section">
            {companyTexts.heading}
          </Heading>
          <Input
            label={companyTexts.label}
            hint={companyTexts.hint}
            error={error}
            autoCapitalize="none"
            autoComplete="organization"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" size="large" isWide>
            {companyTexts.submit}
          </Button>
        </Stack>
      </form>
    </EntryFrame>
  );
}
