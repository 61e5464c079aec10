// The two steps of signing in (R19): request a mail, then enter its code. Does not reveal whether a customer
// was found.

import { type ReactNode, useState } from 'react';
import { signInTexts } from '#texts/site/sign-in';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { CodeForm } from './code-form.tsx';
import { SignInRequestForm } from './sign-in-request-form.tsx';

type SignInStepsProps = {
  company: string;
  customerRef: string | null;
  /** The heading of each step. */
  head: (step: 'request' | 'code') => ReactNode;
  /** Why a new sign-in is required. */
  notice?: string | null;
};

type Step =
  | { kind: 'request'; text?: string; notice: string | null }
  | { kind: 'code'; text: string };

export function SignInSteps({ company, customerRef, head, notice = null }: SignInStepsProps) {
  const [step, setStep] = useState<Step>({ kind: 'request', notice });
  if (step.kind === 'request') {
    return (
      <Stack gap={6}>
        {head('request')}
        {step.notice && <Notice tone="warning">{step.notice}</Notice>}
        <SignInRequestForm
          company={company}
          customerRef={customerRef}
          {...(step.text === undefined ? {} : { initialText: step.text })}
          onSent={(text) => setStep({ kind: 'code', text })}
        />
      </Stack>
    );
  }
  const { text } = step;
  return (
    <Stack gap={6}>
      <Stack gap={2}>
        {head('code')}
        <Text tone="muted">{signInTexts.mailSent(text)}</Text>
      </Stack>
      <CodeForm
        company={company}
        onExpired={(why) => setStep({ kind: 'request', text, notice: why })}
      />
      <Button
        variant="quiet"
        isWide
        onClick={() => setStep({ kind: 'request', text, notice: null })}
      >
        {signInTexts.nothingCame}
      </Button>
    </Stack>
  );
}
