// The two steps of signing in (R19), on the login page and over a page whose session has ended: who are
// you, then the code of the mail. Says neither that somebody was found nor that nobody was.

import { type ReactNode, useState } from 'react';
import { signInTexts } from '#texts/site/sign-in';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Text } from '../../ui/text/text.tsx';
import { AskForm } from './ask-form.tsx';
import { CodeForm } from './code-form.tsx';

type SignInStepsProps = {
  company: string;
  customerRef: string | null;
  /** Above each step: its title, and before anything was asked also why. */
  head: (step: 'ask' | 'check') => ReactNode;
  /** Why the visitor has to begin, if it is not by their own wish. */
  notice?: string | null;
};

type Step = { kind: 'ask'; text?: string; notice: string | null } | { kind: 'check'; text: string };

export function SignInSteps({ company, customerRef, head, notice = null }: SignInStepsProps) {
  const [step, setStep] = useState<Step>({ kind: 'ask', notice });
  if (step.kind === 'ask') {
    return (
      <Stack gap={6}>
        {head('ask')}
        {step.notice && <Notice tone="warning">{step.notice}</Notice>}
        <AskForm
          company={company}
          customerRef={customerRef}
          {...(step.text === undefined ? {} : { initialText: step.text })}
          onAsked={(text) => setStep({ kind: 'check', text })}
        />
      </Stack>
    );
  }
  const { text } = step;
  return (
    <Stack gap={6}>
      <Stack gap={2}>
        {head('check')}
        <Text tone="muted">{signInTexts.mailSent(text)}</Text>
      </Stack>
      <CodeForm company={company} onDead={(why) => setStep({ kind: 'ask', text, notice: why })} />
      <Button variant="quiet" isWide onClick={() => setStep({ kind: 'ask', text, notice: null })}>
        {signInTexts.nothingCame}
      </Button>
    </Stack>
  );
}
